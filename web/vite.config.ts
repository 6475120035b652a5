import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { routes } from '../contract/routes.ts';
import { shape } from './sync/shape.ts';

/*
 * Builds the pages into `dist`. `taskboard serve` sends what is there; nothing is built while it runs.
 */

/** Ids are for documents and for messages to programs. */
const named = (table: object): string =>
  JSON.stringify(table, (key, value) => (key === 'id' ? undefined : value));

/** The operations that pages ask for, by name or as part of a mutation: `['cards', isArchived ? 'archive' : 'restore']`. */
function asked(): object {
  const files = globSync('{app,board,card,commands,pages,sync,transfers,ui}/**/*.{ts,tsx}', {
    cwd: import.meta.dirname,
  });
  const sources = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('');
  const isAsked = (group: string, name: string) =>
    sources.includes(`routes.${group}.${name}`) ||
    (sources.includes(`['${group}',`) && sources.includes(`'${name}'`));
  return Object.fromEntries(
    Object.entries(routes).map(([group, operations]) => [
      group,
      Object.fromEntries(Object.entries(operations).filter(([name]) => isAsked(group, name))),
    ]),
  );
}

/**
 * Of the contract, browsers need methods and paths only: its schemas are three times as large as all of the pages. What the
 * client knows by name comes from the same table, and so do groups that parts which are loaded later import by themselves.
 */
const routesAlone: Plugin = {
  name: 'routes-alone',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('/contract/routes.ts')) return `export const routes = ${named(asked())};`;
    if (id.endsWith('/sync/shape.ts')) return `export const shape = '${hash('sha256', shape).slice(0, 16)}';`;
    const [, group] = /\/contract\/(live|imports|exports|calendars|integrations)\.ts$/.exec(id) ?? [];
    if (group) return `export const ${group} = ${named(routes[group as keyof typeof routes])};`;
    return null;
  },
};

/** The icon stands in the page: one request less before anything can be used. */
const iconInPage: Plugin = {
  name: 'icon-in-page',
  apply: 'build',
  transformIndexHtml(html) {
    const icon = readFileSync(join(import.meta.dirname, 'public', 'icon.svg')).toString('base64');
    return html.replace('href="/icon.svg"', `href="data:image/svg+xml;base64,${icon}"`);
  },
};

/** Nothing is painted before the program has run, where browsers know how to wait: it knows which theme was chosen. */
const unpainted: Plugin = {
  name: 'unpainted',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
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

/** Nobody who starts the service for the first time has to read how long each plugin took. */
const checks = { bundlerTimings: false };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [routesAlone, iconInPage, unpainted, packed],
  // Its list of all names is larger than the rest of what makes Markdown HTML; its variant for browsers needs a page.
  resolve: { alias: { 'decode-named-character-reference': join(import.meta.dirname, 'ui', 'named.ts') } },
  worker: { format: 'es', plugins: () => [routesAlone], rolldownOptions: { checks } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: ['chrome128', 'firefox140', 'safari18'],
    // The policy allows nothing that is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What is needed at first comes at once, and so do the pages beside boards: not a file for whatever some of them share.
    rolldownOptions: {
      checks,
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'pages', test: /web\/(?:app|pages)\// },
            { name: 'transfers', test: /web\/transfers\// },
          ],
        },
      },
    },
  },
  // While working on the pages: `npx vite web`, beside a service on its usual port.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
