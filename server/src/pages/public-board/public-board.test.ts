import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import type { BodyOf } from '../../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../../testing/fixtures.ts';
import { addMember } from '../../testing/members.ts';
import { testService } from '../../testing/service.ts';
import { statementsOf } from '../../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada-l');
const bob = await service.signUp('bob-k');

const workspace = await makeWorkspace(ada, 'Analytical Engines');
const { slug } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
const { board, lists, labels } = await makeBoard(ada, { workspace, name: 'Roadmap' });
const member = await addMember(service, workspace, bob);
const card = await makeCard(ada, nth(lists, 0), {
  title: 'Ship it',
  description: 'With **care**.',
  dueDate: '2031-03-09T12:00:00.000Z',
  labelPublicIds: [nth(labels, 0)],
  memberPublicIds: [member],
});
await makeCard(ada, nth(lists, 1), { title: 'Plan it' });
const onCard = { params: { cardPublicId: card } };
await bob.call(api.comments.create, { ...onCard, body: { comment: 'Hmpf.' } });
const { publicId: steps } = await ada.call(api.checklists.create, { ...onCard, body: { name: 'Steps' } });
await ada.call(api.checklists.createItem, {
  params: { checklistPublicId: steps },
  body: { title: 'Pack the boxes' },
});

const set = (body: BodyOf<typeof api.boards.update>, boardPublicId = board) =>
  ada.call(api.boards.update, { params: { boardPublicId }, body });
await set({ slug: 'roadmap', visibility: 'public' });

const home = `/p/${slug}/roadmap`;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.address + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const pageAt = async (path: string) => {
  const reply = await get(path);
  assert.equal(reply.status, 200, path);
  assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
  return reply.text();
};

test('a stranger reads the lists and cards of a public board in the page itself', async () => {
  const page = await pageAt(home);
  for (const text of ['Analytical Engines', '>Roadmap</h1>', '>To do</h2>', '>Done</h2>', '>Plan it</a>'])
    assert.ok(page.includes(text), text);
  assert.match(page, new RegExp(`<a class="card-title" dir="auto" href="${home}/${card}">Ship it</a>`));
  assert.match(page, /<time datetime="2031-03-09T12:00:00\.000Z">Mar 9, 2031<\/time>/);
  assert.match(page, /<li class="label l-\w+" dir="auto">Urgent<\/li>/);
  assert.match(page, /0\/1/);
});

test('a page is in the language of the reader’s browser, and caches are told so', async () => {
  const inFrench = await get(home, { 'accept-language': 'pl, fr-CH;q=0.9, de;q=0.5' });
  const { headers } = inFrench;
  assert.deepEqual([headers.get('content-language'), headers.get('vary')], ['fr', 'accept-language']);
  const page = await inFrench.text();
  assert.match(page, /<html lang="fr" dir="ltr">/);
  for (const text of [
    'Lecture seule',
    'placeholder="Filtrer les cartes"',
    '9 mars 2031',
    'title="1 commentaire"',
  ])
    assert.ok(page.includes(text), text);
  const hebrew = { 'accept-language': 'he' };
  const inHebrew = await (await get(`${home}/${card}`, hebrew)).text();
  assert.match(inHebrew, /<html lang="he" dir="rtl">/);
  assert.match(inHebrew, /תגובה אחת: גלוי לחברים בלבד/);
  assert.match(await (await get('/p/nowhere/roadmap', hebrew)).text(), /<title>לא נמצא<\/title>/);
  // A reader who chooses another language has another page.
  const etag = headers.get('etag') ?? '';
  const again = (language: string) => get(home, { 'accept-language': language, 'if-none-match': etag });
  const statuses = [(await again('fr')).status, (await again('de')).status];
  assert.deepEqual(statuses, [304, 200]);
});

test('a card has a page of its own, with its description and checklists', async () => {
  const page = await pageAt(`${home}/${card}`);
  for (const text of ['>Ship it</h1>', 'With **care**.', 'Steps', 'Pack the boxes', 'To do', 'ANA-1'])
    assert.ok(page.includes(text), text);
  assert.ok(page.includes('1 comment: only members see them.'));
});

test('the pages name nobody, and have no comments', async () => {
  for (const path of [home, `${home}/${card}`, `${home}/lists/${nth(lists, 0)}`]) {
    const page = await pageAt(path);
    for (const secret of ['@example', 'ada-l', 'bob-k', ada.id, bob.id, member, 'Hmpf'])
      assert.equal(page.includes(secret), false, `${path}: ${secret}`);
  }
});

test('previews of links find a title and a description, and search engines are asked to leave it out', async () => {
  const reply = await get(home);
  const page = await reply.text();
  assert.equal(reply.headers.get('x-robots-tag'), 'noindex');
  for (const tag of [
    '<title>Roadmap</title>',
    '<meta name="robots" content="noindex">',
    '<meta property="og:title" content="Roadmap">',
    '<meta property="og:description" content="Analytical Engines: To do, Done">',
    `<link rel="canonical" href="${service.publicUrl}${home}">`,
  ])
    assert.ok(page.includes(tag), tag);
  assert.match(
    await pageAt(`${home}/${card}`),
    /<meta property="og:title" content="Ship it · Roadmap">\s*<meta property="og:description" content="With \*\*care\*\*\.">/,
  );
});

test('a board may let search engines list it, which only those may decide who share boards', async () => {
  const params = { boardPublicId: board };
  assert.deepEqual(await ada.call(api.publicPages.get, { params }), {
    address: `${service.publicUrl}${home}`,
    allowsIndexing: false,
  });
  const body = { allowsIndexing: true };
  await bob.refused(403, api.publicPages.update, { params, body });
  const before = (await get(home)).headers.get('etag') ?? '';
  await ada.call(api.publicPages.update, { params, body });
  const reply = await get(home, { 'if-none-match': before });
  assert.deepEqual([reply.status, reply.headers.get('x-robots-tag')], [200, null]);
  assert.doesNotMatch(await reply.text(), /noindex/);
  await ada.call(api.publicPages.update, { params, body: { allowsIndexing: false } });
  assert.equal((await get(home)).headers.get('x-robots-tag'), 'noindex');
  const robots = await (await get('/robots.txt')).text();
  assert.match(robots, /^User-agent: \*\nDisallow: \/\nAllow: \/p\/$/m);
});

test('what is not public is answered like what does not exist', async () => {
  const { board: secret, lists: secretLists } = await makeBoard(ada, { workspace });
  await set({ slug: 'secret' }, secret);
  const hidden = await makeCard(ada, nth(secretLists, 0));
  const answerOf = async (path: string) => {
    const reply = await get(path);
    const headers = [...reply.headers.keys()].filter((name) => name !== 'date');
    return { status: reply.status, headers, body: await reply.text() };
  };
  const unknown = await answerOf(`/p/${slug}/nothing`);
  assert.equal(unknown.status, 404);
  assert.match(unknown.body, /There is nothing here/);
  for (const path of [
    'secret',
    `secret/${hidden}`,
    `secret/lists/${nth(secretLists, 0)}`,
    'No%20Slug!',
    secret,
  ])
    assert.deepEqual(await answerOf(`/p/${slug}/${path}`), unknown, path);
  assert.deepEqual(await answerOf('/p/nowhere/roadmap'), unknown);
  // Cards of other boards are not on this one.
  assert.equal((await get(`${home}/${hidden}`)).status, 404);
  assert.equal((await get(`${home}/lists/${nth(secretLists, 0)}`)).status, 404);
  await ada.refused(401, api.publicPages.get, { params: { boardPublicId: secret } }).catch(() => {});
  assert.equal((await ada.call(api.publicPages.get, { params: { boardPublicId: secret } })).address, null);
});

test('a workspace that does not allow public boards has none', async () => {
  const params = { workspacePublicId: workspace };
  await ada.call(api.workspaces.update, { params, body: { allowPublicBoards: false } });
  for (const path of [home, `${home}/${card}`, `${home}/preview.png`])
    assert.equal((await get(path)).status, 404, path);
  await ada.call(api.workspaces.update, { params, body: { allowPublicBoards: true } });
  assert.equal((await get(home)).status, 200);
});

test('archived boards, lists and cards are not there', async () => {
  const made = await makeBoard(ada, { workspace });
  await set({ slug: 'half-gone', visibility: 'public' }, made.board);
  const [archived, inList, left] = await Promise.all([
    makeCard(ada, nth(made.lists, 0), { title: 'archived card' }),
    makeCard(ada, nth(made.lists, 1), { title: 'card of the list' }),
    makeCard(ada, nth(made.lists, 0), { title: 'left' }),
  ]);
  await ada.call(api.cards.archive, { params: { cardPublicId: archived } });
  await ada.call(api.lists.archive, { params: { listPublicId: nth(made.lists, 1) } });
  const path = `/p/${slug}/half-gone`;
  const page = await pageAt(path);
  assert.doesNotMatch(page, /archived card|card of the list|>Done</);
  assert.match(page, />left</);
  for (const gone of [archived, inList, `lists/${nth(made.lists, 1)}`])
    assert.equal((await get(`${path}/${gone}`)).status, 404, gone);
  await pageAt(`${path}/${left}`);
  await set({ isArchived: true }, made.board);
  assert.equal((await get(path)).status, 404);
});

test('tiles have the colors of their covers; pictures are for members', async () => {
  const params = { cardPublicId: await makeCard(ada, nth(lists, 1), { title: 'Paint it' }) };
  await ada.call(api.cards.update, { params, body: { cover: { colour: '#E0218A' } } });
  const page = await pageAt(home);
  assert.match(page, /<li class="card"><div class="cover c-E0218A"><\/div>.*Paint it/);
  assert.match(page, /<style>.*\.c-E0218A\{background:#E0218A\}.*<\/style>/);
  await ada.call(api.cards.update, { params, body: { cover: { newest: true } } });
  assert.doesNotMatch(await pageAt(home), /class="cover/);
});

test('templates of cards are not there', async () => {
  const params = { cardPublicId: await makeCard(ada, nth(lists, 1), { title: 'Release of the month' }) };
  const seen = async () => {
    const { status } = await get(`${home}/${params.cardPublicId}`);
    const pages = await Promise.all([home, `${home}/lists/${nth(lists, 1)}`].map(pageAt));
    return [status, ...pages.map((page) => page.includes('Release of the month'))];
  };
  assert.deepEqual(await seen(), [200, true, true]);
  await ada.call(api.cards.update, { params, body: { isTemplate: true } });
  assert.deepEqual(await seen(), [404, false, false]);
});

test('former addresses lead on, with what follows them', async () => {
  const made = await makeBoard(ada, { workspace });
  await set({ slug: 'first-name', visibility: 'public' }, made.board);
  await set({ slug: 'second-name' }, made.board);
  for (const rest of ['', `/${card}`, '/lists/x?after=a0', '/preview.png?v=1']) {
    const reply = await get(`/p/${slug}/first-name${rest}`);
    assert.deepEqual([reply.status, reply.headers.get('location')], [308, `/p/${slug}/second-name${rest}`]);
  }
});

test('texts of people stay texts', async () => {
  const evil = `</title><script>alert(1)</script>"'><img src=x onerror=alert(2)>كتب&amp;`;
  const long = 'x'.repeat(1990);
  const made = await makeBoard(ada, { workspace, name: evil.slice(0, 90) });
  await set({ slug: 'evil', visibility: 'public' }, made.board);
  const body = { name: evil, boardPublicId: made.board };
  await ada.call(api.lists.create, { body });
  await ada.call(api.labels.update, {
    params: { labelPublicId: nth(made.labels, 0) },
    body: { name: '"><b>bold</b>' },
  });
  const bad = await makeCard(ada, nth(made.lists, 0), {
    title: evil,
    description: evil,
    labelPublicIds: made.labels,
  });
  await ada.call(api.checklists.create, { params: { cardPublicId: bad }, body: { name: evil } });
  await makeCard(ada, nth(made.lists, 0), { title: long });
  for (const path of ['', `/${bad}`, `/lists/${nth(made.lists, 0)}`]) {
    const page = await pageAt(`/p/${slug}/evil${path}`);
    assert.doesNotMatch(page, /<script>|<img src=x|<b>|&amp;amp;amp;/, path);
    assert.ok(page.includes('&lt;script&gt;alert(1)'), path);
    assert.equal(page.match(/<script/g)?.length ?? 0, page.includes('type="module"') ? 1 : 0);
  }
  const page = await pageAt(`/p/${slug}/evil`);
  assert.ok(page.includes(`${'x'.repeat(300)}…</a>`) && !page.includes('x'.repeat(301)));
});

test('nothing is run or styled that the page does not name', async () => {
  const reply = await get(home);
  const policy = reply.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
    assert.ok(policy.split('; ').includes(part), part);
  const [, rules = ''] = /<style>([^<]*)<\/style>/.exec(await reply.text()) ?? [];
  assert.match(rules, /^:root\{--board:\d+;--tint:0\.008\}(?:\.l-\w+\{--colour:#[0-9a-f]{6}\})+$/);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rules));
  assert.ok(policy.includes(`style-src 'self' 'sha256-${Buffer.from(hash).toString('base64')}'`));
});

test('of a long list the first cards are shown, and the others page by page, each once', async () => {
  const made = await makeBoard(ada, { workspace });
  await set({ slug: 'long', visibility: 'public' }, made.board);
  const titles = Array.from({ length: 260 }, (_, n) => `Card number ${n}.`);
  for (const title of titles) await makeCard(ada, nth(made.lists, 0), { title });
  const seen: string[] = [];
  const counts: number[] = [];
  for (let path: string | undefined = `/p/${slug}/long`; path; ) {
    const page: string = await pageAt(path);
    const found = [...page.matchAll(/Card number \d+\./g)].map(([title]) => title);
    counts.push(found.length);
    seen.push(...found);
    path = /<a class="more" href="([^"]+)"/.exec(page)?.[1];
  }
  assert.deepEqual(counts, [50, 200, 10]);
  assert.deepEqual(seen, titles);
});

test('a board of many lists shows some cards of each', async () => {
  const params = { workspacePublicId: workspace };
  const names = Array.from({ length: 100 }, (_, n) => `List ${n}`);
  const { publicId } = await ada.call(api.boards.create, { params, body: { name: 'Wide', lists: names } });
  await set({ slug: 'wide', visibility: 'public' }, publicId);
  const found = await ada.call(api.boards.get, { params: { boardPublicId: publicId } });
  for (const index of [0, 99])
    for (let n = 0; n < 7; n++)
      await makeCard(ada, nth(found.lists, index).publicId, { title: `Card ${index}.` });
  const page = await pageAt(`/p/${slug}/wide`);
  assert.deepEqual([page.match(/>Card 0\.</g)?.length, page.match(/>Card 99\.</g)?.length], [5, 5]);
  assert.equal(page.match(/Show more/g)?.length, 2);
});

test('three statements make a page, and one finds that a reader has the newest', async () => {
  assert.equal(await statementsOf(service, () => get(home)), 3);
  const etag = (await get(home)).headers.get('etag') ?? '';
  const known = () => get(home, { 'if-none-match': etag });
  assert.equal(await statementsOf(service, known), 1);
  const reply = await known();
  assert.deepEqual([reply.status, reply.headers.get('cache-control')], [304, 'private, no-cache']);
  // A browser would use it in place of the one that it has.
  assert.equal(reply.headers.get('content-security-policy'), null);
  await makeCard(ada, nth(lists, 0));
  assert.equal((await known()).status, 200);
});

test('a large page is compressed', async () => {
  const { headers } = await get(`/p/${slug}/long`, { 'accept-encoding': 'gzip' });
  assert.equal(headers.get('content-encoding'), 'gzip');
  assert.equal(headers.get('vary'), 'accept-language, accept-encoding');
});

test('strangers have as many requests for pages as for the API, and share them', async () => {
  const limited = await testService({ ANONYMOUS_RATE_LIMIT: '4' });
  limited.clock.hold();
  const statuses: number[] = [];
  for (const path of ['/p/a/b', '/p/a/b/preview.png', '/api/v1/workspaces/a/boards/b', '/p/a/b/c', '/p/a/b'])
    statuses.push((await fetch(limited.address + path)).status);
  assert.deepEqual(statuses, [404, 404, 404, 404, 429]);
});
