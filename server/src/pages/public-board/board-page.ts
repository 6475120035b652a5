import { type Html, html } from '../../base/html.ts';
import type { PublicBoardRow } from '../../reading/public-board.ts';
import { topOf } from './document.ts';
import { tileOf } from './parts.ts';
import type { ShownList } from './read.ts';
import type { Spoken } from './texts.ts';

/** Hidden until the script is there: it finds among the cards on the page. */
const filter = (
  t: Spoken,
): Html => html`<search class="filter" hidden><input class="input" type="search" placeholder="${t.filter}" aria-label="${t.filter}" aria-keyshortcuts="/" maxlength="100"></search>
<p class="unseen" role="status" data-found></p>`;

const countOf = ({ tiles, next }: ShownList): string => `${tiles.length}${next === null ? '' : '+'}`;

/** A list with its cards; the link to the rest of them leads to a page of its own. */
const listOf = (
  list: ShownList,
  board: string,
  t: Spoken,
): Html => html`<section class="list" aria-labelledby="n-${list.id}">
<div class="list-header"><h2 id="n-${list.id}" dir="auto">${list.name}</h2> <span class="quiet" data-count title="${t.counted(list.tiles.length, t.cards)}">${countOf(list)}</span></div>
${
  list.tiles.length > 0
    ? html`<ol class="cards" aria-labelledby="n-${list.id}">${list.tiles.map((tile) => tileOf(tile, board, t))}</ol>`
    : list.next === null && html`<p class="quiet none">${t.noCards}</p>`
}${
  list.next !== null &&
  html`<a class="more" href="${board}/lists/${list.id}?after=${list.next}">${t.showMore}<span class="unseen">${t.moreOf(list.name)}</span></a>`
}</section>`;

/** All lists of a board. */
export const boardBody = (
  of: PublicBoardRow,
  lists: readonly ShownList[],
  board: string,
  t: Spoken,
): Html => html`${topOf(t, {
  workspace: of.workspaceName,
  board: of.name,
  boardId: of.id,
  open: `/b/${of.id}`,
  extra: lists.length > 0 && filter(t),
})}
<main class="lists" tabindex="-1">${
  lists.length > 0
    ? lists.map((list) => listOf(list, board, t))
    : html`<p class="quiet empty">${t.noLists}</p>`
}</main>`;

/** One list of a board, from a card on. */
export const listBody = (of: PublicBoardRow, list: ShownList, board: string, t: Spoken): Html => html`${topOf(
  t,
  {
    workspace: of.workspaceName,
    board: of.name,
    address: board,
    boardId: of.id,
    open: `/b/${of.id}`,
  },
)}
<main class="lists one"><h1 class="unseen">${list.name}</h1>
<p><a href="${board}">${t.allLists}</a></p>
${listOf(list, board, t)}</main>`;

/** What previews of links and search engines say about a board. */
export const boardDescription = (of: PublicBoardRow, lists: readonly ShownList[]): string => {
  const names = lists.slice(0, 8).map(({ name }) => name.slice(0, 60).toWellFormed());
  const rest = lists.length > names.length ? ' …' : '';
  return names.length > 0 ? `${of.workspaceName}: ${names.join(', ')}${rest}` : of.workspaceName;
};
