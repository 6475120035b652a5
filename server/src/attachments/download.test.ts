import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { minute } from '../base/clock.ts';
import { attach, type GivenFile } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { png } from '../testing/pictures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const { workspace, lists } = await makeBoard(ada);
const member = await addMember(service, workspace, bob);

const onePixel = png(1, 1);

/** The download address of a new attachment, from its card. */
async function urlOf(file: GivenFile): Promise<{ url: string; card: string }> {
  const card = await makeCard(ada, nth(lists, 0));
  await attach(ada, card, file);
  const { attachments } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  return { url: nth(attachments, 0).url, card };
}

test('the URL in a card returns the exact bytes without a credential', async () => {
  const content = new Uint8Array(100_000).map((_, n) => (n * 7) % 256);
  const { url } = await urlOf({ content, contentType: 'application/x-thing', filename: 'Größe.bin' });
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), content);
  const header = (name: string) => response.headers.get(name);
  assert.equal(header('content-type'), 'application/x-thing');
  assert.equal(header('content-length'), '100000');
  assert.equal(
    header('content-disposition'),
    `attachment; filename="Gr__e.bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.bin`,
  );
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.match(header('content-security-policy') ?? '', /sandbox/);
  assert.equal(header('accept-ranges'), 'bytes');
});

test('a page is handed out to be saved, a picture to be shown', async () => {
  const page = await fetch((await urlOf({ contentType: 'text/html', filename: 'a.html' })).url);
  assert.equal(page.headers.get('content-disposition'), 'attachment; filename="a.html"');
  const named = { contentType: 'image/png', filename: 'a.png' };
  const picture = await fetch((await urlOf({ ...named, content: onePixel })).url);
  assert.equal(picture.headers.get('content-disposition'), 'inline; filename="a.png"');
  const other = await fetch((await urlOf(named)).url);
  assert.equal(other.headers.get('content-disposition'), 'attachment; filename="a.png"');
});

test('the same card read twice within minutes has the same URL', async () => {
  const step = 5 * minute;
  service.clock.pass(step - (service.clock.now() % step));
  const { url, card } = await urlOf({});
  const again = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.equal(nth(again.attachments, 0).url, url);
});

test('parts of a file are given, and parts beyond its end are refused', async () => {
  const { url } = await urlOf({ content: '0123456789' });
  const part = async (range: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers: { range, ...headers } });
    return [response.status, response.headers.get('content-range'), await response.text()];
  };
  assert.deepEqual(await part('bytes=2-4'), [206, 'bytes 2-4/10', '234']);
  assert.deepEqual(await part('bytes=-3'), [206, 'bytes 7-9/10', '789']);
  assert.deepEqual(await part('bytes=8-100'), [206, 'bytes 8-9/10', '89']);
  assert.deepEqual(await part('bytes=0-1,4-5'), [200, null, '0123456789']);
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  assert.deepEqual(await part('bytes=2-4', { 'if-range': etag }), [206, 'bytes 2-4/10', '234']);
  assert.deepEqual(await part('bytes=2-4', { 'if-range': '"other"' }), [200, null, '0123456789']);
  const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=2-4' } });
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, '10']);
  const [status, range, body] = await part('bytes=10-');
  assert.deepEqual([status, range], [416, 'bytes */10']);
  assert.equal((JSON.parse(String(body)) as { code: string }).code, 'RANGE_NOT_SATISFIABLE');
});

test('browsers ask again before they show a file that they have, and get no more than a yes', async () => {
  const { url } = await urlOf({ contentType: 'image/png', content: onePixel });
  const first = await fetch(url);
  const etag = first.headers.get('etag') ?? '';
  assert.equal(first.headers.get('cache-control'), 'private, no-cache');
  const policy = first.headers.get('content-security-policy');
  const opened = mock.method(service.storage, 'open');
  const again = await fetch(url, { headers: { 'if-none-match': etag, range: 'bytes=0-1' } });
  assert.deepEqual([again.status, await again.text(), opened.mock.callCount()], [304, '', 0]);
  assert.equal(again.headers.get('cache-control'), 'private, no-cache');
  assert.equal(again.headers.get('content-security-policy'), policy);
  assert.equal(again.headers.get('cross-origin-resource-policy'), 'cross-origin');
  opened.mock.restore();
  assert.equal((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status, 200);
});

test('HEAD tells about the file and sends none of it', async () => {
  const { url } = await urlOf({ content: '0123456789' });
  const response = await fetch(url, { method: 'HEAD' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-length'), '10');
  assert.equal(await response.text(), '');
  const part = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=2-4' } });
  assert.deepEqual([part.status, part.headers.get('content-length')], [200, '10']);
});

test('HEAD does not open the file', async () => {
  const { url, card } = await urlOf({});
  const { attachments } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  await service.storage.delete(nth(attachments, 0).storageKey);
  assert.equal((await fetch(url, { method: 'HEAD' })).status, 200);
});

test('an address that was changed or has expired is refused', async () => {
  const { url } = await urlOf({});
  const other = new URL((await urlOf({})).url);
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy.href;
  };
  for (const address of [
    changed(({ searchParams }) => searchParams.set('signature', 'x'.repeat(43))),
    changed(({ searchParams }) => searchParams.set('signature', 'é')),
    changed(({ searchParams }) =>
      searchParams.set('expires', String(Number(searchParams.get('expires')) + 3600)),
    ),
    changed(({ searchParams }) => searchParams.set('user', bob.id)),
    changed((copy) => {
      copy.pathname = other.pathname;
    }),
    changed((copy) => {
      copy.pathname = copy.pathname.replace(/[^/]{16}\/content$/, 'absent0absent000/content');
    }),
  ]) {
    const response = await fetch(address);
    assert.equal(response.status, 403, address);
    assert.equal(((await response.json()) as { code: string }).code, 'FORBIDDEN');
  }
  assert.equal((await fetch(changed((copy) => (copy.search = '')))).status, 400);
  service.clock.pass(10 * minute);
  assert.equal((await fetch(url)).status, 403);
});

test('an address works for five to ten minutes, and ends with what lets its reader view the card', async () => {
  const { url, card } = await urlOf({});
  const expires = Number(new URL(url).searchParams.get('expires')) * 1_000_000;
  const left = expires - service.clock.now();
  assert.ok(left > 4 * minute && left <= 10 * minute);
  const { attachments } = await bob.call(api.cards.get, { params: { cardPublicId: card } });
  const { url: bobs } = nth(attachments, 0);
  assert.notEqual(bobs, url);
  const asBob = async () => (await fetch(bobs)).status;
  assert.equal(await asBob(), 200);
  for (const shutOut of ["status = 'paused'", "status = 'removed'", "status = 'active', revoked = -1"]) {
    await service.sql(`update members set ${shutOut} where id = '${member}'`);
    assert.equal(await asBob(), 403, shutOut);
    assert.equal((await fetch(url)).status, 200);
  }
  await service.sql(`update members set status = 'active', revoked = 0 where id = '${member}'`);
  assert.equal(await asBob(), 200);
});

test('what is in the trash is not handed out, and is again once it is restored', async () => {
  const { url, card } = await urlOf({});
  const params = { cardPublicId: card };
  await ada.call(api.cards.delete, { params });
  assert.equal((await fetch(url)).status, 403);
  await ada.call(api.cards.restore, { params });
  assert.equal((await fetch(url)).status, 200);
});

test('a lost file is a failure of the service, reported without details', async () => {
  const { url, card } = await urlOf({});
  const { attachments } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  await service.storage.delete(nth(attachments, 0).storageKey);
  service.http.log.level = 'silent';
  const response = await fetch(url);
  service.http.log.level = 'error';
  assert.equal(response.status, 500);
  assert.deepEqual(await response.json(), {
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Internal server error',
    issues: [],
  });
});
