import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { ApiError, addressOf } from '../../../contract/client.ts';
import { makeBoard, makeWorkspace } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Other members of a workspace see nothing of the content of an import before it is completed. */

const service = await testService({ LOG_LEVEL: 'silent' });
const [ada, bob, cleo] = await Promise.all([
  service.signUp('ada'),
  service.signUp('bob'),
  service.signUp('cleo'),
]);

const format = 'boardtool-json';
const workspace = await makeWorkspace(ada);
const bobsId = await addMember(service, workspace, bob);
await addMember(service, workspace, cleo);

/** Exceeds a limit of a card; the error of the import names the title of that card. */
const tooMuch = JSON.stringify({
  name: 'Secret plans',
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  cards: [{ id: 'c1', name: 'Let Cleo go', idList: 'l1', pos: 1, desc: 'x', idChecklists: [] }],
  checklists: Array.from({ length: caps.checklistsOfCard + 1 }, (_, n) => ({
    id: `k${n}`,
    idCard: 'c1',
    name: 'A',
    checkItems: [],
  })),
});

async function failing(person: Person, boardPublicId?: string): Promise<string> {
  const query = {
    workspacePublicId: workspace,
    format,
    ...(boardPublicId ? { boardPublicId } : {}),
  } as const;
  const reply = await service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: tooMuch,
  });
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  assert.equal(reply.status, 200);
  return importPublicId;
}

const read = (person: Person, importPublicId: string) =>
  person.call(api.imports.get, { params: { importPublicId } });

const listed = async (person: Person, id: string) =>
  (await person.call(api.imports.list, { params: { workspacePublicId: workspace } })).find(
    ({ importPublicId }) => importPublicId === id,
  );

test('only the requester and admins see why an import failed: it names cards', async () => {
  const id = await failing(bob);
  await service.jobs.run('imports');
  const own = await read(bob, id);
  assert.equal(own.state, 'failed');
  assert.match(own.error ?? '', /Let Cleo go/);
  assert.deepEqual(await listed(bob, id), own);
  assert.deepEqual(await read(ada, id), own);
  for (const seen of [await read(cleo, id), await listed(cleo, id)]) {
    assert.deepEqual(seen, { ...own, boardName: null, error: null, warnings: [], report: [] });
  }
});

test('an import into a closed board can be read by those who see the board, and by the importer', async () => {
  const { board } = await makeBoard(ada, { workspace });
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await addBoardMember(service, workspace, board, bobsId);
  const id = await failing(bob, board);
  await service.jobs.run('imports');
  await service.sql(`delete from board_members where board_id = '${board}' and member_id = '${bobsId}'`);
  await assert.rejects(read(cleo, id), (error: unknown) => error instanceof ApiError && error.status === 404);
  assert.equal(await listed(cleo, id), undefined);
  assert.equal((await read(bob, id)).state, 'failed');
  assert.equal((await listed(bob, id))?.state, 'failed');
});
