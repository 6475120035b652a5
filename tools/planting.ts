import { mkdtemp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';

/* The pages in a language that is not theirs. */

/** The language in whose place another one is spoken: accounts may be in English, and in no language that there is not. */
const inPlaceOf = { planted: 'pl', pseudo: 'en' };

/** Builds the pages with a language of `planted.ts`, for browsers in the language in whose place it is; returns their folder. */
export async function builtWith(language: keyof typeof inPlaceOf): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'taskboard-language-'));
  const texts = join(import.meta.dirname, '..', 'web', 'messages');
  const file = JSON.stringify(join(import.meta.dirname, 'planted.ts'));
  const plant = {
    name: 'plant',
    enforce: 'pre' as const,
    // It is made of copies of the English texts: those themselves come with rooms, which ask for the language when they are loaded.
    resolveId: (source: string, importer = '') =>
      /\/(?:planted|messages\/copied\/[\w-]+)\.ts$/.test(importer) &&
      /^(?:\.\/|.*\/en\/)[\w-]+\.ts$/.test(source)
        ? join(texts, 'copied', basename(source))
        : null,
    load: (id: string) =>
      id.includes('/messages/copied/')
        ? readFile(join(texts, 'en', basename(id)), 'utf8')
        : id.endsWith('/messages/others.ts')
          ? `export const others = { ${inPlaceOf[language]}: async () => (await import(${file})).${language} };`
          : null,
  };
  // The bundler is installed with the pages.
  const bundler = createRequire(join(import.meta.dirname, '..', 'web', 'vite.config.ts')).resolve('vite');
  const { build } = (await import(bundler)) as { build: (options: object) => Promise<unknown> };
  await build({
    configFile: join(import.meta.dirname, '..', 'web', 'vite.config.ts'),
    logLevel: 'error',
    build: {
      outDir: folder,
      // What the copies import is in no room, which would be loaded with them.
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [{ name: 'contract', test: /\/contract\/.*\.ts$/, priority: 2 }] },
        },
      },
    },
    plugins: [plant],
  });
  return folder;
}

/** Has a page load the files of a folder instead of the built ones. */
export async function loadFrom(page: Page, folder: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document') {
      const reply = await route.fetch();
      // The page of a public board is made by the service.
      if (!(await reply.text()).includes('id="app"')) return route.fulfill({ response: reply });
      const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = reply.headers();
      return route.fulfill({ headers, path: join(folder, 'index.html') });
    }
    if (pathname.startsWith('/assets/'))
      return route.fulfill({ path: join(folder, 'assets', basename(pathname)) });
    return route.fallback();
  });
}
