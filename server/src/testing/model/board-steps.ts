import assert from 'node:assert/strict';
import fc from 'fast-check';
import { api } from '../../../../contract/api.ts';
import { addList, type Board, type Card, type Checklist, isThere } from './board.ts';
import { pick, steps } from './step.ts';

const number = fc.nat(999);
const word = fc.stringMatching(/^[a-zé]{1,6}$/);
const colour = fc.constantFrom('#0d9488', '#DC2626', '#000000');
const index = fc.nat(6);

/** Some of the fields, at least one. */
const someOf = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] }).filter((given) => Object.keys(given).length > 0);

const createList = steps('createList', word, (board, name) => async (person) => {
  addList(board, await person.call(api.lists.create, { body: { name, boardPublicId: board.id } }));
  return undefined;
});

const updateList = steps(
  'updateList',
  fc.record({ list: number, body: someOf({ name: word, index }) }),
  (board, { list: n, body }) => {
    const list = pick(board.lists.here, n);
    if (!list) return undefined;
    return async (person) => {
      const reply = await person.call(api.lists.update, { params: { listPublicId: list.id }, body });
      if (body.name !== undefined) list.name = body.name;
      const from = board.lists.here.indexOf(list);
      const to = Math.min(body.index ?? from, board.lists.here.length - 1);
      if (to !== from) board.lists.put(list, to);
      assert.deepEqual(reply, { publicId: list.id, name: list.name, index: to });
      return undefined;
    };
  },
);

const deleteList = steps('deleteList', number, (board, n) => {
  const list = pick(board.lists.here, n);
  if (!list) return undefined;
  return async (person) => {
    await person.call(api.lists.delete, { params: { listPublicId: list.id } });
    list.deleted = true;
    board.lists.leave(list);
    return undefined;
  };
});

const archiveList = steps('archiveList', number, (board, n) => {
  const list = pick(board.lists.here, n);
  if (!list) return undefined;
  return async (person) => {
    await person.call(api.lists.archive, { params: { listPublicId: list.id } });
    list.archived = true;
    board.lists.leave(list);
    return undefined;
  };
});

const readArchive = steps('readArchive', fc.constant(null), (board) => async (person) => {
  const read = await person.call(api.lists.list, {
    params: { boardPublicId: board.id },
    query: { archived: true },
  });
  const away = board.allLists.filter(({ archived, deleted }) => archived && !deleted);
  assert.deepEqual(
    new Map(read.map(({ publicId, name, cardCount }) => [publicId, [name, cardCount]])),
    new Map(away.map(({ id, name, cards }) => [id, [name, cards.here.length]])),
  );
  return undefined;
});

const deleteArchivedList = steps('deleteArchivedList', number, (board, n) => {
  const list = pick(
    board.allLists.filter(({ archived, deleted }) => archived && !deleted),
    n,
  );
  if (!list) return undefined;
  return async (person) => {
    await person.call(api.lists.delete, { params: { listPublicId: list.id } });
    list.deleted = true;
    return undefined;
  };
});

const restoreList = steps('restoreList', number, (board, n) => {
  const gone = board.allLists.filter(({ archived, deleted }) => archived || deleted);
  const list = pick(gone, n);
  if (!list) return undefined;
  return async (person) => {
    await person.call(api.lists.restore, { params: { listPublicId: list.id } });
    list.archived = false;
    list.deleted = false;
    return ({ lists }) => {
      const place = lists.findIndex(({ publicId }) => publicId === list.id);
      assert.ok(board.lists.fits(list, place), 'a restored list is where it was among its neighbours');
      board.lists.comeBack(list, place);
    };
  };
});

const createLabel = steps(
  'createLabel',
  fc.record({ name: word, colourCode: colour }),
  (board, given) => async (person) => {
    const body = { ...given, boardPublicId: board.id };
    const { publicId: id, ...label } = await person.call(api.labels.create, { body });
    board.labels.push({ id, ...label });
    return undefined;
  },
);

const updateLabel = steps(
  'updateLabel',
  fc.record({ label: number, body: someOf({ name: word, colourCode: colour }) }),
  (board, { label: n, body }) => {
    const label = pick(board.labels, n);
    if (!label) return undefined;
    return async (person) => {
      await person.call(api.labels.update, { params: { labelPublicId: label.id }, body });
      Object.assign(label, body);
      return undefined;
    };
  },
);

const deleteLabel = steps('deleteLabel', number, (board, n) => {
  const label = pick(board.labels, n);
  if (!label) return undefined;
  return async (person) => {
    await person.call(api.labels.delete, { params: { labelPublicId: label.id } });
    board.labels.splice(board.labels.indexOf(label), 1);
    for (const { labels } of board.allCards) labels.delete(label);
    return undefined;
  };
});

const createChecklist = steps(
  'createChecklist',
  fc.record({ card: number, name: word }),
  (board, { card: n, name }) => {
    const card = pick(board.allCards.filter(isThere), n);
    if (!card) return undefined;
    return async (person) => {
      const params = { cardPublicId: card.id };
      const { publicId: id } = await person.call(api.checklists.create, { params, body: { name } });
      card.checklists.push({ id, name, items: [] });
      return undefined;
    };
  },
);

const checklistsOf = (board: Board): { card: Card; checklist: Checklist }[] =>
  board.allCards.filter(isThere).flatMap((card) => card.checklists.map((checklist) => ({ card, checklist })));

/** Moves one of some things to an index among the others; past the end means the end. */
function moveTo<T>(things: T[], thing: T, place: number | undefined): void {
  if (place === undefined) return;
  things.splice(things.indexOf(thing), 1);
  things.splice(place, 0, thing);
}

const updateChecklist = steps(
  'updateChecklist',
  fc.record({ checklist: number, body: someOf({ name: word, index }) }),
  (board, { checklist: n, body }) => {
    const found = pick(checklistsOf(board), n);
    if (!found) return undefined;
    const { card, checklist } = found;
    return async (person) => {
      await person.call(api.checklists.update, { params: { checklistPublicId: checklist.id }, body });
      checklist.name = body.name ?? checklist.name;
      moveTo(card.checklists, checklist, body.index);
      return undefined;
    };
  },
);

const deleteChecklist = steps('deleteChecklist', number, (board, n) => {
  const found = pick(checklistsOf(board), n);
  if (!found) return undefined;
  const { card, checklist } = found;
  return async (person) => {
    await person.call(api.checklists.delete, { params: { checklistPublicId: checklist.id } });
    card.checklists.splice(card.checklists.indexOf(checklist), 1);
    return undefined;
  };
});

const createItem = steps(
  'createItem',
  fc.record({ checklist: number, title: word, index: fc.option(index, { nil: undefined }) }),
  (board, { checklist: n, title, index: place }) => {
    const found = pick(checklistsOf(board), n);
    if (!found) return undefined;
    const { items, id: checklistPublicId } = found.checklist;
    return async (person) => {
      const body = { title, ...(place === undefined ? {} : { index: place }) };
      const { publicId: id } = await person.call(api.checklists.createItem, {
        params: { checklistPublicId },
        body,
      });
      items.splice(place ?? items.length, 0, { id, title, completed: false });
      return undefined;
    };
  },
);

const itemsOf = (board: Board) =>
  checklistsOf(board).flatMap(({ checklist: { items } }) => items.map((item) => ({ items, item })));

const updateItem = steps(
  'updateItem',
  fc.record({ item: number, body: someOf({ title: word, completed: fc.boolean(), index }) }),
  (board, { item: n, body }) => {
    const found = pick(itemsOf(board), n);
    if (!found) return undefined;
    const { items, item } = found;
    return async (person) => {
      await person.call(api.checklists.updateItem, { params: { checklistItemPublicId: item.id }, body });
      item.title = body.title ?? item.title;
      item.completed = body.completed ?? item.completed;
      moveTo(items, item, body.index);
      return undefined;
    };
  },
);

const deleteItem = steps('deleteItem', number, (board, n) => {
  const found = pick(itemsOf(board), n);
  if (!found) return undefined;
  const { items, item } = found;
  return async (person) => {
    await person.call(api.checklists.deleteItem, { params: { checklistItemPublicId: item.id } });
    items.splice(items.indexOf(item), 1);
    return undefined;
  };
});

export const boardSteps = [
  createList,
  updateList,
  deleteList,
  archiveList,
  deleteArchivedList,
  readArchive,
  restoreList,
  restoreList,
  restoreList,
  createLabel,
  updateLabel,
  deleteLabel,
];
export const checklistSteps = [
  createChecklist,
  updateChecklist,
  deleteChecklist,
  ...Array.from({ length: 3 }, () => [createItem, updateItem]).flat(),
  deleteItem,
];
