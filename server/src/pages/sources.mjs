/*
 * Whether the pages are built, and from the current sources. This is JavaScript because tools/setup.mjs imports it too, under any
 * installed version of Node.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The state of the pages of an installation at `root`. Without sources, as in an image, they are current if they exist.
 * @param {string} root
 * @returns {'current' | 'outdated' | 'missing'}
 */
export function pagesState(root) {
  const dist = join(root, 'web', 'dist');
  if (!existsSync(join(dist, 'index.html'))) return 'missing';
  if (!canBuildPages(root)) return 'current';
  const mark = builtFrom(root);
  return existsSync(mark) && readFileSync(mark, 'utf8') === sourcesHash(root) ? 'current' : 'outdated';
}

/**
 * @param {string} root
 * @returns {boolean}
 */
export const canBuildPages = (root) => existsSync(join(root, 'web', 'vite.config.ts'));

/**
 * The file with the hash of the sources that the pages were built from.
 * @param {string} root
 * @returns {string}
 */
export const builtFrom = (root) => join(root, 'web', 'dist', '.built-from');

/**
 * A hash that identifies the sources of the pages.
 * @param {string} root
 * @returns {string} a SHA-256 in hexadecimal
 */
export function sourcesHash(root) {
  const hash = createHash('sha256');
  for (const path of ['web', 'contract'].flatMap((folder) => sourcesIn(join(root, folder))).sort()) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}
