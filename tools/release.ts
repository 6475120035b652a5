import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { pagesState } from '../server/src/pages/sources.mjs';
import { archive } from './archive.ts';
import { sectionOf } from './changelog.ts';
import { billOfMaterials } from './sbom.ts';

/*
 * `npm run release`: creates the files of a release from the current commit, in `release` or the folder given by `--out`: a
 * tarball with the built pages, the bill of materials (CycloneDX), the package `taskboard-mcp`, checksums, and NOTES.md, the section of the changelog. The
 * same commit always produces the same files. `--tag` also creates the annotated tag.
 */

const { values } = parseArgs({ options: { out: { type: 'string' }, tag: { type: 'boolean' } } });
const root = join(import.meta.dirname, '..');
const out = resolve(root, values.out ?? 'release');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `taskboard-${version}`;
const tag = `v${version}`;

const section = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
const problem = whyNot();
if (problem) {
  console.error(`no release is made: ${problem}`);
  process.exitCode = 1;
} else {
  await make();
}

/** Why the current state cannot be released; undefined if it can. */
function whyNot(): string | undefined {
  if (git('status', '--porcelain') !== '') return 'not everything is committed';
  if (!section) return `CHANGELOG.md does not begin with a section "## ${version} – <date>"`;
  const tagged = git('tag', '--list', tag) && git('rev-parse', `${tag}^{commit}`);
  if (tagged && (values.tag || tagged !== git('rev-parse', 'HEAD')))
    return `${tag} is a tag already: set the next version in package.json`;
  // The setup that runs before this script builds them.
  return pagesState(root) === 'current' ? undefined : 'the pages are not built: run "npm run build"';
}

async function make(): Promise<void> {
  // It needs the bundler of the pages, which a checkout that cannot be released may lack.
  const { mcpPackage } = await import('./mcp-package.ts');
  const files = {
    [`${name}.tar.gz`]: gzipSync(archive(root, name), { level: 9 }),
    [`${name}.cdx.json`]: billOfMaterials(root, git('log', '-1', '--format=%cI')),
    [`taskboard-mcp-${version}.tgz`]: await mcpPackage(root, version),
  };
  const sums = Object.entries(files).map(([file, content]) => `${hash('sha256', content)}  ${file}\n`);
  mkdirSync(out, { recursive: true });
  for (const [file, content] of Object.entries({
    ...files,
    SHA256SUMS: sums.join(''),
    'NOTES.md': section ?? '',
  }))
    writeFileSync(join(out, file), content);
  if (values.tag)
    git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', `Taskboard ${version}\n\n${section}`);
  console.log(`${out}: ${[...Object.keys(files), 'SHA256SUMS', 'NOTES.md'].join(', ')}`);
  console.log(
    values.tag ? `${tag} is tagged: git push origin ${tag}` : `To tag it: npm run release -- --tag`,
  );
}
