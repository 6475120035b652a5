import type { Span } from '../days.ts';

/* Where the cards of a week stand: each takes the first free line of its days, the longer ones above. */

/** What a week shows of a card. */
export interface Piece {
  span: Span;
  /** Its first column, from 0, and how many it takes. */
  column: number;
  length: number;
  line: number;
}

interface Week {
  pieces: readonly Piece[];
  /** How many cards of each of its days have no line. */
  more: readonly number[];
}

const byLength = (one: Piece, other: Piece): number =>
  one.column - other.column ||
  other.length - one.length ||
  // Whole days before times.
  (one.span.at ?? 0) - (other.span.at ?? 0);

/** Lays a week out that begins on a day; a day with more cards than lines says in its last line how many those are. */
export function weekOf(first: number, spans: readonly Span[], lines: number): Week {
  const all = spans
    .filter(({ from, to }) => to >= first && from < first + 7)
    .map((span): Piece => {
      const column = Math.max(span.from, first) - first;
      return { span, column, length: Math.min(span.to, first + 6) - first - column + 1, line: -1 };
    })
    .sort(byLength);
  const more = Array.from({ length: 7 }, () => 0);
  /** The first free column of each line. */
  const free: number[] = [];
  const hide = (piece: Piece) => {
    for (let column = piece.column; column < piece.column + piece.length; column++)
      more[column] = (more[column] ?? 0) + 1;
  };
  let placed = all.flatMap((piece) => {
    let line = 0;
    while (line < lines && (free[line] ?? 0) > piece.column) line++;
    if (line < lines) {
      free[line] = piece.column + piece.length;
      return [{ ...piece, line }];
    }
    hide(piece);
    return [];
  });
  // The last line of such a day is not free; what gives way there may give way on other days as well.
  for (let before = -1; before !== placed.length; ) {
    before = placed.length;
    placed = placed.filter((piece) => {
      const { line, column, length } = piece;
      const isOver = line === lines - 1 && more.slice(column, column + length).some((count) => count > 0);
      if (isOver) hide(piece);
      return !isOver;
    });
  }
  return { pieces: placed, more };
}
