import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { addressOf } from '../../../../contract/client.ts';
import { takesPublicId } from '../../../../contract/headers.ts';
import { idTimes, makePublicId, timeOfId } from '../../../../contract/ids.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { engine, testDatabase } from '../../testing/database.ts';
import { exampleInput, type Input } from '../../testing/example-input.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { addMember, keyOf } from '../../testing/members.ts';
import { type Person, testService } from '../../testing/service.ts';
import { makeThings } from '../../testing/things.ts';
import { forgetIds } from '../changes/claimed-ids.ts';
import { forgetKeys, keyTime } from '../changes/idempotency.ts';

/* Client-made ids: a client that creates something knows its id before the answer arrives, and may retry. */

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');
const eve = await service.signUp('eve');
const things = await makeThings(service, ada, await service.signUp('target'));
await addMember(service, things.workspace, eve);
const foreign = await makeThings(service, eve, await service.signUp('elsewhere'));

const creates = operations.filter(takesPublicId);
const now = () => service.clock.now() / 1000;

/** A valid input that creates something, with an id. */
const withId = (operation: Operation, publicId = makePublicId(now()), where = things): Input => {
  const { body, ...input } = exampleInput(operation, where);
  return { ...input, body: { ...body, publicId } };
};

interface Sent {
  caller?: Pick<Person, 'token'>;
  node?: number;
  key?: string;
}

async function send(operation: Operation, { params, query, body }: Input, sent: Sent = {}) {
  const response = await nth(nodes, (sent.node ?? 0) % nodes.length).raw(
    addressOf(operation, params, query),
    {
      method: operation.method,
      headers: {
        authorization: `Bearer ${(sent.caller ?? ada).token}`,
        'content-type': 'application/json',
        ...(sent.key ? { 'idempotency-key': sent.key } : {}),
      },
      body: JSON.stringify(body),
    },
  );
  const reply = (await response.json()) as { publicId?: string; issues?: { message: string }[] };
  const { status, headers } = response;
  return { status, reply, replayed: headers.get('idempotent-replayed'), issue: reply.issues?.[0]?.message };
}

/** For operations without 409 in the specification it is 400. */
const taken = ({ errors }: Operation) => (errors.includes(409) ? 409 : 400);

test('what can be created with an id', () => {
  const expected = ['createCard', 'createChecklist', 'createChecklistItem', 'createComment', 'createList'];
  assert.deepEqual(creates.map(({ id }) => id).toSorted(), [...expected, 'duplicateCard']);
});

for (const operation of creates) {
  test(`${operation.id} takes the id, and does it once however often it is sent`, async () => {
    const input = withId(operation);
    const first = await send(operation, input);
    assert.deepEqual([first.status, first.replayed], [200, null], first.issue);
    assert.equal(first.reply.publicId, input.body?.publicId);
    const types = await service.recorded(async () => {
      for (const sent of [{}, { key: `key of ${operation.id}`.replaceAll(' ', '-') }]) {
        const again = await send(operation, input, sent);
        assert.deepEqual([again.status, again.replayed], [200, 'true'], again.issue);
        assert.deepEqual(again.reply, first.reply);
      }
    });
    assert.deepEqual(types, []);
  });

  test(`${operation.id} refuses an id that is taken, no matter by what, and says no more than that`, async () => {
    const input = withId(operation);
    await send(operation, input);
    const publicId = String(input.body?.publicId);
    const ids = [foreign.card, foreign.list, foreign.comment, foreign.checklist, foreign.checklistItem];
    const others = [...ids, foreign.board, foreign.label, foreign.attachment, things.card];
    const types = await service.recorded(async () => {
      const refused = [
        await send(operation, { ...input, body: { ...input.body, more: 'content' } }),
        await send(operation, input, { caller: eve }),
        await send(operation, input, { caller: { token: (await keyOf(service, ada, ['card:view'])).key } }),
        ...(await Promise.all(others.map((id) => send(operation, withId(operation, id))))),
        ...(await Promise.all(
          creates.map((each) => send(each, withId(each, publicId, foreign), { caller: eve })),
        )),
      ];
      for (const { status, issue } of refused) {
        assert.ok(status === 409 || status === 400, String(status));
        assert.equal(issue, 'body/publicId is taken');
      }
      assert.equal(refused[0]?.status, taken(operation));
    });
    assert.deepEqual(types, []);
  });

  test(`${operation.id} refuses an id that is none, of the future, or too old`, async () => {
    const minute = 60_000;
    const times: [number, RegExp | undefined][] = [
      [idTimes.ahead - minute, undefined],
      [idTimes.ahead + minute, /^body\/publicId is an id of the future$/],
      [minute - idTimes.behind, undefined],
      [-idTimes.behind - minute, /^body\/publicId is too old$/],
    ];
    for (const [off, message] of times) {
      const { status, issue } = await send(operation, withId(operation, makePublicId(now() + off)));
      assert.equal(status, message ? 400 : 200, issue);
      if (message) assert.match(issue ?? '', message);
    }
    for (const id of ['', 'mi8f3k2a7q0x4v9', 'mi8f3k2a7q0x4v9zz', 'MI8F3K2A7Q0X4V9Z', 'mi8f3k2a-q0x4v9z']) {
      const { status, issue } = await send(operation, withId(operation, id));
      assert.equal(status, 400);
      assert.match(issue ?? '', /^body\/publicId /);
    }
  });
}

test('of 32 that ask with one id at once, on two nodes, one is carried out and all get its answer', async () => {
  for (const operation of creates) {
    const input = withId(operation);
    const types = await service.recorded(async () => {
      const all = await Promise.all(
        Array.from({ length: 32 }, (_, node) => send(operation, input, { node })),
      );
      assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
      assert.equal(all.filter(({ replayed }) => replayed === null).length, 1);
    });
    assert.equal(types.length, 1, operation.id);
  }
});

test('of many that create different things under one id at once, in two workspaces, one does', async () => {
  for (let round = 0; round < 4; round++) {
    const publicId = makePublicId(now());
    const types = await service.recorded(async () => {
      const all = await Promise.all(
        creates.flatMap((operation, n) => [
          send(operation, withId(operation, publicId), { node: n }),
          send(operation, withId(operation, publicId, foreign), { node: n + 1, caller: eve }),
        ]),
      );
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      for (const { status, issue } of all) if (status !== 200) assert.equal(issue, 'body/publicId is taken');
    });
    assert.equal(types.length, 1);
  }
});

test('what was refused leaves its id free', async () => {
  const input = withId(api.cards.create);
  const refused = await send(api.cards.create, {
    ...input,
    body: { ...input.body, labelPublicIds: [foreign.label] },
  });
  assert.equal(refused.status, 400);
  assert.equal((await send(api.cards.create, input, { caller: eve })).status, 200);
});

test('a key and an id stand for one request: either is enough to be answered again', async () => {
  const input = withId(api.cards.create);
  const first = await send(api.cards.create, input, { key: 'both' });
  const otherId = withId(api.cards.create);
  const all = [
    await send(api.cards.create, input, { key: 'both' }),
    await send(api.cards.create, input),
    await send(api.cards.create, input, { key: 'another' }),
    await send(api.cards.create, otherId, { key: 'both' }),
  ];
  assert.deepEqual(
    all.map(({ status, replayed }) => [status, replayed]),
    [
      [200, 'true'],
      [200, 'true'],
      [200, 'true'],
      [409, null],
    ],
  );
  for (const { reply } of all.slice(0, 3)) assert.deepEqual(reply, first.reply);
});

test('once the first answer is forgotten the id is still taken, also where what it was of is gone for good', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const create = { ...withId(api.checklists.create), params: { cardPublicId: card } };
  const publicId = String(create.body?.publicId);
  assert.equal((await send(api.checklists.create, create)).status, 200);
  await ada.call(api.checklists.delete, { params: { checklistPublicId: publicId } });
  service.clock.pass(keyTime + 1);
  await forgetKeys(service.maintain, service.clock.now());
  await forgetIds(service.maintain, service.clock.now());
  const again = await send(api.checklists.create, create);
  assert.deepEqual([again.status, again.issue], [400, 'body/publicId is taken']);
  service.clock.pass(idTimes.behind * 1000);
  await forgetIds(service.maintain, service.clock.now());
  const late = await service.signUp('late');
  assert.match((await send(api.checklists.create, create, { caller: late })).issue ?? '', /too old/);
  assert.deepEqual(await service.sql('select * from claimed_ids'), [], 'nothing is remembered for ever');
});

test('clients make ids that tell when, and are never the same', () => {
  const ids = Array.from({ length: 10_000 }, () => makePublicId(1_790_000_000_000));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) {
    assert.match(id, /^[0-9a-z]{16}$/);
    assert.equal(timeOfId(id), 1_790_000_000_000);
  }
  assert.ok(makePublicId(1) < makePublicId(2));
});
