import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { routes } from '../contract/routes.ts';
import { notStarted, target } from './not-started.ts';
import { shape } from './sync/shape.ts';

/*
 * Builds the pages into `dist`, which `taskboard serve` serves; nothing is built at run time.
 */

/** Operation ids are omitted: they are for documentation and error messages only. */
const named = (table: object): string =>
  JSON.stringify(table, (key, value) => (key === 'id' ? undefined : value));

/** Parts that are loaded later: the operations that only they use are loaded with them. */
const isLater = (file: string): boolean =>
  /(?:^|\/web\/)(?:card|pages|transfers|views|app\/boards-data|board\/(?:gone-card|star|uploads)|commands\/(?:finding|move-dialog))\b/.test(
    file,
  );

/**
 * The operations that pages use: `routes.lists.archive`, or in a mutation, which names them in one file, since its type
 * allows no others: `['lists', change.archived ? 'archive' : 'delete']`. Mutations are sent by what is loaded first.
 */
function asked(later: boolean): object {
  const sources = globSync('{app,board,card,commands,pages,sync,transfers,ui,views}/**/*.{ts,tsx}', {
    cwd: import.meta.dirname,
  }).map((file) => ({
    text: readFileSync(join(import.meta.dirname, file), 'utf8'),
    isHere: isLater(file) === later,
  }));
  const isAsked = (group: string, name: string) => {
    const use = new RegExp(`\\broutes\\s*\\.${group}\\s*\\.${name}\\b`);
    return sources.some(
      ({ text, isHere }) =>
        (isHere && use.test(text)) || (!later && text.includes(`['${group}',`) && text.includes(`'${name}'`)),
    );
  };
  return Object.fromEntries(
    Object.entries(routes)
      .map(([group, operations]) => [
        group,
        Object.fromEntries(Object.entries(operations).filter(([name]) => isAsked(group, name))),
      ])
      .filter(([, operations]) => Object.keys(operations as object).length > 0),
  );
}

/**
 * Browsers need only the methods and paths of the contract: its schemas are three times as large as all of the pages.
 * Groups that lazily loaded parts import from modules of their own come from the same table.
 */
const routesAlone: Plugin = {
  name: 'routes-alone',
  enforce: 'pre',
  resolveId(source, importer = '') {
    return source.endsWith('/contract/routes.ts') && isLater(importer)
      ? `${join(importer, '..', source)}?later`
      : null;
  },
  load(id) {
    const [, ofRoutes] = /\/contract\/routes\.ts(\?later)?$/.exec(id) ?? [];
    if (id.includes('/contract/routes.ts'))
      return `export const routes = ${named(asked(ofRoutes !== undefined))};`;
    if (id.endsWith('/sync/shape.ts')) return `export const shape = '${hash('sha256', shape).slice(0, 16)}';`;
    const [, group] =
      /\/contract\/(live|imports|exports|calendars|feeds|mailboxes|channels|integrations|webhooks|roles|audit|groups|invites|members|push|users)\.ts$/.exec(
        id,
      ) ?? [];
    if (group) return `export const ${group} = ${named(routes[group as keyof typeof routes])};`;
    return null;
  },
};

/** Inlines the icon in the page, which saves a request before the page can be used. */
const iconInPage: Plugin = {
  name: 'icon-in-page',
  apply: 'build',
  transformIndexHtml(html) {
    const icon = readFileSync(join(import.meta.dirname, 'public', 'icon.svg')).toString('base64');
    return html.replace('href="/icon.svg"', `href="data:image/svg+xml;base64,${icon}"`);
  },
};

/** Puts the sentence into the page that is read where it does not start. */
const sentence: Plugin = {
  name: 'not-started',
  transformIndexHtml: (html) => html.replace('<div class="not-started">', `$&${notStarted}`),
};

/** Blocks rendering, in browsers that support it, until the script has run: it knows the chosen theme. */
const unpainted: Plugin = {
  name: 'unpainted',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
};

/** Writes compressed versions next to each file: made once, with better compression than there is time for per request. */
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

/** Hides how long each plugin took, which is noise on a first start. */
const checks = { bundlerTimings: false };

/** The package's table of names is larger than the rest of the Markdown code, and its browser variant needs a DOM. */
const resolve = {
  alias: { 'decode-named-character-reference': join(import.meta.dirname, 'ui', 'named.ts') },
};

/** The style and script of the pages of public boards, whose HTML the service makes: nothing of the app is in them. */
const ofPublicBoards = (outDir: string): InlineConfig => ({
  configFile: false,
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  plugins: [packed],
  resolve,
  worker: {
    format: 'es',
    rolldownOptions: { checks, output: { entryFileNames: 'assets/public-board-[name].[hash].js' } },
  },
  build: {
    outDir,
    target,
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks,
      input: { 'public-board': join(import.meta.dirname, 'public-board', 'page.ts') },
      output: {
        entryFileNames: 'assets/[name].[hash].js',
        chunkFileNames: 'assets/public-board-[name].[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[name].[hash][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
});

/** Builds them after the app, into the same folder. */
const publicBoards: Plugin = {
  name: 'public-boards',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => void (await build(ofPublicBoards(dir))),
};

/** The value of the attribute `integrity` for a file. */
const integrityOf = (file: string): string => `sha256-${hash('sha256', readFileSync(file), 'base64')}`;

/**
 * Builds the service worker after the app, with the list of the files that the app starts from. They are listed as they
 * are on the disk, since other plugins change them to the end.
 */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((each) => /\.(?:css|html|js|woff2)$/.test(each));
      const files = Object.fromEntries(
        names.toSorted().map((each) => [`/${each}`, integrityOf(join(dir, each))]),
      );
      await build(withFiles(JSON.stringify(files), dir));
    },
  },
};

/** A classic script in one file, since not all browsers take modules here, at an address whose scope is the whole app. */
const withFiles = (files: string, outDir: string): InlineConfig => ({
  configFile: false,
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    packed,
    {
      name: 'files-of-the-build',
      enforce: 'pre',
      load: (id) =>
        id.endsWith('/sync/shell-files.ts')
          ? `export const files = ${files}; export const appVersion = '${hash('sha256', files).slice(0, 16)}';`
          : null,
    },
  ],
  build: {
    outDir,
    target,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      checks,
      input: { 'service-worker': join(import.meta.dirname, 'sync', 'offline.worker.ts') },
      output: { format: 'iife', entryFileNames: '[name].js' },
    },
  },
});

/** The texts of a card and its attachments, its properties, and uploads. */
const ofCard = /web\/(?:messages\/(?:en\/)?(?:card|history)|card\/properties|board\/uploads)\.ts/;

/** What keys, drags and drops do. */
const ofActing =
  /web\/(?:commands\/(?:bindings|choosing|command|on-cards|press|table)|board\/(?:auto-scroll|doing|dragging|drop|from-outside|hit-test|moving|next-card|picture)|sync\/(?:bulk|card-values))\.ts/;

/** Pages of the account and of a workspace. */
const ofSettingsPages =
  /web\/pages\/(?:account|appearance|browser-name|deleted-workspaces|invite-(?:by-mail|link)|merge|profile|proof|rights|security|security-log|sessions|settings-frame|shown-once|some-boards|time-zone|workspace|workspace-\w+)\.tsx?/;

/** The texts of settings and of the user's work. */
const ofSettings = /web\/messages\/(?:settings|en\/(?:settings|push|audit|chat|keys|my-work|roles|webhooks))/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [routesAlone, iconInPage, sentence, unpainted, packed, serviceWorker, publicBoards],
  resolve,
  worker: { format: 'es', plugins: () => [routesAlone], rolldownOptions: { checks } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target,
    // The Content Security Policy does not allow inlined assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Everything that a board needs at first is one chunk, and so is what each kind of page needs: no chunks for code
    // that a few share. A page in a folder of its own is loaded when it is visited.
    rolldownOptions: {
      checks,
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            // What the files of languages share with rooms, whose texts may be read only once the language is there.
            {
              name: 'words',
              test: /(?:web\/messages\/(?:by|happened|inbox-sentence)|contract\/issue-sentence)\.ts$/,
              priority: 2,
            },
            // What a card's page shares with other rooms, so that none of them loads another.
            { name: 'card', test: ofCard, priority: 1 },
            { name: 'acting', test: ofActing, priority: 2 },
            {
              name: 'frame',
              test: /web\/(?:app\/|board\/(?:face-card|filter-choices|star)\.tsx?)|\/routes\.ts\?later/,
            },
            {
              name: 'home',
              test: /web\/(?:pages\/(?:archived-boards|boards|board-tile|new-board|sign-in)|messages\/(?:en\/)?home)\.tsx?/,
            },
            // Styles that load later are one file of the board's parts, and one of the other pages.
            { name: 'parts', test: /web\/(?:board|card|commands|ui|views)\/[^?]*\.css/, priority: 2 },
            { name: 'pages-style', test: /web\/(?:app|pages|transfers)\/[^?]*\.css/, priority: 2 },
            // The texts of settings are loaded with the first of their pages, and not with the others.
            { name: 'settings-texts', test: ofSettings, priority: 1 },
            // What other pages share is not in the chunk of settings.
            { name: 'pages', test: (id) => /web\/pages\/[^/]+$/.test(id) && !ofSettingsPages.test(id) },
            { name: 'settings', test: ofSettingsPages },
            { name: 'transfers', test: /web\/transfers\// },
          ],
        },
      },
    },
  },
  // For development: `npx vite web`, with a service on its default port.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
