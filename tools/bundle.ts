import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputChunk, type Plugin, rolldown } from '../web/node_modules/rolldown/dist/index.mjs';
import { sources } from './programs.ts';

/*
 * Bundles the programs that tests start hundreds of times, with the bundler of the pages: loading their 1 700 modules one by
 * one takes most of a start.
 */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules', '.cache', 'programs');

/** Packages with compiled parts, which they find next to themselves, and one that is not installed. */
const external = [/^better-sqlite3/, /^@node-rs\//, /^sharp/, 'pg-native'];

/** How long bundles of other sources are kept, since other runs may use them; milliseconds. */
const kept = 24 * 60 * 60 * 1000;

/** Modules find files and scripts next to their sources, wherever they are bundled, and none of them is the main one. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { code: /\bimport\.meta\.(?:dirname|filename|url|main)\b/ },
    handler(code, id) {
      const values: Record<string, string | boolean> = {
        dirname: dirname(id),
        filename: id,
        url: pathToFileURL(id).href,
        main: false,
      };
      return code.replaceAll(/\bimport\.meta\.(dirname|filename|url|main)\b/g, (_, name: string) =>
        JSON.stringify(values[name]),
      );
    },
  },
};

/** Bundles the programs; returns the folder with a file for each. */
export async function bundlePrograms(): Promise<string> {
  const input = Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, join(root, file)]));
  const bundle = await rolldown({ cwd: root, platform: 'node', input, external, plugins: [places] });
  const { output } = await bundle.generate({
    keepNames: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  return written(output.filter((each) => each.type === 'chunk'));
}

/** Writes the files to a folder that is named for their contents, so that the compiled code of the last run can be used again. */
function written(chunks: readonly OutputChunk[]): string {
  const name = hash('sha256', chunks.map(({ code }) => code).join()).slice(0, 16);
  const own = join(folder, name);
  mkdirSync(folder, { recursive: true });
  removeOld();
  if (existsSync(own)) return own;
  // Another run may write the same.
  const begun = mkdtempSync(join(folder, 'new-'));
  for (const { fileName, code } of chunks) writeFileSync(join(begun, fileName), code);
  try {
    renameSync(begun, own);
  } catch (error) {
    rmSync(begun, { recursive: true });
    if (!existsSync(own)) throw error;
  }
  return own;
}

function removeOld(): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - kept) rmSync(path, { recursive: true, force: true });
  }
}
