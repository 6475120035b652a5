import { type Html, html } from '../../base/html.ts';
import type { PublicBoardRow } from '../../reading/public-board.ts';
import { topOf } from './document.ts';
import { counted, tileOf } from './parts.ts';
import type { ShownList } from './read.ts';

/** Hidden until the script is there: it finds among the cards on the page. */
const filter = html`<search class="filter" hidden><input class="input" type="search" placeholder="Filter cards" aria-label="Filter cards" aria-keyshortcuts="/" maxlength="100"></search>
<p class="unseen" role="status" data-found></p>`;

const countOf = ({ tiles, next }: ShownList): string => `${tiles.length}${next === null ? '' : '+'}`;

/** A list with its cards; the link to the rest of them leads to a page of its own. */
const listOf = (
  list: ShownList,
  board: string,
): Html => html`<section class="list" aria-labelledby="n-${list.id}">
<div class="list-header"><h2 id="n-${list.id}" dir="auto">${list.name}</h2> <span class="quiet" data-count title="${counted(list.tiles.length, 'card', 'cards')}">${countOf(list)}</span></div>
${
  list.tiles.length > 0
    ? html`<ol class="cards" aria-labelledby="n-${list.id}">${list.tiles.map((tile) => tileOf(tile, board))}</ol>`
    : list.next === null && html`<p class="quiet none">No cards</p>`
}${
  list.next !== null &&
  html`<a class="more" href="${board}/lists/${list.id}?after=${list.next}">Show more<span class="unseen"> of ${list.name}</span></a>`
}</section>`;

/** All lists of a board. */
export const boardBody = (
  of: PublicBoardRow,
  lists: readonly ShownList[],
  board: string,
): Html => html`${topOf({
  workspace: of.workspaceName,
  board: of.name,
  boardId: of.id,
  open: `/b/${of.id}`,
  extra: lists.length > 0 && filter,
})}
<main class="lists" tabindex="-1">${
  lists.length > 0
    ? lists.map((list) => listOf(list, board))
    : html`<p class="quiet empty">This board has no lists yet.</p>`
}</main>`;

/** One list of a board, from a card on. */
export const listBody = (of: PublicBoardRow, list: ShownList, board: string): Html => html`${topOf({
  workspace: of.workspaceName,
  board: of.name,
  address: board,
  boardId: of.id,
  open: `/b/${of.id}`,
})}
<main class="lists one"><h1 class="unseen">${list.name}</h1>
<p><a href="${board}">All lists</a></p>
${listOf(list, board)}</main>`;

/** What previews of links and search engines say about a board. */
export const boardDescription = (of: PublicBoardRow, lists: readonly ShownList[]): string => {
  const names = lists.slice(0, 8).map(({ name }) => name.slice(0, 60).toWellFormed());
  const rest = lists.length > names.length ? ' …' : '';
  return names.length > 0 ? `${of.workspaceName}: ${names.join(', ')}${rest}` : of.workspaceName;
};
