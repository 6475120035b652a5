/*
 * Whether the pages are built, and from what is there now. This is JavaScript, since tools/setup.mjs asks the same under
 * whatever Node the machine has.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The state of the pages of an installation at `root`. Where there is nothing to build them from, as in an image, they are
 * current if they are there.
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
 * The file that keeps the hash of what the pages were built from.
 * @param {string} root
 * @returns {string}
 */
export const builtFrom = (root) => join(root, 'web', 'dist', '.built-from');

/**
 * Tells the sources of the pages from any others.
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
