import { escaped } from '../../base/html.ts';
import type { PublicBoardRow } from '../../reading/public-board.ts';
import { pictureSize } from './document.ts';
import type { ShownLabel, ShownList } from './read.ts';

/* A drawing of a board, from which the picture is made that links to it are shown with. It has no texts beyond those of the page. */

/** How many lists and cards are drawn. */
const [mostLists, mostTiles] = [5, 4];

/** Columns of the lists, in pixels. */
const left = 60;
const top = 190;
const gap = 20;
const tileHeight = 80;

/** XML has no control characters but line breaks, and lone surrogates are no text. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .toWellFormed()
    .trim();

/** Cuts a text to what fits, judged by the usual width of a character; East Asian ones count twice. */
function cutTo(text: string, most: number): string {
  let width = 0;
  let cut = '';
  for (const { segment } of segments.segment(plain(text.slice(0, 300)))) {
    width += /[\u1100-\uffdc\u{1f000}-\u{3ffff}]/u.test(segment) ? 2 : 1;
    if (width > most) return `${cut.slice(0, -1).trimEnd().toWellFormed()}…`;
    cut += segment;
  }
  return cut;
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Two lines at most, broken between words where there is one. */
function linesOf(text: string, most: number): string[] {
  const whole = cutTo(text, most * 2);
  if (cutTo(whole, most) === whole) return [whole];
  const at = whole.lastIndexOf(' ', most);
  return at > most / 3
    ? [whole.slice(0, at), cutTo(whole.slice(at + 1), most)]
    : [whole.slice(0, most).toWellFormed(), cutTo(whole.slice(most).toWellFormed(), most)];
}

const colourOf = ({ colourCode }: ShownLabel): string =>
  /^#[0-9a-f]{3,8}$/i.test(colourCode) ? colourCode : '#64748b';

function tileAt(tile: ShownList['tiles'][number], x: number, y: number, width: number): string {
  const labels = tile.labels
    .slice(0, 4)
    .map(
      (label, at) =>
        `<rect x="${x + 16 + at * 40}" y="${y + 14}" width="32" height="8" rx="4" fill="${colourOf(label)}"/>`,
    );
  const first = y + (labels.length > 0 ? 46 : 36);
  const lines = linesOf(tile.title, Math.floor((width - 32) / 10)).map(
    (line, at) => `<text x="${x + 16}" y="${first + at * 22}" class="t">${escaped(line)}</text>`,
  );
  return `<rect x="${x}" y="${y}" width="${width}" height="${tileHeight}" rx="10" fill="#fff" stroke="#d9dbe6"/>${labels.join('')}${lines.join('')}`;
}

function listAt({ name, tiles }: ShownList, x: number, width: number): string {
  const shown = tiles.slice(0, mostTiles);
  const height = 54 + Math.max(1, shown.length) * (tileHeight + 8);
  const cards = shown.map((tile, at) => tileAt(tile, x + 10, top + 50 + at * (tileHeight + 8), width - 20));
  return (
    `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="16" fill="#f8f9fc" stroke="#dfe1ec"/>` +
    `<text x="${x + 18}" y="${top + 34}" class="n">${escaped(cutTo(name, Math.floor((width - 36) / 12.8)))}</text>${cards.join('')}`
  );
}

const style =
  'text{font-family:"Inter Variable",Inter,"DejaVu Sans",sans-serif;fill:#20222e}' +
  '.b{font-size:54px;font-weight:700}.w{font-size:26px;fill:#5d6072}.n{font-size:19px;font-weight:700}.t{font-size:16px}';

/** The mark of the service: a card on its way through three places. */
const mark = [0.34, 0.6, 1]
  .map(
    (opacity, at) =>
      `<rect x="${left + at * 13}" y="${66 - at * 13}" width="34" height="34" rx="9" fill="#4f4fd0" fill-opacity="${opacity}"/>`,
  )
  .join('');

/** An SVG of `pictureSize`, of bounded length. */
export function drawingOf(of: PublicBoardRow, lists: readonly ShownList[]): string {
  const { width, height } = pictureSize;
  const shown = lists.slice(0, mostLists);
  const columns = Math.max(3, shown.length);
  const column = (width - 2 * left - (columns - 1) * gap) / columns;
  const columnsOf = shown.map((list, at) => listAt(list, left + at * (column + gap), column));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<style>${style}</style><rect width="${width}" height="${height}" fill="#eceef6"/>${mark}` +
    `<text x="${left + 84}" y="79" class="w">${escaped(cutTo(of.workspaceName, 60))}</text>` +
    `<text x="${left}" y="158" class="b">${escaped(cutTo(of.name, 28))}</text>${columnsOf.join('')}</svg>`
  );
}
