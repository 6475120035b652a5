import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { mailedToken } from '../testing/mails.ts';
import { addMember, keyWithoutLimits, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

async function feedOf(person: Person, boardPublicId: string): Promise<string> {
  const { url } = await person.call(api.feeds.create, { params: { boardPublicId } });
  assert.ok(url.startsWith(`${service.publicUrl}/api/v1/feeds/tbf_`));
  return service.baseUrl + url.slice(url.indexOf('/feeds/'));
}

const statusAt = async (url: string) => (await fetch(url)).status;

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The texts of an element in a feed. */
const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&[^;]+;/g, (each) => entities[each] ?? each),
  );

async function feedAt(url: string) {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  const xml = await response.text();
  const entries = xml.split('<entry>').slice(1);
  return { xml, titles: entries.flatMap((entry) => textsOf(entry, 'title')), entries };
}

test('a feed has what happened on the board, newest first, with who did it and links, and no texts of comments', async () => {
  const { workspace, board, lists } = await makeBoard(ada, { name: 'Tides & <sails>' });
  const bob = await service.signUp('bob');
  await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint "red" & <blue>' });
  const params = { cardPublicId: card };
  await bob.call(api.comments.create, { params, body: { comment: 'A secret colour' } });
  await bob.call(api.cards.update, { params, body: { listPublicId: nth(lists, 1) } });
  await ada.call(api.lists.update, { params: { listPublicId: nth(lists, 0) }, body: { name: 'Later' } });
  const { xml, titles, entries } = await feedAt(await feedOf(ada, board));
  const [, second] = await ada
    .call(api.boards.get, { params: { boardPublicId: board } })
    .then(({ lists: all }) => all);
  assert.deepEqual(titles.slice(0, 4), [
    'ada changed the list Later',
    `bob moved Paint "red" & <blue> to ${second?.name}`,
    'bob commented on Paint "red" & <blue>',
    'ada added Paint "red" & <blue>',
  ]);
  assert.equal(textsOf(xml, 'title')[0], 'Tides & <sails>');
  assert.match(entries[2] ?? '', new RegExp(`<link href="${service.publicUrl}/c/${card}"/>`));
  assert.ok(!xml.includes('secret colour'));
  const ids = textsOf(xml, 'id');
  assert.equal(new Set(ids).size, ids.length);
  const times = entries.flatMap((entry) => textsOf(entry, 'updated'));
  assert.deepEqual(times, times.toSorted().reverse());
});

test('a feed is in the language of whoever made its address, and follows it', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const eva = await service.signUp('eva');
  await addMember(service, workspace, eva);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Plan' });
  const [, second] = (await ada.call(api.boards.get, { params: { boardPublicId: board } })).lists;
  const body = { listPublicId: second?.publicId };
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body });
  const speak = (locale: string) => eva.call(api.users.update, { body: { locale } });
  await speak('de');
  const url = await feedOf(eva, board);
  const { xml, titles } = await feedAt(url);
  assert.match(xml, /<feed [^>]*xml:lang="de">/);
  assert.deepEqual(titles.slice(0, 2), [
    `ada hat Plan nach ${second?.name} verschoben`,
    'ada hat Plan hinzugefügt',
  ]);
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const again = () => fetch(url, { headers: { 'if-none-match': etag } });
  assert.equal((await again()).status, 304);
  await speak('he');
  assert.equal((await again()).status, 200);
  assert.deepEqual((await feedAt(url)).titles.slice(0, 2), [
    `\u200fada העביר/ה את Plan אל ${second?.name}`,
    '\u200fada הוסיף/ה את Plan',
  ]);
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  await speak('fr');
  const { titles: after } = await feedAt(url);
  assert.equal(after[0], 'ada a supprimé une carte');
  assert.equal(after.at(-1)?.includes('{'), false);
  assert.match((await feedAt(await feedOf(ada, board))).xml, /xml:lang="en"/);
});

test('what XML cannot say is left out', async () => {
  const { board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'Bell and \uffff, kept: 🎨' });
  const { xml } = await feedAt(await feedOf(ada, board));
  assert.ok(xml.includes('and  , kept: 🎨'));
  assert.doesNotMatch(xml, /\uffff/);
});

test('who has the newest feed gets 304, until something happens', async () => {
  const { board, lists } = await makeBoard(ada);
  const url = await feedOf(ada, board);
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const again = await fetch(url, { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  await makeCard(ada, nth(lists, 0));
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 200);
});

test('a quiet board in a busy workspace has its entries, at most a hundred', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'Long before' });
  const url = await feedOf(ada, board);
  // A day on another board.
  const latest = `(select max(position) from changes where workspace_id = '${workspace}')`;
  await service.sql(`insert into changes (workspace_id, position, board_id, type, user_id, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    select '${workspace}', ${latest} + i, 'other', 'card.created', '${ada.id}', ${service.clock.now()} from n`);
  await service.sql(
    `update versions set position = position + 5000 where workspace_id = '${workspace}' and id = '${workspace}'`,
  );
  assert.ok((await feedAt(url)).titles.includes('ada added Long before'));
  await service.sql(
    `update changes set board_id = '${board}' where workspace_id = '${workspace}' and board_id = 'other'`,
  );
  await ada.call(api.lists.update, { params: { listPublicId: nth(lists, 0) }, body: { name: 'Now' } });
  assert.equal((await feedAt(url)).titles.length, 100);
});

test('it shows only what its owner may see when it is read', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const cyd = await service.signUp('cyd');
  const member = await addMember(service, workspace, cyd);
  await makeCard(ada, nth(lists, 0), { title: 'For members' });
  const url = await feedOf(cyd, board);
  const seen = async () => (await feedAt(url)).titles.join();
  assert.match(await seen(), /For members/);
  const memberParams = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.revoke, { params: memberParams, body: { permission: 'card:view' } });
  assert.doesNotMatch(await seen(), /For members|card/);
  await setStatus(service, member, 'paused');
  assert.equal(await statusAt(url), 404);
  await setStatus(service, member, 'active');
  assert.equal(await statusAt(url), 200);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  assert.equal(await statusAt(url), 404);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'workspace' } });
  await ada.call(api.members.remove, { params: memberParams });
  assert.equal(await statusAt(url), 404);
});

test('an address is replaced and revoked, and one of a calendar or made up opens no feed', async () => {
  const { board } = await makeBoard(ada);
  const params = { boardPublicId: board };
  assert.deepEqual(await ada.call(api.feeds.get, { params }), { isActive: false, createdAt: null });
  const first = await feedOf(ada, board);
  assert.equal((await ada.call(api.feeds.get, { params })).isActive, true);
  const second = await feedOf(ada, board);
  assert.deepEqual([await statusAt(first), await statusAt(second)], [404, 200]);
  const { url } = await ada.call(api.calendars.create, { params });
  const token = /tbf_[\w-]+/.exec(url)?.[0] ?? '';
  for (const other of [token, 'tbf_AAAA', ada.token]) {
    assert.equal(await statusAt(`${service.baseUrl}/feeds/${other}/board.atom`), 404);
  }
  const ofFeed = /tbf_[\w-]+/.exec(second)?.[0] ?? '';
  assert.equal(await statusAt(`${service.baseUrl}/calendars/${ofFeed}/cards.ics`), 404);
  assert.ok(!JSON.stringify(await service.sql('select * from feeds')).includes(ofFeed.slice(4, 20)));
  await ada.call(api.feeds.delete, { params });
  assert.equal(await statusAt(second), 404);
  const { entries } = await ada.call(api.users.securityLog);
  assert.deepEqual(
    entries.slice(0, 4).map(({ type }) => type),
    ['feed.revoked', 'calendar.created', 'feed.created', 'feed.created'],
  );
});

test('only a session makes one, for a board that it may see', async () => {
  const { board } = await makeBoard(ada);
  const params = { boardPublicId: board };
  const key = await keyWithoutLimits(service, ada);
  await key.refused(403, api.feeds.create, { params });
  await service.caller().refused(401, api.feeds.create, { params });
  const dan = await service.signUp('dan');
  await dan.refused(403, api.feeds.create, { params });
});

test('a feed ends with a reset password, with a changed one if asked to, and with the account', async () => {
  const flo = await service.signUp('flo');
  const { board } = await makeBoard(flo);
  const change = (currentPassword: string, newPassword: string, more: object = {}) =>
    flo.call(api.users.changePassword, { body: { currentPassword, newPassword, ...more } });
  let url = await feedOf(flo, board);
  await change('password of flo', 'a better password');
  assert.equal(await statusAt(url), 200);
  await change('a better password', 'the best password', { revokeApiKeys: true });
  assert.equal(await statusAt(url), 404);
  url = await feedOf(flo, board);
  const nobody = service.caller();
  await nobody.call(api.auth.requestPasswordReset, { body: { email: flo.email } });
  const token = await mailedToken(service, flo.email);
  await nobody.call(api.auth.confirmPasswordReset, { body: { token, newPassword: 'another password' } });
  assert.equal(await statusAt(url), 404);
  const gil = await service.signUp('gil');
  const own = await makeBoard(gil);
  await feedOf(gil, own.board);
  await gil.call(api.users.deleteMe, { body: { currentPassword: 'password of gil' } });
  assert.deepEqual(await service.sql(`select * from feeds where user_id = '${gil.id}'`), []);
});
