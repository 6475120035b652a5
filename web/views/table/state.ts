import type { ReadonlySignal, Signal } from '@preact/signals';
import type { OpenBoard } from '../../board/open.ts';
import type { Line } from '../lines.ts';
import type { Property } from '../property.ts';
import type { Settings } from '../settings.ts';
import type { Cursor } from './cursor.ts';

/** What the parts of a table share. */
export interface TableState {
  readonly board: OpenBoard;
  readonly lines: ReadonlySignal<readonly Line[]>;
  /** The index of each line by its key. */
  readonly places: ReadonlySignal<ReadonlyMap<string, number>>;
  readonly columns: ReadonlySignal<readonly Property[]>;
  /** The indexes of the columns that are in the DOM. */
  readonly shown: ReadonlySignal<readonly number[]>;
  /** Whether it is scrolled sideways. */
  readonly isAside: ReadonlySignal<boolean>;
  /** The groups whose cards are not shown. */
  readonly folded: Signal<ReadonlySet<string>>;
  /** The cell that is being edited, and what was typed to begin with. */
  readonly edited: Signal<{ line: string; card: string; column: string; typed: string } | undefined>;
  readonly settings: ReadonlySignal<Settings>;
  readonly cursor: Cursor;
}
