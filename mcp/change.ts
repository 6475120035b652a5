import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import { CardOperation } from '../contract/card-shapes.ts';
import { oneOf } from '../contract/schema.ts';
import { told } from './shown.ts';
import { type Tool, tool, toolOf } from './tool.ts';

/* Tools that change what there is. None deletes for good: what is archived can be restored. */

const updateCard = toolOf(api.cards.update, {
  name: 'update_card',
  title: 'Change or move a card',
  description:
    'Changes the given fields of a card, and moves it if a list or index is given. Labels and members replace all that ' +
    'the card has: to add or remove single ones, use change_cards.',
  effect: 'changes',
  show: ({ publicId, title, dueDate, listPublicId, index }) => ({
    publicId,
    title,
    dueDate,
    listPublicId,
    index,
  }),
});

/** What can be undone by the same tool, and done again without harm: nothing here deletes or copies a card. */
const undoable = ['archive', 'restore', 'move', 'label', 'assign', 'due'] as const;

const {
  cardPublicId,
  listPublicId,
  index,
  afterPublicId,
  beforePublicId,
  labelPublicId,
  memberPublicId,
  remove,
  dueDate,
} = CardOperation.properties;

const changeCards = tool({
  name: 'change_cards',
  title: 'Change many cards',
  description:
    'Changes up to 200 cards of one workspace at once, all or none: `move` takes `listPublicId`, `index` or both; ' +
    '`label` takes `labelPublicId` and `assign` takes `memberPublicId`, each with `remove` to take it off; `due` takes ' +
    '`dueDate`; `archive` and `restore` take nothing else.',
  effect: 'changes',
  input: Type.Object({
    operations: Type.Array(
      Type.Object({
        type: oneOf(undoable, { description: 'What to do' }),
        cardPublicId,
        listPublicId,
        index,
        afterPublicId,
        beforePublicId,
        labelPublicId,
        memberPublicId,
        remove,
        dueDate,
      }),
      { minItems: 1 },
    ),
  }),
  async run(client, body) {
    const { results } = await client.call(api.cards.bulk, { body });
    return told({
      changed: results.filter(({ changed }) => changed).length,
      unchanged: results.filter(({ changed }) => !changed).map(({ cardPublicId }) => cardPublicId),
    });
  },
});

const updateChecklistItem = toolOf(api.checklists.updateItem, {
  name: 'update_checklist_item',
  title: 'Change a checklist item',
  description:
    'Marks an item of a checklist as done or not, changes its title, or moves it within its checklist.',
  effect: 'changes',
});

export const changeTools: readonly Tool[] = [updateCard, changeCards, updateChecklistItem];
