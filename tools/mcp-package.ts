import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from '../web/node_modules/rolldown/dist/index.mjs';

/*
 * The package `taskboard-mcp`, ready to be published: the tools for agents over the standard streams in one file, with nothing
 * of the service and no packages to install.
 */

/** The folders of the packages that are in a bundle. */
const packagesIn = (modules: readonly string[]): string[] =>
  [
    ...new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [])),
  ].sort();

/** What the licenses of bundled packages ask to be kept with them. */
function notices(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license: string;
    };
    const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Builds the package of a checkout; returns the tarball, which is the same for the same sources. */
export async function mcpPackage(root: string, version: string): Promise<Buffer> {
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: join(root, 'mcp/program.ts'),
    transform: { target: 'node20', define: { packageVersion: JSON.stringify(version) } },
  });
  const { output } = await bundle.generate({ minify: true, codeSplitting: false });
  await bundle.close();
  const [program] = output;
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-mcp-'));
  try {
    const manifest = {
      name: 'taskboard-mcp',
      version,
      description: 'Lets AI agents work on the boards of a Taskboard service, over stdio.',
      keywords: ['mcp', 'taskboard', 'kanban'],
      license: 'MIT',
      type: 'module',
      bin: { 'taskboard-mcp': 'taskboard-mcp.mjs' },
      engines: { node: '>=20.12' },
    };
    const files = {
      'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
      'taskboard-mcp.mjs': `#!/usr/bin/env node\n${program.code}`,
      'THIRD-PARTY-LICENSES.txt': notices(packagesIn(Object.keys(program.modules))),
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    cpSync(join(root, 'mcp/README.md'), join(folder, 'README.md'));
    if (existsSync(join(root, 'LICENSE'))) cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    const packed = execFileSync('npm', ['pack', '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
    return readFileSync(join(folder, packed));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
