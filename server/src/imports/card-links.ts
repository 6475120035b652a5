import { pathOfPage } from '../../../contract/pages.ts';
import type { ReadFormat } from './reading/file-board.ts';

/*
 * Patterns for the addresses of cards in texts of other tools. They are here and not with the readers: a reader runs in a process
 * that a malicious file may take over, so no pattern from there is run on texts.
 */

/** The beginning of an address, on any host; it does not continue into a second address. */
const anywhere = /https?:\/\/(?:(?!:\/\/)[^\s()<>[\]"'`]){1,255}?/;

/** The address of a card on Trello, with or without the name of the card at the end. */
export const trelloLink = /https?:\/\/trello\.com\/c\/([A-Za-z0-9]{8})(?:\/[^\s()<>[\]"'`]*)?/g;

/** The address of a card of this service, on any host: the export may come from another installation. */
export const nativeLink = new RegExp(
  `https?://[^\\s/()<>]+${pathOfPage({ workspaceId: '', cardId: '([0-9a-z]{12,64})' })}`,
  'g',
);

/** The pattern for card addresses of each format; the first group is the key of the card. Null if the format has none. */
export const cardLinks: Readonly<Record<ReadFormat, RegExp | null>> = {
  'boardtool-json': trelloLink,
  csv: null,
  kanboard: null,
  planka: new RegExp(`${anywhere.source}\\/cards\\/(\\d{10,20})(?![\\w-])`, 'g'),
  vikunja: new RegExp(`${anywhere.source}\\/tasks\\/(\\d{1,18})(?![\\w/-])`, 'g'),
  // Board id, slug, card id.
  wekan: new RegExp(
    `${anywhere.source}\\/b\\/[\\w-]{6,64}\\/[^\\s/()<>[\\]"'\`]{1,255}\\/([\\w-]{6,64})`,
    'g',
  ),
};
