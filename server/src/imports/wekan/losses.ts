import { type Fields, fieldsOf, listOf, textOf } from '../boardtool-json/fields.ts';
import type { Warnings } from '../warnings.ts';
import type { WekanParts } from './parts.ts';

/* Data of WeKan without an equivalent here. */

type Has = (card: Fields) => boolean;

const onCards: Record<string, Has> = {
  votes: ({ vote }) => textOf(fieldsOf(vote).question) !== '',
  'planning poker': ({ poker }) => fieldsOf(poker).question === true,
  stickers: ({ stickers }) => listOf(stickers).length > 0,
  locations: ({ locations }) => listOf(locations).length > 0,
};

/** Counts the contents of cards that are not in the file: linked cards are not exported, and deleted ones may leave contents. */
function countAstray(parts: WekanParts, warnings: Warnings): void {
  const count = (what: string, on: string, key: string, known: ReadonlySet<unknown>): void => {
    const astray = parts.list(what).filter((each) => !known.has(each[key]));
    warnings.add(`${on} that are not in the file left out`, astray.length);
  };
  const idsOf = (list: string) => new Set(parts.list(list).map(({ _id }) => _id));
  const cards = idsOf('cards');
  count('comments', 'comments on cards', 'cardId', cards);
  count('checklists', 'checklists of cards', 'cardId', cards);
  count('checklistItems', 'items of checklists', 'checklistId', idsOf('checklists'));
  count('attachments', 'files of cards', 'cardId', cards);
  const empty = parts
    .list('comments')
    .filter(({ text, cardId }) => cards.has(cardId) && textOf(text).trim() === '');
  warnings.note('empty comments left out', empty.length);
}

export function countLosses(parts: WekanParts, warnings: Warnings): void {
  if (textOf(parts.get('description')) !== '') warnings.add('board description left out');
  if (parts.get('permission') === 'public') warnings.add('public boards made private');
  if (parts.get('archived') === true) warnings.add('archived boards made live');
  countAstray(parts, warnings);
  warnings.add('rules left out', parts.rules);
  warnings.note('history entries left out, other than creations and comments', parts.activities);
  for (const [what, has] of Object.entries(onCards)) {
    for (const card of parts.list('cards')) if (has(card)) warnings.leftOut(what, 1, textOf(card.title));
  }
}
