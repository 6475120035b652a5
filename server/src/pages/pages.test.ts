import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { send } from '../testing/send.ts';
import { testService } from '../testing/service.ts';
import { pageRoutes } from './routes.ts';

const service = await testService();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = browser) =>
  fetch(service.address + path, { headers, redirect: 'manual' });

const page = await get('/');
const html = await page.text();
const assets = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);

test('a person gets the page at every address that is no program’s', async () => {
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  for (const path of ['/sign-in', '/b/0123456789abcdef', '/c/0123456789abcdef', '/invite/x?y=z', '/a/b/c']) {
    const reply = await get(path);
    assert.deepEqual([reply.status, await reply.text()], [200, html], path);
  }
});

test('the root is the page for clients that accept anything', async () => {
  for (const headers of [{}, { accept: '*/*' }] as Record<string, string>[]) {
    const reply = await get('/', headers);
    assert.deepEqual([reply.status, await reply.text()], [200, html], JSON.stringify(headers));
  }
});

test('what browsers and crawlers ask for by themselves is there', async () => {
  const icon = await get('/favicon.ico', { accept: 'image/*' });
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/x-icon']);
  assert.deepEqual([...new Uint8Array(await icon.arrayBuffer()).subarray(0, 4)], [0, 0, 1, 0]);
  const onHomeScreens = await get('/icon-180.png', { accept: 'image/*' });
  assert.deepEqual([onHomeScreens.status, onHomeScreens.headers.get('content-type')], [200, 'image/png']);
  const robots = await get('/robots.txt', { accept: '*/*' });
  assert.equal(robots.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(await robots.text(), /^User-agent: \*\nDisallow: \/$/m);
});

test('programs get 404, and paths of the API stay what they are', async () => {
  for (const path of ['/', '/sign-in', '/b/0123456789abcdef']) {
    const reply = await get(path, { accept: 'application/json' });
    assert.deepEqual(
      [reply.status, ((await reply.json()) as { code: string }).code],
      [404, 'NOT_FOUND'],
      path,
    );
  }
  for (const path of ['/api/v1/nowhere', '/api/nowhere', '/docs/nowhere', '/assets/nowhere.js']) {
    const reply = await get(path);
    assert.equal(reply.status, 404, path);
    assert.match(reply.headers.get('content-type') ?? '', /json/, path);
  }
  const posted = await fetch(`${service.address}/sign-in`, { method: 'POST', headers: browser });
  assert.equal(posted.status, 404);
  const moved = await get('/docs/');
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/docs']);
});

test('where the pages are not built, a person who opens the link of a mail comes to the documentation', async () => {
  const http = Fastify();
  pageRoutes({ ...service, http }, join(import.meta.dirname, 'no-such-folder'));
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  after(() => http.close());
  for (const path of ['/', '/invite', '/magic-link', '/reset-password', '/b/0123456789abcdef/settings']) {
    const { status, headers } = await fetch(address + path, { headers: browser, redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [302, '/docs'], path);
  }
  for (const path of ['/api/v1/nowhere', '/docs', '/assets/nowhere.js'])
    assert.notEqual(
      (await fetch(address + path, { headers: browser, redirect: 'manual' })).status,
      302,
      path,
    );
  assert.notEqual((await fetch(`${address}/invite`, { redirect: 'manual' })).status, 302, 'for programs');
});

test('nothing comes from elsewhere or is written into the page, and text becomes markup in two places only', () => {
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types markdown dompurify stream offline told',
  ]) {
    assert.ok(policy.split('; ').includes(part), part);
  }
  assert.doesNotMatch(html, /https?:|<style|style=|<script(?![^>]* src=)/);
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  assert.match(
    page.headers.get('permissions-policy') ?? '',
    /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  );
});

test('who goes to an address gets its page, also by a service worker that does not say what it accepts', async () => {
  const asWebkit = { accept: '*/*', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  // `fetch` would not pass them on.
  const { status, headers } = await send(`${service.address}/profile/appearance`, 'GET', asWebkit, null);
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  assert.equal((await get('/profile/appearance', { accept: '*/*' })).status, 404, 'for programs');
});

test('files are packed for who takes that, and kept for good where their name tells their content', async () => {
  assert.ok(assets.some((path) => path.endsWith('.js')) && assets.some((path) => path.endsWith('.css')));
  for (const path of assets.filter((each) => each.startsWith('/assets/'))) {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const text = await plain.text();
    for (const packing of ['br', 'gzip']) {
      const packed = await get(path, { 'accept-encoding': packing });
      assert.equal(packed.headers.get('content-encoding'), packing);
      assert.equal(packed.headers.get('vary'), 'accept-encoding');
      assert.equal(await packed.text(), text);
      assert.notEqual(packed.headers.get('etag'), plain.headers.get('etag'));
    }
  }
});

test('who has a file is not sent it again', async () => {
  for (const path of ['/', ...assets]) {
    const first = await get(path);
    await first.arrayBuffer();
    const again = await get(path, { ...browser, 'if-none-match': first.headers.get('etag') ?? '' });
    assert.deepEqual([again.status, await again.text()], [304, ''], path);
  }
});

test('no address leads out of the folder', async () => {
  for (const path of [
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2fpackage.json',
  ]) {
    const reply = await get(path, { accept: '*/*' });
    assert.equal(reply.status, 404, path);
  }
});
