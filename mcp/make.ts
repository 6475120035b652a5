import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import { inputsIn } from '../contract/card-fields.ts';
import { Unfinished } from './advice.ts';
import {
  boardPublicId,
  cardPublicId,
  dueDate,
  fields,
  idempotencyKey,
  itemDueDate,
  labelPublicId,
  listPublicId,
  many,
  memberPublicId,
  workspacePublicId,
} from './fields.ts';
import { refuseCut } from './remark.ts';
import { type Tool, tool } from './tool.ts';

/* Tools that add objects. A call repeated within minutes adds its object only once. */

const adds = { effect: 'adds', once: true } as const;

const board = api.boards.create.body.properties;

const createBoard = tool({
  ...adds,
  name: 'create_board',
  title: 'Create a board',
  description: 'Creates a board with the named lists and labels.',
  needs: ['board:create'],
  input: Type.Object({
    workspacePublicId,
    name: board.name,
    lists: board.lists,
    labels: board.labels,
    idempotencyKey,
  }),
  async run({ client, find }, { workspacePublicId: given, name, lists, labels }) {
    const params = { workspacePublicId: await find.workspace(given) };
    return client.call(api.boards.create, { params, body: { name, lists, labels } });
  },
});

const createList = tool({
  ...adds,
  name: 'create_list',
  title: 'Create a list',
  description: 'Adds a list to a board, as its last one.',
  needs: ['list:create'],
  input: Type.Object({ boardPublicId, name: api.lists.create.body.properties.name, idempotencyKey }),
  async run({ client, find }, { boardPublicId: given, name }) {
    return client.call(api.lists.create, { body: { boardPublicId: await find.board(given), name } });
  },
});

const card = api.cards.create.body.properties;

const createCard = tool({
  ...adds,
  name: 'create_card',
  title: 'Create a card',
  description: 'Creates a card in a list. The board tells lists of the same name apart.',
  needs: ['card:create'],
  input: Type.Object({
    listPublicId,
    boardPublicId: Type.Optional(boardPublicId),
    ...inputsIn('tools'),
    dueDate,
    fields,
    title: card.title,
    labelPublicIds: Type.Optional(many(labelPublicId)),
    memberPublicIds: Type.Optional(many(memberPublicId)),
    position: card.position,
    index: card.index,
    idempotencyKey,
  }),
  async run({ client, find }, { listPublicId: given, boardPublicId: on, idempotencyKey: _, ...body }) {
    const { labelPublicIds: labels = [], memberPublicIds: members = [] } = body;
    await refuseCut('title', body.title);
    await refuseCut('description', body.description);
    const named = on === undefined ? undefined : await find.board(on);
    const list = await find.list(given, named === undefined ? undefined : async () => named);
    const boardOfList = async () => named ?? find.boardOf(list);
    return client.call(api.cards.create, {
      body: {
        ...body,
        listPublicId: list,
        labelPublicIds: await Promise.all(labels.map((each) => find.label(each, boardOfList))),
        memberPublicIds: await Promise.all(members.map((each) => find.member(each, boardOfList))),
      },
    });
  },
});

const addComment = tool({
  ...adds,
  name: 'add_comment',
  title: 'Comment on a card',
  description: 'Adds a comment to a card, in the name of your user.',
  needs: ['comment:create'],
  input: Type.Object({ cardPublicId, comment: api.comments.create.body.properties.comment, idempotencyKey }),
  async run({ client, find }, { cardPublicId: given, comment }) {
    await refuseCut('comment', comment);
    const params = { cardPublicId: await find.card(given) };
    const { publicId } = await client.call(api.comments.create, { params, body: { comment } });
    return { publicId };
  },
});

const { title } = api.checklists.createItem.body.properties;

const addChecklist = tool({
  ...adds,
  name: 'add_checklist',
  title: 'Add a checklist',
  description: 'Adds a checklist with its items to a card.',
  needs: ['card:edit'],
  input: Type.Object({
    cardPublicId,
    name: api.checklists.create.body.properties.name,
    items: Type.Array(title, { maxItems: 50, description: 'Titles of the items, in order' }),
    idempotencyKey,
  }),
  async run({ client, find }, { cardPublicId: given, name, items }) {
    for (const each of items) await refuseCut('items', each);
    const { publicId } = await client.call(api.checklists.create, {
      params: { cardPublicId: await find.card(given) },
      body: { name },
    });
    const params = { checklistPublicId: publicId };
    const made: { publicId: string; title: string }[] = [];
    for (const each of items) {
      try {
        const item = await client.call(api.checklists.createItem, { params, body: { title: each } });
        made.push({ publicId: item.publicId, title: item.title });
      } catch (error) {
        const done = `the checklist ${publicId} was added with ${made.length} of ${items.length} items`;
        throw new Unfinished(`${done}: add the others by add_checklist_item`, { cause: error });
      }
    }
    return { publicId, items: made };
  },
});

const addChecklistItem = tool({
  ...adds,
  name: 'add_checklist_item',
  title: 'Add a checklist item',
  description: 'Adds an item to a checklist, whose id get_card tells.',
  needs: ['card:edit'],
  input: Type.Object({
    checklistPublicId: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the checklist' }),
    title,
    dueDate: itemDueDate,
    memberPublicId: Type.Optional(memberPublicId),
    index: api.checklists.createItem.body.properties.index,
    idempotencyKey,
  }),
  async run({ client, find }, { checklistPublicId, idempotencyKey: _, memberPublicId: by, ...given }) {
    const params = { checklistPublicId };
    await refuseCut('title', given.title);
    const board = async () =>
      find.boardOfCard((await client.call(api.checklists.get, { params })).cardPublicId);
    const body = by === undefined ? given : { ...given, memberPublicId: await find.member(by, board) };
    return client.call(api.checklists.createItem, { params, body });
  },
});

export const makeTools: readonly Tool[] = [
  createBoard,
  createList,
  createCard,
  addComment,
  addChecklist,
  addChecklistItem,
];
