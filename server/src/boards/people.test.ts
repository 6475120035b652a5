import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard } from '../testing/fixtures.ts';
import { addBoardMember, addMember, makePlaceholder, memberOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Who can see a board, and where their access comes from. */

const service = await testService();
const ada = await service.signUp('ada');

let boards = 0;

/** A board of ada, with bob in the workspace, cyd added to the board as well, and dee, a guest, added to the board only. */
async function made() {
  boards++;
  const board = await makeBoard(ada);
  const { workspace } = board;
  const [bob, cyd, dee] = await Promise.all(
    ['bob', 'cyd', 'dee'].map((name) => service.signUp(`${name}-${boards}`)),
  );
  assert.ok(bob && cyd && dee);
  const bobs = await addMember(service, workspace, bob);
  await addBoardMember(service, workspace, board.board, await addMember(service, workspace, cyd));
  const dees = await addMember(service, workspace, dee, { role: 'guest-of-boards' });
  await addBoardMember(service, workspace, board.board, dees, 'guest');
  return { ...board, bob, cyd, dee, bobs, params: { boardPublicId: board.board } };
}

const peopleOf = async (person: Person, boardPublicId: string) => {
  const { people } = await person.call(api.boardMembers.people, { params: { boardPublicId } });
  return people.map(({ user, workspaceRole, boardRole }) => [
    user?.id,
    workspaceRole?.name ?? null,
    boardRole?.name ?? null,
  ]);
};

test('everyone who can see a board is listed, with the role that lets them', async () => {
  const { board, bob, cyd, dee, params } = await made();
  const open = [
    [ada.id, 'admin', null],
    [bob.id, 'member', null],
    [cyd.id, 'member', 'member'],
    [dee.id, null, 'guest'],
  ];
  assert.deepEqual(await peopleOf(bob, board), open);
  await ada.call(api.boards.update, { params, body: { access: 'members' } });
  // Admins see it anyway.
  assert.deepEqual(await peopleOf(cyd, board), [
    [ada.id, 'admin', null],
    [cyd.id, null, 'member'],
    [dee.id, null, 'guest'],
  ]);
  await bob.refused(404, api.boardMembers.people, { params });
});

test('who may not see the board, was removed or is only known from an import is left out', async () => {
  const { workspace, bob, bobs, cyd, params } = await made();
  const blind = await addMember(service, workspace, await service.signUp('eve'), { revoked: ['board:view'] });
  const paused = await addMember(service, workspace, await service.signUp('fay'));
  await makePlaceholder(service, await addMember(service, workspace, await service.signUp('gus')));
  await setStatus(service, paused, 'paused');
  await setStatus(service, bobs, 'removed');
  const { people } = await cyd.call(api.boardMembers.people, { params });
  const found = people.map(({ publicId, status }) => [publicId, status]);
  assert.equal(people.length, 4);
  assert.ok(!found.flat().includes(blind));
  assert.ok(found.some(([id, status]) => id === paused && status === 'paused'));
  await bob.refused(403, api.boardMembers.people, { params });
});

test('who may not see members is refused', async () => {
  const { workspace, params } = await made();
  const person = await service.signUp('ivy');
  await addMember(service, workspace, person, { revoked: ['member:view'] });
  await person.refused(403, api.boardMembers.people, { params });
});

test('addresses are hidden where the workspace hides them', async () => {
  const { workspace, bob, params } = await made();
  const emails = async () => {
    const { people } = await bob.call(api.boardMembers.people, { params });
    return people.flatMap(({ email, user }) => [email, user?.email ?? null]);
  };
  assert.ok((await emails()).every((email) => email !== null));
  await service.sql(`update workspaces set show_emails_to_members = 0 where id = '${workspace}'`);
  assert.ok((await emails()).every((email) => email === null));
});

test('the list is paged', async () => {
  const { workspace, params } = await made();
  const all = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 3, ...(cursor === undefined ? {} : { cursor }) };
    const page = await ada.call(api.boardMembers.people, { params, query });
    assert.equal(page.hasMore, page.nextCursor !== null);
    all.push(...page.people.map(({ publicId }) => publicId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.equal(all.length, 4);
  assert.equal(all[0], await memberOf(service, workspace, ada));
  await ada.refused(400, api.boardMembers.people, { params, query: { cursor: 'next' } });
});
