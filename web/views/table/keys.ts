import { go } from '../../app/location.ts';
import { complete } from '../../board/doing.ts';
import { may } from '../../board/may.ts';
import { isComposing } from '../../ui/composing.ts';
import type { TableState } from './state.ts';

/*
 * The keys of a table, as spreadsheets have them. In the column of the keys of cards, letters are the commands of the board;
 * elsewhere they begin to edit.
 */

const most = Number.MAX_SAFE_INTEGER;
/** Lines of a page. */
const page = 20;

/** How far a key goes, in lines and columns. */
function stepOf(event: KeyboardEvent): readonly [number, number] | undefined {
  const isFar = event.ctrlKey || event.metaKey;
  const far = isFar ? most : 1;
  const way = document.dir === 'rtl' ? -1 : 1;
  switch (event.key) {
    case 'ArrowUp':
      return [-far, 0];
    case 'ArrowDown':
      return [far, 0];
    case 'ArrowLeft':
      return [0, -far * way];
    case 'ArrowRight':
      return [0, far * way];
    case 'PageUp':
      return [-page, 0];
    case 'PageDown':
      return [page, 0];
    case 'Home':
      return isFar ? [-most, -most] : [0, -most];
    case 'End':
      return isFar ? [most, most] : [0, most];
    default:
      return undefined;
  }
}

export function onKey(event: KeyboardEvent, state: TableState, clear: () => void): void {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || isComposing(event) || target.closest('[role=gridcell]') !== target) return;
  if (handles(event, state, clear)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function handles(event: KeyboardEvent, state: TableState, clear: () => void): boolean {
  const { cursor, columns } = state;
  const { key, shiftKey, altKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  const isAtKey = columns.peek()[cursor.column]?.id === 'key';
  const step = altKey ? undefined : stepOf(event);
  if (step) {
    // The board's own keys select whole cards.
    if (isAtKey && shiftKey && step[1] === 0) return false;
    cursor.step(...step, shiftKey);
    return true;
  }
  if (key === 'Tab' && !isMod && !altKey) return tab(state, shiftKey);
  if (key === 'Escape') return cursor.collapse();
  if (isMod && key.toLowerCase() === 'a' && !isAtKey) {
    cursor.all();
    return true;
  }
  if (isMod && key === 'Enter') return open(state);
  if (isMod || altKey) return false;
  if (isAtKey) return key === 'Enter' && open(state);
  if (key === 'Enter' || key === 'F2' || key === ' ') return edit(state, '');
  if (key === 'Delete' || key === 'Backspace') {
    clear();
    return true;
  }
  // Also where nothing can be written: it must not become a command.
  const isText = Array.from(key).length === 1;
  if (isText) edit(state, key);
  return isText;
}

/** To the next cell of the line; at its end, the focus leaves the table. */
function tab({ cursor, columns }: TableState, isBack: boolean): boolean {
  const next = cursor.column + (isBack ? -1 : 1);
  if (next < 0 || next >= columns.peek().length) return false;
  cursor.step(0, isBack ? -1 : 1);
  return true;
}

function cardAt({ cursor, lines }: TableState): string | undefined {
  const line = lines.peek()[cursor.place];
  return line?.kind === 'card' ? line.id : undefined;
}

function open(state: TableState): boolean {
  const card = cardAt(state);
  if (card !== undefined) go(`/c/${card}`);
  return card !== undefined;
}

/** Begins to edit the cell of the cursor, with what was typed. */
export function edit(state: TableState, typed: string): boolean {
  const { board, cursor, columns, lines, edited } = state;
  const [line, card, column] = [lines.peek()[cursor.place], cardAt(state), columns.peek()[cursor.column]];
  if (!line || card === undefined || !column) return false;
  if (column.id === 'key') return open(state);
  if (!may(board, 'card:edit')) return false;
  if (column.id === 'done') complete(board, [card]);
  else if (column.Picks || column.isWritten)
    edited.value = { line: line.key, card, column: column.id, typed };
  return true;
}
