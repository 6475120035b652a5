import { pathOfPage } from '../../../contract/pages.ts';
import type { ReadFormat } from './reading/readings.ts';

/*
 * Addresses of cards in the texts of other tools. They stand here, and not with the readers: a reader runs in a process that a
 * file may take over, and no pattern that comes from there is run on texts.
 */

/** The beginning of an address, at whichever host; it does not go on into a second address. */
const anywhere = /https?:\/\/(?:(?!:\/\/)[^\s()<>[\]"'`]){1,255}?/;

/** An address of Trello, with or without the name of the card at the end. */
export const trelloLink = /https?:\/\/trello\.com\/c\/([A-Za-z0-9]{8})(?:\/[^\s()<>[\]"'`]*)?/g;

/** An address of ours, wherever the service was that wrote it. */
export const nativeLink = new RegExp(
  `https?://[^\\s/()<>]+${pathOfPage({ workspaceId: '', cardId: '([0-9a-z]{12,64})' })}`,
  'g',
);

/** Addresses of cards as each format has them; the first group is the key of the card. Null where it has none. */
export const cardLinks: Readonly<Record<ReadFormat, RegExp | null>> = {
  'boardtool-json': trelloLink,
  csv: null,
  kanboard: null,
  planka: new RegExp(`${anywhere.source}\\/cards\\/(\\d{10,20})(?![\\w-])`, 'g'),
  vikunja: new RegExp(`${anywhere.source}\\/tasks\\/(\\d{1,18})(?![\\w/-])`, 'g'),
  // Board, a name in small letters, and card.
  wekan: new RegExp(
    `${anywhere.source}\\/b\\/[\\w-]{6,64}\\/[^\\s/()<>[\\]"'\`]{1,255}\\/([\\w-]{6,64})`,
    'g',
  ),
};
