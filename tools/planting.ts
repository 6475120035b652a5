import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';

/* The pages in a language that is not theirs. */

/** Builds the pages with a language of `planted.ts` for browsers in Polish, and returns their folder. */
export async function builtWith(language: 'planted' | 'pseudo'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'taskboard-language-'));
  const file = JSON.stringify(join(import.meta.dirname, 'planted.ts'));
  const plant = {
    name: 'plant',
    enforce: 'pre' as const,
    load: (id: string) =>
      id.endsWith('/messages/others.ts')
        ? `export const others = { pl: async () => (await import(${file})).${language} };`
        : null,
  };
  // The bundler is installed with the pages.
  const bundler = createRequire(join(import.meta.dirname, '..', 'web', 'vite.config.ts')).resolve('vite');
  const { build } = (await import(bundler)) as { build: (options: object) => Promise<unknown> };
  await build({
    configFile: join(import.meta.dirname, '..', 'web', 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
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
      const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = reply.headers();
      return route.fulfill({ headers, path: join(folder, 'index.html') });
    }
    if (pathname.startsWith('/assets/'))
      return route.fulfill({ path: join(folder, 'assets', basename(pathname)) });
    return route.fallback();
  });
}
