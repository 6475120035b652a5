import { boardTint } from '../../../../contract/hues.ts';
import { type Html, html } from '../../base/html.ts';
import type { PublicBoardRow } from '../../reading/public-board.ts';
import type { ShownLabel, Tile } from './read.ts';
import type { Spoken } from './texts.ts';

/* Parts of the pages of a public board. Texts of people may be of any direction, so each has its own. */

/** Icons, drawn once on a page that uses them. */
const drawings = {
  calendar: 'M5 5h14v15H5zM5 10h14M9 3v4M15 3v4',
  text: 'M5 7h14M5 12h14M5 17h8',
  comment: 'M4 5h16v12h-9l-4 3v-3H4z',
  file: 'M19 11l-7.5 7.5a4 4 0 0 1-6-6L13 5a2.7 2.7 0 0 1 4 4l-7.4 7.4a1.3 1.3 0 0 1-2-2L14 8',
  done: 'M5 5h14v14H5zM8.5 12l2.5 2.5 4.5-5',
  open: 'M5 5h14v14H5z',
};

export const symbols: Html = html`<svg hidden>${Object.entries(drawings).map(
  ([name, path]) => html`<symbol id="i-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
)}</svg>`;

export const icon = (name: keyof typeof drawings): Html =>
  html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`;

/** The due date may be over by the time that the page is read, so the script says so. */
export const dueBadge = (date: string, t: Spoken): Html =>
  html`<span class="badge due">${icon('calendar')}<span class="unseen">${t.due}</span> <time datetime="${date}">${t.day(date)}</time></span>`;

export const labelList = (labels: readonly ShownLabel[]): Html | false =>
  labels.length > 0 &&
  html`<ul class="labels">${labels.map(
    ({ publicId, name }) => html`<li class="label ${classOf(publicId)}" dir="auto">${name}</li>`,
  )}</ul>`;

const classOf = (label: string): string => `l-${label}`;
const coverClass = (colour: string): string => `c-${colour.slice(1)}`;

/** What of a page has colors of its own. */
export interface Coloured {
  labels: readonly ShownLabel[];
  covers?: readonly string[];
}

const isColour = (text: string): boolean => /^#[0-9a-f]{3,8}$/i.test(text);

/** The rules for the colors of a board, its labels and covers, which a page has in itself. */
export function coloursOf(
  { id: board, background }: Pick<PublicBoardRow, 'id' | 'background'>,
  { labels, covers = [] }: Coloured,
): string {
  const { hue, tint } = boardTint(board, background);
  const colours = new Map(labels.map(({ publicId, colourCode }) => [publicId, colourCode]));
  const rules = [...colours]
    .filter(([, colour]) => isColour(colour))
    .map(([id, colour]) => `.${classOf(id)}{--colour:${colour}}`);
  const ofCovers = [...new Set(covers)]
    .filter(isColour)
    .map((colour) => `.${coverClass(colour)}{background:${colour}}`);
  return [`:root{--board:${hue};--tint:${tint}}`, ...rules, ...ofCovers].join('');
}

const badge = (name: 'text' | 'comment' | 'file', text: string, count: number | null): Html =>
  html`<span class="badge" title="${text}">${icon(name)}<span class="unseen">${text}</span>${count !== null && html`<span aria-hidden="true">${count}</span>`}</span>`;

function badgesOf(tile: Tile, t: Spoken): Html | false {
  const { dueDate, hasDescription, commentCount, attachmentCount, itemCount, completedItemCount } = tile;
  const isDone = completedItemCount === itemCount;
  const badges = [
    dueDate !== null && dueBadge(dueDate, t),
    hasDescription && badge('text', t.description, null),
    commentCount > 0 && badge('comment', t.counted(commentCount, t.comments), commentCount),
    attachmentCount > 0 && badge('file', t.counted(attachmentCount, t.files), attachmentCount),
    itemCount > 0 &&
      html`<span class="${isDone ? 'badge done' : 'badge'}">${icon('done')}<span class="unseen">${t.itemsDone}</span> ${completedItemCount}/${itemCount}</span>`,
  ];
  return badges.some(Boolean) && html`<div class="badges">${badges}</div>`;
}

/** A card, which leads to its own page. */
export const tileOf = (tile: Tile, board: string, t: Spoken): Html =>
  html`<li class="card">${tile.cover?.colour !== undefined && html`<div class="cover ${coverClass(tile.cover.colour)}"></div>`}${labelList(tile.labels)}<a class="card-title" dir="auto" href="${board}/${tile.publicId}">${tile.title}</a>${badgesOf(tile, t)}</li>`;
