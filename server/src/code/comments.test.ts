import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day, hour, minute, second } from '../base/clock.ts';
import { connectHost, deliver, gitea, github, gitlab, type Payloads } from '../testing/code-hosts.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type Answer, receiver } from '../testing/receiver.ts';
import { testService } from '../testing/service.ts';

/* Comments on pull requests, at hosts that stand on loopback. The clock stands. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
service.clock.hold();

const token = 'a-token';

async function world({ kind }: Pick<Payloads, 'kind'>, answer?: Answer) {
  const { workspace, board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Secret plan' });
  const host = await connectHost(ada, workspace, kind);
  const at = { params: { workspacePublicId: workspace, codeHostPublicId: host.publicId } };
  const stand = await receiver(answer);
  const shown = await ada.call(api.codeHosts.setToken, { ...at, body: { token, url: `${stand.url}/api/` } });
  const { workspace: of } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
  const keyOf = async (id: string) =>
    `${of.cardPrefix}-${(await ada.call(api.cards.get, { params: { cardPublicId: id } })).cardNumber}`;
  const hostNow = async () =>
    (await ada.call(api.codeHosts.list, { params: { workspacePublicId: workspace } }))[0]?.comments;
  return { workspace, board, lists, card, host, at, shown, keyOf, hostNow, received: stand.received };
}

/** Posts what is due after some time. */
async function after(time: number): Promise<void> {
  service.clock.pass(time);
  await service.jobs.run('code-comments');
}

const kinds = [
  {
    host: github,
    path: '/api/repos/octo/shop/issues/7/comments',
    header: 'authorization',
    value: `Bearer ${token}`,
  },
  {
    host: gitea,
    path: '/api/repos/octo/shop/issues/7/comments',
    header: 'authorization',
    value: `token ${token}`,
  },
  {
    host: gitlab,
    path: /^\/api\/projects\/\d+\/merge_requests\/7\/notes$/,
    header: 'private-token',
    value: token,
  },
];

for (const { host, path, header, value } of kinds) {
  test(`a pull request of ${host.kind} is told which cards it stands on, once for each`, async () => {
    const { host: connected, card, lists, keyOf, received, shown, hostNow } = await world(host);
    assert.equal(shown.comments?.problem, null);
    assert.doesNotMatch(JSON.stringify(shown), /a-token/);
    const other = await makeCard(ada, nth(lists, 0), { title: 'Other' });
    const [key, otherKey] = [await keyOf(card), await keyOf(other)];
    const tell = (title: string, more: object = {}) =>
      deliver(service, connected, ...host.pullRequest({ title, ...more }));
    await tell(`${key}: one`);
    await tell(`${key} and ${otherKey}`, { at: '2026-03-01T10:00:00Z' });
    await after(second);
    assert.equal(received.length, 0, 'it may name more');
    await after(10 * second);
    await after(minute);
    assert.equal(received.length, 1);
    const { method, url, headers, body } = nth(received, 0);
    if (typeof path === 'string') assert.equal(url, path);
    else assert.match(url, path);
    assert.deepEqual([method, headers[header]], ['POST', value]);
    const link = (of: string, id: string) => `[${of}](${service.publicUrl}/c/${id})`;
    assert.deepEqual(JSON.parse(body), { body: `Stands on ${link(key, card)}, ${link(otherKey, other)}` });
    assert.ok((await hostNow())?.lastPostedAt);
    await tell(`${key} and ${otherKey}`, { state: 'merged', at: '2026-03-01T11:00:00Z' });
    await after(minute);
    assert.equal(received.length, 1);
  });
}

test('what came before the token, is over, or is off the card is not commented on', async () => {
  const { host, card, at, keyOf, received, workspace, lists } = await world(github);
  const key = await keyOf(card);
  await deliver(service, host, ...github.pullRequest({ title: key, state: 'merged' }));
  await after(minute);
  const gone = await makeCard(ada, nth(lists, 0), { title: 'Gone' });
  await deliver(
    service,
    host,
    ...github.pullRequest({ title: await keyOf(gone), at: '2026-03-01T10:00:00Z' }),
  );
  await ada.call(api.cards.delete, { params: { cardPublicId: gone } });
  await after(minute);
  const cut = await makeCard(ada, nth(lists, 0), { title: 'Cut' });
  await deliver(
    service,
    host,
    ...github.pullRequest({ title: await keyOf(cut), at: '2026-03-01T11:00:00Z' }),
  );
  assert.equal((await ada.call(api.codeHosts.forgetToken, at)).comments, null);
  await after(minute);
  assert.equal((await ada.call(api.codeHosts.forgetToken, at)).comments, null);
  assert.deepEqual(received, []);
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: workspace }, query: {} });
  assert.doesNotMatch(JSON.stringify(entries), /a-token/);
});

test('a host that does not take it is asked again, later each time, for a day; a refusal is final and said', async () => {
  let status = 503;
  const { host, card, keyOf, received, hostNow, lists } = await world(github, (response) =>
    response.writeHead(status).end(),
  );
  await deliver(service, host, ...github.pullRequest({ title: await keyOf(card) }));
  await after(10 * second);
  assert.deepEqual([received.length, (await hostNow())?.problem], [1, 'status 503']);
  await after(10 * second);
  assert.equal(received.length, 1);
  await after(2 * minute);
  assert.equal(received.length, 2);
  for (let hours = 0; hours < 30; hours++) await after(hour);
  const attempts = () => received.length;
  const tried = attempts();
  assert.ok(tried < 20);
  await after(2 * day);
  assert.equal(received.length, tried);
  status = 401;
  const other = await makeCard(ada, nth(lists, 0), { title: 'Other' });
  await deliver(
    service,
    host,
    ...github.pullRequest({ title: await keyOf(other), at: '2026-03-01T10:00:00Z' }),
  );
  await after(10 * second);
  await after(hour);
  assert.deepEqual([received.length, (await hostNow())?.problem], [tried + 1, 'status 401']);
});

test('a name that is no repository, and an address inside the network, are never called', async () => {
  const { host, card, at, keyOf, received, hostNow } = await world(github);
  const [event, payload] = github.pullRequest({ title: await keyOf(card) });
  const repository = { ...(payload as { repository: object }).repository, full_name: '../../user?x=' };
  await deliver(service, host, event, { ...payload, repository });
  await after(minute);
  assert.deepEqual([received, (await hostNow())?.problem], [[], 'unknown repository']);
  const inside = { token, url: 'http://169.254.169.254/latest' };
  await ada.refused(400, api.codeHosts.setToken, { ...at, body: inside });
});

test('a Gitea needs the address of its API', async () => {
  const { workspace } = await makeBoard(ada);
  const { publicId } = await connectHost(ada, workspace, 'gitea');
  const params = { workspacePublicId: workspace, codeHostPublicId: publicId };
  const refused = await ada.refused(400, api.codeHosts.setToken, { params, body: { token } });
  assert.match(refused.message, /must have the field url/);
});
