import { api } from '../contract/api.ts';
import { type Tool, toolOf } from './tool.ts';

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

const changeCards = toolOf(api.cards.bulk, {
  name: 'change_cards',
  title: 'Change many cards',
  description:
    'Changes up to 200 cards of one workspace at once, all or none: `move` takes `listPublicId`, `index` or both; ' +
    '`label` takes `labelPublicId` and `assign` takes `memberPublicId`, each with `remove` to take it off; `due` takes ' +
    '`dueDate`; `archive` takes nothing else.',
  effect: 'changes',
  show: ({ results }) => ({
    changed: results.filter(({ changed }) => changed).length,
    unchanged: results.filter(({ changed }) => !changed).map(({ cardPublicId }) => cardPublicId),
  }),
});

const updateChecklistItem = toolOf(api.checklists.updateItem, {
  name: 'update_checklist_item',
  title: 'Change a checklist item',
  description:
    'Marks an item of a checklist as done or not, changes its title, or moves it within its checklist.',
  effect: 'changes',
});

export const changeTools: readonly Tool[] = [updateCard, changeCards, updateChecklistItem];
