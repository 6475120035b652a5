import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withSelected } from '../../board/select.ts';
import { bulk } from '../../sync/bulk.ts';
import { isComposing } from '../../ui/composing.ts';
import { takesFocusAtEnd, takesFocusWhole } from '../../ui/focus.ts';
import { Placed } from '../../ui/placed.tsx';
import type { Card, Property } from '../property.ts';
import type { TableState } from './state.ts';

/* A cell that is edited: by the picker of its property, at the cell, or as text in the cell. */

/** The picker of the cell that is edited; for all cards of the range, if it is several lines of one column. */
export function Editing({ state }: { state: TableState }) {
  const { edited, columns, board } = state;
  const now = edited.value;
  const column = columns.value.find(({ id }) => id === now?.column);
  if (!now || !column?.Picks) return null;
  const { Picks } = column;
  const cell = cellOf(now.line, columns.value.indexOf(column));
  const box = cell?.getBoundingClientRect();
  if (!box) return null;
  const close = () => {
    if (edited.peek() === now) edited.value = undefined;
  };
  const { left, right, top, bottom } = box;
  return (
    <Placed
      key={`${now.line} ${now.column}`}
      at={{ left, right, top, bottom }}
      label={column.name}
      class="picker"
      close={close}
    >
      <Typed text={now.typed}>
        <Picks board={board} cards={cardsFor(state, now.card)} close={close} />
      </Typed>
    </Placed>
  );
}

const cellOf = (line: string, column: number): Element | null =>
  document.querySelector(`[data-line="${CSS.escape(line)}"] [data-column="${column}"]`);

/** The cards that a picker is for. */
function cardsFor({ board, cursor, lines }: TableState, card: string): readonly string[] {
  const { top, bottom } = cursor.range;
  const ids = lines
    .peek()
    .slice(top, bottom + 1)
    .flatMap((line) => (line.kind === 'card' ? [line.id] : []));
  return ids.length > 1 && ids.includes(card) ? [...new Set(ids)] : withSelected(board.store, card);
}

/** Has the first field begin with the text that was typed to open it. */
function Typed({ text, children }: { text: string; children: ComponentChildren }) {
  const within = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = within.current?.querySelector('input');
    if (!field || text === '') return;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);
  return <div ref={within}>{children}</div>;
}

interface TitleEditorProps {
  state: TableState;
  card: Card;
  column: Property;
}

/** The text of a cell as a field: Enter saves it and goes on below, Tab beside, Escape leaves it as it was. */
export function TitleEditor({ state, card, column }: TitleEditorProps) {
  const { board, edited, cursor } = state;
  const isLeft = useRef(false);
  const [typed] = useState(() => edited.peek()?.typed ?? '');
  const end = (text: string | undefined) => {
    if (isLeft.current) return;
    isLeft.current = true;
    const changes = text === undefined || text === column.text(card) ? undefined : column.write?.(card, text);
    const operations = (changes ?? []).map((each) => ({ ...each, cardPublicId: card.publicId }));
    if (operations.length > 0) board.do(bulk(board.store, operations), { isQuiet: true });
    edited.value = undefined;
  };
  return (
    <input
      class="input"
      aria-label={column.name}
      defaultValue={typed || column.text(card)}
      maxLength={2000}
      autocomplete="off"
      ref={typed === '' ? takesFocusWhole : takesFocusAtEnd}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        event.stopPropagation();
        const { key, shiftKey, currentTarget } = event;
        if (key === 'Escape') return end(undefined);
        if (key !== 'Enter' && key !== 'Tab') return;
        event.preventDefault();
        end(currentTarget.value);
        if (key === 'Enter') cursor.step(shiftKey ? -1 : 1, 0);
        else cursor.step(0, shiftKey ? -1 : 1);
      }}
    />
  );
}
