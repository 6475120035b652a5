import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import { Unfinished } from './advice.ts';
import { type Tool, tool, toolOf } from './tool.ts';

/* Tools that add something. */

const createBoard = toolOf(api.boards.create, {
  name: 'create_board',
  title: 'Create a board',
  description: 'Creates a board with the named lists and labels. get_board then tells their ids.',
  effect: 'adds',
  without: ['type', 'sourceBoardPublicId', 'publicId'],
});

const createList = toolOf(api.lists.create, {
  name: 'create_list',
  title: 'Create a list',
  description: 'Adds a list to a board, as its last one.',
  effect: 'adds',
  without: ['publicId'],
});

const createCard = toolOf(api.cards.create, {
  name: 'create_card',
  title: 'Create a card',
  description: 'Creates a card in a list. Ids of lists, labels and members are told by get_board.',
  effect: 'adds',
  without: ['publicId', 'afterPublicId', 'beforePublicId'],
});

const addComment = toolOf(api.comments.create, {
  name: 'add_comment',
  title: 'Comment on a card',
  description: 'Adds a comment to a card, in the name of your user.',
  effect: 'adds',
  without: ['publicId'],
  show: ({ publicId }) => ({ publicId }),
});

const { title } = api.checklists.createItem.body.properties;

const addChecklist = tool({
  name: 'add_checklist',
  title: 'Add a checklist',
  description: 'Adds a checklist with its items to a card.',
  effect: 'adds',
  input: Type.Object({
    ...api.checklists.create.params.properties,
    name: api.checklists.create.body.properties.name,
    items: Type.Array(title, { maxItems: 50, description: 'Titles of the items, in order' }),
  }),
  async run(client, { cardPublicId, name, items }) {
    const { publicId } = await client.call(api.checklists.create, {
      params: { cardPublicId },
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

const addChecklistItem = toolOf(api.checklists.createItem, {
  name: 'add_checklist_item',
  title: 'Add a checklist item',
  description: 'Adds an item to a checklist. get_card tells the ids of the checklists of a card.',
  effect: 'adds',
  without: ['publicId'],
});

export const makeTools: readonly Tool[] = [
  createBoard,
  createList,
  createCard,
  addComment,
  addChecklist,
  addChecklistItem,
];
