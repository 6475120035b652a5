import type { Warnings } from '../warnings.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from './fields.ts';

/* Data of the board tool without an equivalent here. It is counted, never dropped silently. */

type Count = (fields: Fields) => number;

const one = (there: unknown): number => (there ? 1 : 0);

const onCards: Record<string, Count> = {
  stickers: ({ stickers }) => listOf(stickers).length,
  votes: ({ idMembersVoted, badges }) =>
    Math.max(listOf(idMembersVoted).length, numberOf(fieldsOf(badges).votes)),
  locations: ({ coordinates, locationName, address }) => one(coordinates ?? locationName ?? address),
  'card covers': ({ cover, idAttachmentCover }) => {
    const { color, idAttachment, idUploadedBackground } = fieldsOf(cover);
    return one(color ? null : (idAttachment ?? idUploadedBackground ?? idAttachmentCover));
  },
  'power-up data': ({ pluginData }) => listOf(pluginData).length,
  subscriptions: ({ subscribed }) => one(subscribed === true),
};

const onBoard: Record<string, Count> = {
  'board description': ({ desc }) => one(textOf(desc)),
  'power-up data': ({ pluginData }) => listOf(pluginData).length,
  'board stars': ({ starred }) => one(starred === true),
};

/** Adds what is left out of a board and its cards to `warnings`; iterates over the cards once. */
export function countLosses(board: Fields, cards: Iterable<Fields>, warnings: Warnings): void {
  if (fieldsOf(board.prefs).permissionLevel === 'public') warnings.add('public boards made private');
  for (const [what, count] of Object.entries(onBoard)) warnings.leftOut(what, count(board));
  const all = Object.entries(onCards).map(([what, count]) => ({ what, count, found: 0 }));
  for (const card of cards) for (const each of all) each.found += each.count(card);
  for (const { what, found } of all) warnings.leftOut(what, found);
}
