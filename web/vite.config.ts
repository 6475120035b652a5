import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { routes } from '../contract/routes.ts';

/*
 * Builds the pages into `dist`. `taskboard serve` sends what is there; nothing is built while it runs.
 */

/**
 * Of the contract, browsers need methods and paths only: its schemas are three times as large as all of the pages. What the
 * client knows by name comes from the same table.
 */
const routesAlone: Plugin = {
  name: 'routes-alone',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('/contract/routes.ts')) return `export const routes = ${JSON.stringify(routes)};`;
    if (id.endsWith('/contract/live.ts')) return `export const live = ${JSON.stringify(routes.live)};`;
    return null;
  },
};

/** Puts beside each file what is sent of it to who takes it packed: made once, and better than there is time for later. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => /\.(?:css|html|js|json|svg)$/.test(each))) {
      const file = join(dir, name);
      const bytes = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(
        `${file}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [routesAlone, packed],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: ['chrome128', 'firefox140', 'safari18'],
    // The policy allows nothing that is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // While working on the pages: `npx vite web`, beside a service on its usual port.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
