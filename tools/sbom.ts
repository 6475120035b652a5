import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { join } from 'node:path';

/* The bill of materials of a release as CycloneDX: the packages of the service, and those bundled into its pages. */

interface Bill {
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string; 'bom-ref': string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** The bill of materials as JSON. `time` is that of the commit, so the same commit always has the same bill. */
export function billOfMaterials(root: string, time: string): string {
  const service = billOf(root, ['--omit=dev']);
  const pages = billOf(join(root, 'web'), []);
  const own = service.metadata.component;
  own.name = 'taskboard';
  service.metadata.timestamp = new Date(time).toISOString();
  service.components = unique([...service.components, ...pages.components], (each) => each['bom-ref']);
  // The packages of the pages become dependencies of the service.
  const isOfPages = (ref: string) => ref === pages.metadata.component['bom-ref'];
  const direct = pages.dependencies.find(({ ref }) => isOfPages(ref))?.dependsOn ?? [];
  service.dependencies = unique(
    [...service.dependencies, ...pages.dependencies.filter(({ ref }) => !isOfPages(ref))],
    ({ ref }) => ref,
  ).map((each) =>
    each.ref === own['bom-ref'] ? { ...each, dependsOn: [...new Set([...each.dependsOn, ...direct])] } : each,
  );
  const digest = hash('sha256', JSON.stringify({ ...service, serialNumber: '' }));
  service.serialNumber = `urn:uuid:${uuidOf(digest)}`;
  return `${JSON.stringify(service, null, 2)}\n`;
}

const billOf = (folder: string, options: string[]): Bill =>
  JSON.parse(
    execFileSync(
      'npm',
      ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', ...options],
      { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 },
    ),
  ) as Bill;

const unique = <T>(all: T[], keyOf: (each: T) => string): T[] =>
  [...new Map(all.toReversed().map((each) => [keyOf(each), each])).values()].reverse();

/** A UUID of version 8, which allows custom hashes. */
const uuidOf = (digest: string): string =>
  digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
