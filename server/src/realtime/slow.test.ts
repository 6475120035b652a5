import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { allPermissions } from '../../../contract/permissions.ts';
import type { LiveEvent } from '../../../contract/subscribe.ts';
import type { ChangeLog, Listener } from '../base/changes/log.ts';
import { turnsOn } from '../base/http/turns.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { listen } from '../testing/live.ts';
import { testService } from '../testing/service.ts';
import { EventStream } from './event-stream.ts';
import { Hub } from './hub.ts';
import { Reader } from './reader.ts';

/* More is sent than a connection accepts at once. */

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, lists } = await makeBoard(ada);
const longest = '\u{1F600}'.repeat(10_000);

async function position(): Promise<number> {
  const [row] = await service.sql(
    `select max(position) as position from changes where workspace_id = '${workspace}'`,
  );
  return Number(row?.position);
}

const newCard = () => makeCard(ada, nth(lists, 0));

const commentOn = (cardPublicId: string, comment = longest) =>
  ada.call(api.comments.create, { params: { cardPublicId }, body: { comment } });

/** Changes one comment many times; each event contains all of it. */
async function changeOften(times: number): Promise<void> {
  const card = await newCard();
  const { publicId } = await commentOn(card);
  const params = { cardPublicId: card, commentPublicId: publicId };
  for (let n = 1; n < times; n++)
    await ada.call(api.comments.update, { params, body: { comment: `${n}${longest.slice(8)}` } });
}

/** Parses the events of a stream; each position must follow all events up to it and precede all later ones. */
function checked(text: string): { events: LiveEvent[]; positions: number[] } {
  const [events, positions]: [LiveEvent[], number[]] = [[], []];
  for (const block of text.split('\n\n').slice(0, -1)) {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined) continue;
    const said = JSON.parse(data);
    const passed = positions.at(-1) ?? -1;
    assert.ok(said.position > passed, `${said.position} is told after ${passed}`);
    if (!/^id: /m.test(block)) events.push(said);
    else if (positions.push(said.position) > 1) assert.equal(events.at(-1)?.position, said.position);
  }
  return { events, positions };
}

test('a reader that missed many of the longest comments gets all of them, with positions in between', async () => {
  const card = await newCard();
  const from = await position();
  for (let n = 0; n < 100; n++) await commentOn(card);
  const stream = await listen(service, ada, workspace, { after: from });
  await stream.reached(await position());
  const { events, positions } = checked(stream.text());
  assert.equal(events.filter(({ comment }) => comment).length, 100);
  assert.ok(positions.length > 10, `${positions.length} positions`);
  assert.equal(stream.isEnded(), false);
});

test('who takes little of what it missed keeps nobody waiting, and misses nothing', async () => {
  const from = await position();
  await changeOften(300);
  const path = `/workspaces/${workspace}/events?after=${from}`;
  const headers = { authorization: `Bearer ${ada.token}` };
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(`${service.baseUrl}${path}`, { headers }, resolve),
  );
  after(() => response.destroy());
  const other = await listen(service, ada, workspace);
  await newCard();
  const last = await position();
  await other.reached(last);
  let text = '';
  response.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  await until(() => text.includes(`id: ${last}\n`));
  await until(() => text.endsWith('\n\n'));
  const { events } = checked(text);
  assert.equal(events.filter(({ comment }) => comment).length, 300);
  assert.deepEqual(
    [...new Set(events.map((event) => event.position))],
    Array.from({ length: last - from }, (_, n) => from + 1 + n),
  );
});

/** A hub whose change log is controlled by the test, which delivers all changes at once. */
async function hubOf(t: { after(done: () => void): void }, from: number) {
  const { promise: listening, resolve } = Promise.withResolvers<Listener>();
  const follow: ChangeLog['follow'] = async (_, listener) => {
    resolve(listener);
    return { position: from, end: () => {} };
  };
  const { db, clock, changeLog } = service;
  const hub = new Hub(
    {
      db,
      turns: turnsOn(db.engine),
      clock,
      changeLog: { since: (...given) => changeLog.since(...given), follow },
      failed: assert.ifError,
    },
    workspace,
    () => {},
  );
  t.after(() => hub.readers().forEach(({ stream }) => stream.end()));
  const join = (peer: Writable, asked?: number) => {
    const credential = { kind: 'session', id: '', lastUsedAt: 0 } as const;
    const limits = { mask: allPermissions, workspaceId: null, openBoards: null, limited: true };
    const actor = { userId: ada.id, email: ada.email, name: '', timeZone: null, credential, ...limits };
    hub.join(
      new Reader(actor, new EventStream(peer), { workspaceId: '', boardId: null, after: 0, filter: null }),
      asked,
    );
  };
  join(new Writable({ write: (_, __, taken) => taken() }));
  return { join, tell: await listening };
}

test('a batch that is more than may wait is followed by who takes it, and cuts off who does not', async (t) => {
  const from = await position();
  await changeOften(90);
  const { changes } = await service.changeLog.since(workspace, from, 100);
  const { join, tell } = await hubOf(t, from);
  let [text, taken] = ['', ''];
  const taking = new Writable({
    write: (piece, _, done) => {
      text += piece;
      setImmediate(done);
    },
  });
  const stuck = new Writable({
    write: (piece) => {
      taken += piece;
    },
  });
  join(taking);
  join(stuck);
  await until(() => text.includes('id: '));
  tell(changes);
  await until(() => text.includes(`id: ${changes.at(-1)?.position}\n`));
  assert.equal(checked(text).events.filter(({ comment }) => comment).length, 90);
  assert.equal(taking.destroyed, false);
  assert.equal(stuck.destroyed, true);
  assert.ok(stuck.writableLength <= 1024 ** 2);
  assert.equal(taken, 'retry: 300\n\n');
});

test('of what it missed, no more waits for a reader than it can be sent at once', async (t) => {
  const from = await position();
  await changeOften(90);
  const last = await position();
  const { join } = await hubOf(t, last);
  let text = '';
  let most = 0;
  const slow = new Writable({
    write(piece, _, done) {
      most = Math.max(most, slow.writableLength);
      text += piece;
      setTimeout(done, 5);
    },
  });
  join(slow, from);
  await until(() => text.includes(`id: ${last}\n`));
  assert.equal(checked(text).events.filter(({ comment }) => comment).length, 90);
  assert.ok(most < 512 * 1024, `${most} bytes waited`);
});
