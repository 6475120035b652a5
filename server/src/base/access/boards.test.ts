import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { ApiError } from '../../../../contract/client.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { permissions } from '../../../../contract/permissions.ts';
import { exampleInput, type Input, thingOf, thingsOfBoards } from '../../testing/example-input.ts';
import { addBoardMember, addMember, keyOf } from '../../testing/members.ts';
import { difference, everyRow } from '../../testing/rows.ts';
import { type Person, testService } from '../../testing/service.ts';
import { namedStatementsOf } from '../../testing/statements.ts';
import { makeThings } from '../../testing/things.ts';

/*
 * Walks every operation of the contract over an open and a closed board of one workspace, as those who may not know of the
 * closed one: a member of the workspace who is none of the board, a guest of another board, a key of an admin for another board,
 * and all who are outside. What is on the closed board
 * answers them as what does not exist does, word for word, and no list says anything of it.
 */

const service = await testService();
const founder = await service.signUp('founder');
const closed = await makeThings(service, founder, await service.signUp('target'));
const inWorkspace = { workspacePublicId: closed.workspace };
const open = await makeThings(service, founder, await service.signUp('open-target'), closed.workspace);

const member = await service.signUp('member');
const memberId = await addMember(service, closed.workspace, member);
const guest = await service.signUp('guest');
const guestId = await addMember(service, closed.workspace, guest, { role: 'guest-of-boards' });
const insider = await service.signUp('insider');
const insiderId = await addMember(service, closed.workspace, insider, { role: 'guest-of-boards' });
await addBoardMember(service, closed.workspace, closed.board, insiderId);

/** A board of the guest, in the same workspace. */
const ofGuest = await founder.call(api.boards.create, {
  params: inWorkspace,
  body: { name: 'of the guest', lists: ['todo'] },
});
await addBoardMember(service, closed.workspace, ofGuest.publicId, guestId);
for (const boardPublicId of [closed.board, ofGuest.publicId]) {
  await founder.call(api.boards.update, {
    params: { boardPublicId },
    body: { access: 'members', ...(boardPublicId === closed.board ? { name: 'Quintessence' } : {}) },
  });
}
await founder.call(api.cards.update, {
  params: { cardPublicId: closed.card },
  body: { title: 'Quintessence', memberPublicIds: [insiderId] },
});
await founder.call(api.comments.create, {
  params: { cardPublicId: closed.card },
  body: { comment: 'Quintessence' },
});

// A board that would be copied in slices by a user who can see it.
await service.sql(`
  insert into cards (workspace_id, board_id, list_id, id, number, title, position, created_by, created_at, archived_at)
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 70)
  select workspace_id, board_id, list_id, 'many' || substr(id, 5, 8) || (1000 + i), 1000 + i, 'filler', position,
    created_by, created_at, created_at
  from cards cross join n where id = '${closed.card}'`);

// It is called after the board.
await founder.call(api.roles.update, {
  params: { ...inWorkspace, rolePublicId: closed.role },
  body: { name: 'another' },
});

const keyOfBoard = await founder.call(api.users.createApiKey, {
  body: { name: 'a key', ...inWorkspace, boardPublicIds: [ofGuest.publicId] },
});

/** Those who read lists of the workspace. */
const callers: Record<string, Pick<Person, 'call'>> = {
  'a member of the workspace who is none of the closed board': member,
  'a guest of another board': guest,
  'a key of an admin for another board': service.caller(keyOfBoard.key),
};

/** Calls with a key of `person` for another workspace. */
async function keyOfElsewhere(person: Person) {
  const key = await keyOf(service, person, [...permissions]);
  await service.sql(
    `update api_keys set workspace_id = '${closed.otherWorkspace}' where id = (select max(id) from api_keys)`,
  );
  return key;
}

const formerAdmin = await service.signUp('former-admin');
await addMember(service, closed.workspace, formerAdmin, { role: 'admin', status: 'removed' });
const paused = await service.signUp('paused');
const pausedId = await addMember(service, closed.workspace, paused, { status: 'paused' });
await addBoardMember(service, closed.workspace, closed.board, pausedId);

const outsiders: Record<string, Pick<Person, 'call'>> = {
  'someone from outside': await service.signUp('outsider'),
  'an admin who was removed': formerAdmin,
  'a member of the board who is paused': paused,
  'a key of an admin for another workspace': await keyOfElsewhere(founder),
  'a key of a member for another workspace': await keyOfElsewhere(member),
};

const absent = Object.fromEntries(thingsOfBoards.map((thing) => [thing, '0123456789abcdef']));
const permitted = operations.filter(({ access }) => access.includes(':'));

interface Answer {
  status: number;
  text: string;
}

/** What a caller is answered; ids are taken out of it, since they were sent. */
async function answerTo(caller: Pick<Person, 'call'>, operation: Operation, input: Input): Promise<Answer> {
  const without = (text: string) =>
    [...Object.values(closed), ...Object.values(absent)].reduce((all, id) => all.replaceAll(id, 'ID'), text);
  try {
    return { status: 200, text: without(JSON.stringify(await caller.call(operation, input as never))) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, text: without(JSON.stringify([error.message, error.issues])) };
  }
}

async function inTurn<T, R>(given: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const each of given) results.push(await work(each));
  return results;
}

/** Places in an input that name something of a board. */
function idsOf(input: Input): { holder: Record<string, unknown>; name: string; thing: string }[] {
  const within = (value: unknown): ReturnType<typeof idsOf> => {
    if (Array.isArray(value)) return value.flatMap(within);
    if (typeof value !== 'object' || value === null) return [];
    const holder = value as Record<string, unknown>;
    const own = Object.keys(holder).flatMap((name) => {
      const thing = thingOf(name);
      return thing && thingsOfBoards.includes(thing) ? [{ holder, name, thing }] : [];
    });
    return [...own, ...Object.values(holder).flatMap(within)];
  };
  return [...within(input.params), ...within(input.body)];
}

/** Ids of things on a board. */
type OnBoard = Readonly<Record<string, string>>;

/** Inputs that name things of a board: all that they name of one, or each alone among those of an open one. */
function inputsOf(operation: Operation): ((things: OnBoard) => Input)[] {
  return [false, true].flatMap((whole) => {
    const count = idsOf(exampleInput(operation, open, whole)).length;
    const chosen = (which: (place: number) => boolean) => (things: OnBoard) => {
      const input = exampleInput(operation, open, whole);
      for (const [place, { holder, name, thing }] of idsOf(input).entries()) {
        const id = which(place) ? things[thing] : undefined;
        if (id) holder[name] = Array.isArray(holder[name]) ? [id] : id;
      }
      return input;
    };
    if (count === 0) return [];
    const each = Array.from({ length: count }, (_, only) => chosen((place) => place === only));
    return [chosen(() => true), ...(count > 1 ? each : [])];
  });
}

for (const [name, caller] of Object.entries({ ...callers, ...outsiders })) {
  test(`to ${name}, what is on a closed board does not exist`, async () => {
    const before = await everyRow(service);
    let tried = 0;
    for (const operation of permitted) {
      for (const input of inputsOf(operation)) {
        const answers: Answer[] = [];
        const [statements, same] = await inTurn([input({ ...closed }), input(absent)], (each) =>
          namedStatementsOf(service, async () => answers.push(await answerTo(caller, operation, each))),
        );
        const [answer, other] = answers;
        assert.deepEqual(answer, other, operation.id);
        assert.deepEqual(statements, same, `${operation.id} takes as long for what does not exist`);
        assert.notEqual(answer?.status, 200, operation.id);
        tried++;
      }
    }
    assert.ok(tried > 120);
    const left = difference(before, await everyRow(service)).filter(
      (row) => !/^[+-] (sessions|api_keys) /.test(row),
    );
    assert.deepEqual(left, [], 'what was refused has left a trace');
  });
}

for (const [name, caller] of Object.entries(callers)) {
  test(`no list tells ${name} of a closed board`, async () => {
    const secrets = [...thingsOfBoards.map((thing) => closed[thing]), 'Quintessence', insider.id];
    const lists = operations.filter(({ method, produces }) => method === 'GET' && !produces);
    let read = 0;
    for (const operation of lists) {
      const input = exampleInput(operation, closed);
      if (idsOf(input).length > 0) continue;
      if (operation.id === 'searchWorkspace') input.query = { query: 'quintessence' };
      const { status, text } = await answerRaw(caller, operation, input);
      // Who sees the members of the workspace sees those of its boards, too.
      const hidden = caller === member ? secrets.slice(0, -1) : secrets;
      for (const secret of hidden) assert.ok(!text.includes(secret), `${operation.id} tells of ${secret}`);
      if (status === 200) read++;
    }
    assert.ok(read > 5);
  });
}

async function answerRaw(caller: Pick<Person, 'call'>, operation: Operation, input: Input): Promise<Answer> {
  try {
    return { status: 200, text: JSON.stringify(await caller.call(operation, input as never)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, text: '' };
  }
}

test('with a condition too, a list on a closed board takes as long as one that does not exist', async () => {
  const path = `${service.baseUrl}/cards/${open.card}`;
  const authorization = `Bearer ${member.token}`;
  const etag = (await fetch(path, { headers: { authorization } })).headers.get('etag') ?? '';
  const headers = { authorization, 'content-type': 'application/json', 'if-match': etag };
  const [statements, same] = await inTurn([closed.list, absent.list], (listPublicId) =>
    namedStatementsOf(service, async () => {
      const reply = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ listPublicId }) });
      assert.equal(reply.status, 400);
    }),
  );
  assert.deepEqual(statements, same);
});

test('a member of the board sees it in every list, and of the members those only who see it', async () => {
  const boards = await insider.call(api.boards.list, { params: inWorkspace });
  assert.deepEqual(
    boards.map(({ publicId }) => publicId),
    [closed.board],
  );
  const found = await insider.call(api.search.workspace, {
    params: inWorkspace,
    query: { query: 'quintessence' },
  });
  assert.deepEqual(found.map(({ publicId }) => publicId).toSorted(), [closed.board, closed.card].toSorted());
  const { cards } = await insider.call(api.cards.mine, {});
  assert.deepEqual(
    cards.map(({ publicId }) => publicId),
    [closed.card],
  );
  const members = await insider.call(api.members.list, { params: inWorkspace });
  const shown = members.map(({ publicId }) => publicId);
  assert.ok(shown.includes(insiderId) && shown.includes(closed.member));
  assert.ok(!shown.includes(guestId) && !shown.includes(memberId));
  const { workspace } = await insider.call(api.boards.get, { params: { boardPublicId: closed.board } });
  assert.deepEqual(workspace.members.map(({ publicId }) => publicId).toSorted(), shown.toSorted());
});

test('nobody is put on a card of a board that they cannot see', async () => {
  const params = { cardPublicId: closed.card, workspaceMemberPublicId: memberId };
  for (const operation of [api.cards.toggleMember, api.cards.addMember]) {
    await founder.refused(400, operation, { params });
  }
  const memberPublicIds = [memberId];
  await founder.refused(400, api.cards.update, { params, body: { memberPublicIds } });
  await founder.refused(400, api.cards.create, {
    body: { title: 'x', listPublicId: closed.list, memberPublicIds },
  });
  await founder.refused(400, api.cards.bulk, {
    body: { operations: [{ type: 'assign', cardPublicId: closed.card, memberPublicId: memberId }] },
  });
  const open = await founder.call(api.boards.create, {
    params: inWorkspace,
    body: { name: 'open', lists: ['todo'] },
  });
  const boards = await founder.call(api.boards.list, { params: inWorkspace });
  const list = boards.find(({ publicId }) => publicId === open.publicId)?.lists[0]?.publicId ?? '';
  const card = await founder.call(api.cards.create, {
    body: { title: 'x', listPublicId: list, memberPublicIds },
  });
  const moved = { params: { cardPublicId: card.publicId }, body: { listPublicId: closed.list } };
  await founder.refused(400, api.cards.update, moved);
  await founder.refused(400, api.cards.duplicate, { ...moved, body: { ...moved.body, copyMembers: true } });
  await founder.call(api.cards.update, { ...moved, body: { ...moved.body, memberPublicIds: [insiderId] } });
});
