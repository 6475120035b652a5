import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Line } from '../lines.ts';

/*
 * The cell of a table that has the focus, and the range of cells between it and an anchor. Both are named by their line and
 * column, so that they stay where they are while lines come, go and move.
 */

export interface Cell {
  /** The key of a line. */
  line: string;
  /** The index of a column. */
  column: number;
}

/** Lines and columns, from the first to the last of each. */
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export class Cursor {
  readonly #at = signal<Cell | undefined>(undefined);
  readonly #anchor = signal<Cell | undefined>(undefined);
  readonly #lines: ReadonlySignal<readonly Line[]>;
  readonly #places: ReadonlySignal<ReadonlyMap<string, number>>;
  readonly #columns: () => number;
  /** Found once for all lines that ask: there may be ten thousand to look through. */
  readonly #place = computed(() => {
    const at = this.#at.value;
    const found = at && this.#places.value.get(at.line);
    if (found !== undefined) return found;
    const lines = this.#lines.value;
    // Its card may be in another group now.
    const card = at?.line.split(' ').at(-1);
    const moved = at ? lines.findIndex((line) => line.kind === 'card' && line.id === card) : -1;
    return moved >= 0 ? moved : lines.findIndex(({ kind }) => kind === 'card');
  });
  readonly #range = computed((): Range => {
    const anchor = this.#anchor.value;
    const [row, column] = [this.place, this.column];
    const [from, of] = [
      anchor ? (this.#places.value.get(anchor.line) ?? row) : row,
      anchor?.column ?? column,
    ];
    return {
      top: Math.min(row, from),
      bottom: Math.max(row, from),
      left: Math.min(column, of),
      right: Math.max(column, of),
    };
  });

  constructor(
    lines: ReadonlySignal<readonly Line[]>,
    places: ReadonlySignal<ReadonlyMap<string, number>>,
    columns: () => number,
  ) {
    this.#lines = lines;
    this.#places = places;
    this.#columns = columns;
  }

  get at(): ReadonlySignal<Cell | undefined> {
    return this.#at;
  }

  /** The index of the line of the cursor; that of the first card if there is none. */
  get place(): number {
    return this.#place.value;
  }

  get column(): number {
    return Math.min(this.#at.value?.column ?? 0, this.#columns() - 1);
  }

  get range(): Range {
    return this.#range.value;
  }

  /** Goes to a cell; with `extends`, the range goes from where it began to there. */
  go(line: string, column: number, isExtended = false): void {
    if (!isExtended) this.#anchor.value = undefined;
    else this.#anchor.value ??= this.#at.peek() ?? { line, column };
    this.#at.value = { line, column };
  }

  /** Goes that many lines and columns further, over the lines that are no cards. */
  step(rows: number, columns: number, isExtended = false): void {
    const lines = this.#lines.peek();
    const column = Math.max(0, Math.min(this.column + columns, this.#columns() - 1));
    let place = this.place;
    const way = Math.sign(rows);
    for (let left = Math.abs(rows); left > 0; left--) {
      let next = place + way;
      while (lines[next] && lines[next]?.kind !== 'card') next += way;
      if (!lines[next]) break;
      place = next;
    }
    const line = lines[place];
    if (line) this.go(line.key, column, isExtended);
  }

  /** Leaves only the cell of the cursor; whether there was more. */
  collapse(): boolean {
    const had = this.#anchor.peek() !== undefined;
    this.#anchor.value = undefined;
    return had;
  }

  /** All cells. */
  all(): void {
    const lines = this.#lines.peek().filter(({ kind }) => kind === 'card');
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) return;
    this.#anchor.value = { line: first.key, column: 0 };
    this.#at.value = { line: last.key, column: this.#columns() - 1 };
  }
}
