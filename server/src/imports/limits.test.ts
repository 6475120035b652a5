import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { authenticate } from '../base/access/actor.ts';
import { Invalid } from '../base/errors.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { importBoards } from './flows/import-now.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';
import { Warnings } from './warnings.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const workspace = await makeWorkspace(ada);

const some = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const card = (checklists: readonly number[]): ImportedCard => ({
  title: 'Card',
  description: '',
  list: 0,
  labels: [],
  members: [],
  dueAt: null,
  createdAt: null,
  createdBy: null,
  archived: false,
  archivedAt: null,
  number: null,
  key: null,
  attachments: [],
  checklists: checklists.map((items) => ({
    name: 'Steps',
    items: some(items, (n) => ({ title: `Step ${n}`, completed: false })),
  })),
  comments: [],
});

const board = (more: Partial<ImportedBoard> = {}): ImportedBoard => ({
  name: 'Board',
  lists: [{ name: 'List' }],
  labels: [],
  people: [],
  cards: [],
  total: null,
  highestNumber: 0,
  cardLink: null,
  warnings: new Warnings(),
  ...more,
});

async function importing(boards: ImportedBoard[]) {
  const actor = await authenticate(service.db, ada.token, service.clock.now());
  assert.ok(actor);
  return importBoards(
    service,
    { actor, change: service.changeAs(actor) },
    { workspacePublicId: workspace, reply: (made) => made },
    'boardtool-json',
    boards,
  );
}

const label = (n: number) => ({ name: `Label ${n}`, colourCode: '#000000' });
const list = (n: number) => ({ name: `List ${n}` });
const person = (n: number) => ({ name: `Person ${n}`, email: null, username: `person${n}` });

const most: ImportedBoard = board({
  lists: some(caps.listsOfBoard, list),
  labels: some(caps.labelsOfBoard, label),
  cards: [card([500, 500, 500, 500]), card(some(caps.checklistsOfCard, () => 1))],
});

const beyond: Record<string, ImportedBoard> = {
  lists: board({ lists: some(caps.listsOfBoard + 1, list) }),
  labels: board({ labels: some(caps.labelsOfBoard + 1, label) }),
  'checklists on the card': board({ cards: [card(some(caps.checklistsOfCard + 1, () => 0))] }),
  'items in one checklist': board({ cards: [card([caps.itemsOfChecklist + 1])] }),
  'checklist items on the card': board({ cards: [card([500, 500, 500, 500, 1])] }),
  members: board({ people: some(caps.membersOfWorkspace, person) }),
};

for (const [what, given] of Object.entries(beyond)) {
  test(`an import of more ${what} than we hold is refused, and nothing of it is stored`, async () => {
    const refused = (error: unknown) => error instanceof Invalid && error.message.includes(what);
    await assert.rejects(importing([board(), given]), refused);
    const params = { workspacePublicId: workspace };
    assert.deepEqual(await ada.call(api.boards.list, { params }), []);
    assert.equal((await ada.call(api.workspaces.get, { params })).members.length, 1);
  });
}

test('as many as we hold are imported', async () => {
  const [made] = await importing([most]);
  const read = await ada.call(api.boards.get, { params: { boardPublicId: made?.publicId ?? '' } });
  assert.equal(read.lists.length, caps.listsOfBoard);
  assert.equal(read.labels.length, caps.labelsOfBoard);
});
