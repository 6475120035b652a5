import { edit } from './keys.ts';
import type { TableState } from './state.ts';

/**
 * A press on a cell puts the cursor there, and a second one, or a double click, edits it. With Shift, or when a mouse is drawn
 * over cells, the range goes to there.
 */
export function onCellPointer(event: MouseEvent, state: TableState, isDouble = false): void {
  const target = event.target as Element;
  const cell = target.closest<HTMLElement>('[data-column]');
  const line = cell?.closest<HTMLElement>('[data-line]')?.dataset.line;
  if (!cell || line === undefined || event.button !== 0 || target.closest('a, button, input')) return;
  const column = Number(cell.dataset.column);
  const { cursor, columns } = state;
  const isKey = columns.peek()[column]?.id === 'key';
  // There, Shift selects cards.
  if (isKey && event.shiftKey) return;
  const at = cursor.at.peek();
  const isThere = at?.line === line && at.column === column && document.activeElement === cell;
  event.preventDefault();
  if (event.shiftKey)
    document.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
  cursor.go(line, column, event.shiftKey);
  cell.focus({ preventScroll: true });
  if (isDouble || isThere) {
    edit(state, '');
    return;
  }
  drawOver(state);
}

/** Extends the range to the cell under the mouse until its button is released. */
function drawOver({ cursor }: TableState): void {
  const off = new AbortController();
  const { signal } = off;
  addEventListener('pointerup', () => off.abort(), { signal });
  addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      if (pointerType !== 'mouse') return;
      const cell = (target as Element).closest<HTMLElement>('[data-column]');
      const line = cell?.closest<HTMLElement>('[data-line]')?.dataset.line;
      if (cell && line !== undefined) cursor.go(line, Number(cell.dataset.column), true);
    },
    { signal },
  );
}
