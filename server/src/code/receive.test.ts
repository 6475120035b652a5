import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { connectHost, deliver, gitea, github, gitlab, hosts, type Payloads } from '../testing/code-hosts.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, memberOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

/** A board with a card, whose workspace is connected to a code host. */
async function world({ kind }: Pick<Payloads, 'kind'> = github) {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  const host = await connectHost(ada, made.workspace, kind);
  const { prefix, number } = await nameOf(made.board, card);
  return { ...made, card, host, prefix, key: `${prefix}-${number}` };
}

async function nameOf(board: string, card: string) {
  const { workspace, cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
  const found = cards.find(({ publicId }) => publicId === card);
  return { prefix: workspace.cardPrefix, number: found?.cardNumber ?? 0, mark: found?.pullRequest };
}

const linksOf = async (card: string, by: Pick<Person, 'call'> = ada) =>
  (await by.call(api.cardCode.list, { params: { cardPublicId: card } })).links;

const statesOf = async (card: string) => (await linksOf(card)).map(({ kind, state }) => [kind, state]);

async function historyOf(card: string) {
  const query = { include: ['work' as const, 'apiKey' as const] };
  const { activities } = await ada.call(api.activities.list, { params: { cardPublicId: card }, query });
  return activities.filter(({ type }) => type.startsWith('card.updated.pullRequest'));
}

for (const host of hosts) {
  test(`a pull request of ${host.kind} stands on the card that it names, with its state`, async () => {
    const { host: connected, board, card, key } = await world(host);
    const tell = (given: Parameters<Payloads['pullRequest']>[0]) =>
      deliver(service, connected, ...host.pullRequest(given));
    const title = `${key}: keep the filter`;
    assert.deepEqual(await tell({ title }), { status: 200, outcome: 'linked' });
    const [link] = await linksOf(card);
    assert.deepEqual(
      {
        kind: link?.kind,
        title: link?.title,
        number: link?.number,
        state: link?.state,
        author: link?.author,
      },
      { kind: 'pull-request', title, number: 7, state: 'open', author: 'ada' },
    );
    assert.equal(link?.repository, 'octo/shop');
    assert.equal(link?.host?.kind, host.kind);
    assert.equal((await nameOf(board, card)).mark, 'open');
    await tell({ title, state: 'draft', action: 'converted_to_draft', at: '2026-03-01T10:00:00Z' });
    assert.equal((await nameOf(board, card)).mark, 'draft');
    await tell({ title: 'Keep the filter', state: 'merged', at: '2026-03-01T11:00:00Z', by: 'grace' });
    assert.deepEqual(await statesOf(card), [['pull-request', 'merged']], 'a title that names it no more');
    assert.equal((await nameOf(board, card)).mark, 'merged');
    const history = await historyOf(card);
    assert.deepEqual(
      history.map(({ type, change, apiKey }) => [
        type.split('.').at(-1),
        (change?.to as { by?: string } | undefined)?.by,
        apiKey?.codeHost,
      ]),
      [
        ['merged', 'grace', connected.publicId],
        ['drafted', 'ada', connected.publicId],
        ['opened', 'ada', connected.publicId],
      ],
    );
  });

  test(`branches and commits of ${host.kind} stand on the cards that they name`, async () => {
    const { host: connected, card, key, lists, board } = await world(host);
    const other = await makeCard(ada, nth(lists, 0));
    const { prefix, number } = await nameOf(board, other);
    const messages = [`Fix ${key}\n\nand more`, 'Nothing named', `See ${prefix}-${number}, ${key}`];
    const branch = `feature/${key}-filter`;
    await deliver(service, connected, ...host.push({ branch, messages }));
    const links = await linksOf(card);
    assert.deepEqual(links.map(({ kind, title }) => `${kind} ${title}`).sort(), [
      `branch ${branch}`,
      `commit Fix ${key}`,
      `commit See ${prefix}-${number}, ${key}`,
    ]);
    assert.equal(links.find(({ kind }) => kind === 'branch')?.url, host.branchUrl(branch));
    assert.match(links.find(({ kind }) => kind === 'commit')?.commit ?? '', /^[0-9a-f]{40}$/);
    assert.equal((await linksOf(other)).length, 1);
    await deliver(service, connected, ...host.push({ branch, gone: true, at: '2026-03-02T09:30:00Z' }));
    const [branchLink] = (await linksOf(card)).filter(({ kind }) => kind === 'branch');
    assert.equal(branchLink?.state, 'deleted');
    assert.deepEqual(await historyOf(card), []);
  });

  test(`a forged delivery of ${host.kind} changes nothing, and says so`, async () => {
    const { host: connected, card, key, workspace } = await world(host);
    const [event, payload] = host.pullRequest({ title: key });
    for (const secret of ['', 'another', connected.secret.slice(0, -1)]) {
      assert.equal((await deliver(service, { ...connected, secret }, event, payload)).status, 403);
    }
    const bare = { method: 'POST', body: JSON.stringify(payload) };
    assert.equal((await service.raw(`/hooks/code/${connected.publicId}`, bare)).status, 403);
    assert.deepEqual(await linksOf(card), []);
    const [shown] = await ada.call(api.codeHosts.list, { params: { workspacePublicId: workspace } });
    assert.ok(shown?.lastRefusedAt);
    assert.equal(shown.lastDeliveredAt, null);
  });
}

test('the signature is of every byte', async () => {
  const { host, key } = await world();
  const [event, payload] = github.pullRequest({ title: key });
  const body = JSON.stringify(payload);
  const signed = createHmac('sha256', host.secret).update(body).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${signed}` };
  assert.equal((await deliver(service, host, event, `${body} `, headers)).status, 403);
  assert.equal((await deliver(service, host, event, body, headers)).status, 200);
});

test('GitLab may sign instead of sending the secret, and Forgejo names its own header', async () => {
  const { host, card, key } = await world(gitlab);
  const [event, payload] = gitlab.pullRequest({ title: key });
  const body = JSON.stringify(payload);
  const key64 = Buffer.from(host.secret.slice('whsec_'.length), 'base64');
  const sign = (text: string) =>
    `v1,${createHmac('sha256', key64).update(`id.1772357400.${text}`).digest('base64')}`;
  const headers = { 'x-gitlab-token': '', 'webhook-id': 'id', 'webhook-timestamp': '1772357400' };
  const forged = { ...headers, 'webhook-signature': sign(`${body} `) };
  assert.equal((await deliver(service, host, event, body, forged)).status, 403);
  await deliver(service, host, event, body, { ...headers, 'webhook-signature': `v1,AAAA ${sign(body)}` });
  assert.equal((await linksOf(card)).length, 1);

  const there = await world(gitea);
  const [, opened] = gitea.pullRequest({ title: there.key });
  const text = JSON.stringify(opened);
  const signature = createHmac('sha256', there.host.secret).update(text).digest('hex');
  const own = { 'x-forgejo-event': 'pull_request', 'x-forgejo-signature': signature };
  const path = `/hooks/code/${there.host.publicId}`;
  assert.equal((await service.raw(path, { method: 'POST', body: text, headers: own })).status, 200);
  assert.equal((await linksOf(there.card)).length, 1);
});

test('GitHub may send a form', async () => {
  const { host, card, key } = await world();
  const [event, payload] = github.pullRequest({ title: `${key} & more + “signs”` });
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await deliver(service, host, event, body, headers)).outcome, 'linked');
  assert.equal(nth(await linksOf(card), 0).title, `${key} & more + “signs”`);
});

test('the same delivery again does nothing, under whatever name', async () => {
  const { host, card, key, workspace } = await world();
  const [event, payload] = github.pullRequest({ title: key });
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((n) => deliver(service, host, event, payload, { 'x-github-delivery': `${n}` })),
  );
  assert.deepEqual(outcomes.map(({ outcome }) => String(outcome)).sort(), [
    'linked',
    'repeated',
    'repeated',
    'repeated',
  ]);
  assert.equal((await linksOf(card)).length, 1);
  assert.equal((await historyOf(card)).length, 1);
  const at = { workspacePublicId: workspace, codeHostPublicId: host.publicId };
  const { deliveries } = await ada.call(api.codeHosts.deliveries, { params: at });
  assert.deepEqual(
    deliveries.map(({ event: name, outcome, cards, repeats }) => [name, outcome, cards, repeats]),
    [['pull_request', 'linked', 1, 3]],
  );
});

test('deliveries in any order leave the newest state, and what is merged stays so', async () => {
  const steps = [
    { title: '', state: 'open', at: '2026-03-01T09:00:00Z' },
    { title: '', state: 'closed', action: 'closed', at: '2026-03-01T10:00:00Z' },
    { title: '', state: 'open', action: 'reopened', at: '2026-03-01T11:00:00Z' },
    { title: '', state: 'merged', at: '2026-03-01T12:00:00Z' },
    { title: '', state: 'merged', action: 'edited', at: '2026-03-01T13:00:00Z' },
  ] as const;
  for (let seed = 0; seed < 12; seed++) {
    const { host, card, key, board } = await world();
    const order = steps.toSorted(
      (a, b) =>
        (((steps.indexOf(a) + 1) * (seed + 3) * 7) % 11) - (((steps.indexOf(b) + 1) * (seed + 3) * 7) % 11),
    );
    for (const step of order) await deliver(service, host, ...github.pullRequest({ ...step, title: key }));
    assert.deepEqual(await statesOf(card), [['pull-request', 'merged']], `order ${seed}`);
    assert.equal((await nameOf(board, card)).mark, 'merged');
  }
});

test('of two changes in one second, the one that ends more counts', async () => {
  const { host, card, key } = await world();
  await deliver(service, host, ...github.pullRequest({ title: key, state: 'closed' }));
  await deliver(service, host, ...github.pullRequest({ title: key, state: 'open' }));
  assert.deepEqual(await statesOf(card), [['pull-request', 'closed']]);
});

test('only cards of the workspace are named, and only by their keys', async () => {
  const { host, card, key, prefix } = await world();
  const elsewhere = await world(gitlab);
  const titles = [
    `X${key}`,
    `${key}0`,
    `_${key}`,
    `${key}_`,
    `${key}a`,
    key.toLowerCase(),
    `https://tasks.example.com/${key}`,
    `see example.com/${key}`,
    `(https://x.example/?q=${key})`,
    `${prefix} ${key.slice(prefix.length + 1)}`,
    `${prefix}-0`,
    `${prefix}-99999999999999999999`,
    'nothing',
  ];
  for (const [number, title] of titles.entries()) {
    const told = github.pullRequest({ title, number: number + 1 });
    assert.equal((await deliver(service, host, ...told)).outcome, 'unnamed', title);
  }
  const texts = [key, `[${key}]`, `${key}: x`, `x/${key}`, `“${key}”, and more`, `${key}-x`, `ü ${key}.`];
  for (const [number, title] of texts.entries()) {
    const given = github.pullRequest({ title: 'Named in its text', body: title, number: number + 100 });
    assert.equal((await deliver(service, host, ...given)).outcome, 'linked', title);
  }
  assert.deepEqual(await linksOf(elsewhere.card), []);
  assert.equal((await linksOf(card)).length, texts.length);
});

test('events that are not used are taken, and what cannot be read is said to be so', async () => {
  const { host, key } = await world();
  const ping = { zen: 'Keep it logically awesome.', hook_id: 1, repository: { id: 1 } };
  assert.deepEqual(await deliver(service, host, 'ping', ping), { status: 200, outcome: 'unused' });
  const comment = { action: 'created', comment: { body: `${key} from ourselves` } };
  assert.equal((await deliver(service, host, 'issue_comment', comment)).outcome, 'unused');
  const tag = { ...github.push({ branch: key })[1], ref: `refs/tags/${key}` };
  assert.equal((await deliver(service, host, 'push', tag)).outcome, 'unused');
  const bad = [
    '',
    '{',
    '[]',
    'null',
    '1',
    '"x"',
    '{"pull_request":1}',
    '['.repeat(100) + ']'.repeat(100),
    '\ufffd',
    'payload=%',
  ];
  for (const text of bad) {
    assert.deepEqual(
      await deliver(service, host, 'pull_request', text),
      { status: 200, outcome: 'unreadable' },
      text,
    );
  }
  for (const url of ['javascript:alert(1)', 'ftp://x.example', 'https://ada:secret@x.example/', '']) {
    const [event, payload] = github.pullRequest({ title: key });
    const { pull_request: of } = payload as { pull_request: object };
    const given = { ...payload, pull_request: { ...of, html_url: url } };
    assert.equal((await deliver(service, host, event, given)).outcome, 'unreadable', url);
  }
});

test('hostile texts are cut and cleaned', async () => {
  const { host, card, key } = await world();
  const title = `${key} <script>alert(1)</script>\u202e\u0000\n${'x'.repeat(1000)}`;
  await deliver(service, host, ...github.pullRequest({ title }));
  const [link] = await linksOf(card);
  assert.match(link?.title ?? '', /^\S+ <script>alert\(1\)<\/script>/);
  for (const sign of ['\u202e', '\u0000', '\n']) assert.ok(!link?.title.includes(sign));
  assert.ok((link?.title.length ?? 0) <= 301);
});

test('a delivery changes at most 50 cards, and of many commits the last ones are looked at', async () => {
  const { host, card, key, prefix } = await world();
  const many = Array.from({ length: 200 }, (_, n) => `${prefix}-${n + 1000}`).join(' ');
  assert.equal(
    (await deliver(service, host, ...github.pullRequest({ title: key, body: many }))).outcome,
    'linked',
  );
  const messages = Array.from({ length: 1000 }, (_, n) => `${key} ${n}`);
  const [event, payload] = github.push({ branch: 'main', messages });
  assert.equal((await deliver(service, host, event, payload)).outcome, 'linked');
  const { links, hasMore, nextCursor } = await ada.call(api.cardCode.list, {
    params: { cardPublicId: card },
    query: { limit: 100 },
  });
  assert.deepEqual([links.length, hasMore], [100, true]);
  const seen = new Set(links.map(({ publicId }) => publicId));
  for (let cursor = nextCursor; cursor !== null; ) {
    const page = await ada.call(api.cardCode.list, { params: { cardPublicId: card }, query: { cursor } });
    for (const { publicId } of page.links) seen.add(publicId);
    cursor = page.nextCursor;
  }
  assert.equal(seen.size, 201, 'two hundred commits and the pull request');
  const more = github.push({ branch: 'main', messages: [`${key} one more`] });
  await deliver(service, host, ...more);
  assert.equal(
    (await linksOf(card)).some(({ title }) => title.endsWith('one more')),
    false,
    'there is no room',
  );
});

test('a delivery of more than 1 MiB is refused', async () => {
  const { host, key } = await world();
  const [event, payload] = github.pullRequest({ title: key, body: 'x'.repeat(1024 ** 2) });
  assert.equal((await deliver(service, host, event, payload)).status, 413);
  const values = JSON.stringify({ pull_request: Array.from({ length: 70_000 }, () => 1) });
  assert.equal((await deliver(service, host, event, values)).outcome, 'unreadable');
});

test('cards that whoever connected the host may not change are left alone', async () => {
  const { workspace, host, key, card, board } = await world();
  const eve = await service.signUp('eve');
  const member = await addMember(service, workspace, eve, { granted: ['workspace:manage'] });
  const hers = await connectHost(eve, workspace, 'github');
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  assert.equal((await deliver(service, hers, ...github.pullRequest({ title: key }))).outcome, 'no-access');
  assert.deepEqual(await linksOf(card), []);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'workspace' } });
  await service.sql(`update members set status = 'paused' where id = '${member}'`);
  assert.equal(
    (await deliver(service, hers, ...github.pullRequest({ title: key, number: 8 }))).outcome,
    'no-access',
  );
  assert.equal((await deliver(service, host, ...github.pullRequest({ title: key }))).outcome, 'linked');
  await service.sql(`update users set disabled_at = 1 where id = '${eve.id}'`);
  assert.equal(
    (await deliver(service, hers, ...github.pullRequest({ title: key, number: 9 }))).outcome,
    'no-access',
  );
  assert.ok(await memberOf(service, workspace, ada));
});

test('an archived card takes what names it, one in the trash does not', async () => {
  const { host, key, card } = await world();
  await ada.call(api.cards.archive, { params: { cardPublicId: card } });
  assert.equal((await deliver(service, host, ...github.pullRequest({ title: key }))).outcome, 'linked');
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  assert.equal(
    (await deliver(service, host, ...github.pullRequest({ title: key, number: 8 }))).outcome,
    'unnamed',
  );
});

test('the address works as long as the workspace and the connection are there', async () => {
  const { workspace, host, key, card } = await world();
  const at = { workspacePublicId: workspace, codeHostPublicId: host.publicId };
  await deliver(service, host, ...github.pullRequest({ title: key }));
  const { secret } = await ada.call(api.codeHosts.rotateSecret, { params: at });
  const next = () =>
    github.pullRequest({ title: key, number: 8, at: new Date(service.clock.now() / 1000).toISOString() });
  assert.equal((await deliver(service, host, ...next())).status, 200, 'the previous secret, for a day');
  assert.equal((await deliver(service, { ...host, secret }, ...next())).status, 200);
  service.clock.pass(25 * 3600 * 1_000_000);
  assert.equal((await deliver(service, host, ...next())).status, 403);
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: workspace } });
  assert.equal((await deliver(service, { ...host, secret }, ...next())).status, 404);
  await ada.call(api.workspaces.restore, { params: { workspacePublicId: workspace } });
  await ada.call(api.codeHosts.delete, { params: at });
  assert.equal((await deliver(service, { ...host, secret }, ...next())).status, 404);
  const [link] = await linksOf(card);
  assert.equal(link?.host, null, 'what stands on cards stays');
});

test('the secret is in no reply but the first, and only who manages the workspace makes connections', async () => {
  const { workspace, host } = await world();
  const params = { workspacePublicId: workspace };
  assert.match(host.secret, /^whsec_/);
  const listed = await ada.call(api.codeHosts.list, { params });
  assert.equal(JSON.stringify(listed).includes('whsec_'), false);
  const eve = await service.signUp('eve-without-rights');
  await addMember(service, workspace, eve);
  await eve.refused(403, api.codeHosts.list, { params });
  await eve.refused(403, api.codeHosts.create, { params, body: { kind: 'github' } });
  for (let made = 1; made < 20; made++) await connectHost(ada, workspace, 'github');
  await ada.refused(409, api.codeHosts.create, { params, body: { kind: 'github' } });
});

test('what stands on a card can be taken off it', async () => {
  const { host, key, card, board } = await world();
  await deliver(service, host, ...github.pullRequest({ title: key }));
  const { publicId } = nth(await linksOf(card), 0);
  const params = { cardPublicId: card, codeLinkPublicId: publicId };
  const types = await service.recorded(() => ada.call(api.cardCode.unlink, { params }));
  assert.deepEqual(types, ['card.updated.code']);
  assert.deepEqual(await linksOf(card), []);
  assert.equal((await nameOf(board, card)).mark, undefined);
  await ada.refused(404, api.cardCode.unlink, { params });
});

test('of what a host delivered the last two hundred are kept', async () => {
  const { host, workspace } = await world();
  for (let n = 0; n < 205; n++) await deliver(service, host, 'ping', { hook_id: n });
  const params = { workspacePublicId: workspace, codeHostPublicId: host.publicId };
  const [kept] = await service.sql<{ count: number }>(
    `select count(*) as count from code_deliveries where host_id = '${host.publicId}'`,
  );
  assert.equal(Number(kept?.count), 200);
  const { deliveries } = await ada.call(api.codeHosts.deliveries, { params, query: { limit: 100 } });
  assert.equal(deliveries.length, 100);
});
