import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { Invalid } from '../errors.ts';
import type { Json } from '../http/bind.ts';
import { pageJson } from '../http/cursor.ts';
import type { PagedCard } from './queries.ts';

/** The place on its board that a cursor names: order keys of a list and of a card in it. */
export function placeFrom(cursor: string | undefined): { afterList: string; afterCard: string } {
  if (cursor === undefined) return { afterList: '', afterCard: '' };
  const [, afterList, afterCard] = /^([0-9A-Za-z]+)\.([0-9A-Za-z]+)$/.exec(cursor) ?? [];
  if (afterList === undefined || afterCard === undefined) {
    throw new Invalid('query/cursor is no nextCursor of this list');
  }
  return { afterList, afterCard };
}

/** A page out of the cards that were found, one more than `limit` where there is a further page. */
export function pageFrom(found: readonly PagedCard[], limit: number): Json<ReplyOf<typeof boards.cards>> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return pageJson('cards', shown, found.length > limit && last ? `${last.list}.${last.card}` : null);
}
