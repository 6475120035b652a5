import { type Fields, fieldsOf, listOf, textOf } from '../boardtool-json/fields.ts';
import type { Warnings } from '../warnings.ts';
import type { WekanParts } from './parts.ts';

/* What a board of WeKan may have and ours has no place for. */

type Has = (card: Fields) => boolean;

const onCards: Record<string, Has> = {
  votes: ({ vote }) => textOf(fieldsOf(vote).question) !== '',
  'planning poker': ({ poker }) => fieldsOf(poker).question === true,
  'card colours': ({ color }) => textOf(color) !== '',
  'card covers': ({ coverId }) => textOf(coverId) !== '',
  stickers: ({ stickers }) => listOf(stickers).length > 0,
  locations: ({ locations }) => listOf(locations).length > 0,
};

export function countLosses(parts: WekanParts, warnings: Warnings): void {
  if (textOf(parts.get('description')) !== '') warnings.add('board description left out');
  if (parts.get('permission') === 'public') warnings.add('a public board that is private now');
  if (parts.get('archived') === true) warnings.add('an archived board that is live now');
  warnings.add('rules left out', parts.rules);
  warnings.add('history entries left out, other than creations and comments', parts.activities);
  const limited = parts.list('lists').filter(({ wipLimit }) => fieldsOf(wipLimit).enabled === true);
  warnings.add('limits of cards in a list left out', limited.length);
  for (const [what, has] of Object.entries(onCards)) {
    for (const card of parts.list('cards'))
      if (has(card)) warnings.add(`${what} left out`, 1, textOf(card.title));
  }
}
