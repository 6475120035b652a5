import type { ComponentChildren } from 'preact';
import { setDue } from '../board/doing.ts';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import {
  type Choice,
  labelsOfCards,
  localTime,
  membersOfCards,
  oftenDue,
  type Property,
} from '../card/properties.tsx';
import { cardTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import type { Place } from '../ui/placed.tsx';
import { Placed } from '../ui/placed.tsx';

/* Pickers for the labels, members and due date of one or several cards, opened by key next to a card. Digits choose too. */

interface PickerProps {
  board: OpenBoard;
  cards: readonly string[];
  at: Place;
}

function Choices({ at, label, children }: { at: Place; label: string; children: ComponentChildren }) {
  const onKey = (event: KeyboardEvent) => {
    const boxes = [...(event.currentTarget as HTMLElement).querySelectorAll('input')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = boxes.indexOf(document.activeElement as HTMLInputElement);
    if (step !== undefined) boxes.at((at + step) % boxes.length)?.focus();
    else if (/^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      boxes[Number(event.key) - 1]?.click();
    else if (event.key === 'Enter') (document.activeElement as HTMLInputElement | null)?.click();
    else return;
    event.preventDefault();
  };
  return (
    <Placed at={at} label={label} class="picks" close={closeOverlay} onKeyDown={onKey}>
      <h2>{label}</h2>
      {children}
    </Placed>
  );
}

interface PickProps {
  digit: number;
  held: Choice['held'];
  turn: () => void;
  children: ComponentChildren;
}

const Pick = ({ digit, held, turn, children }: PickProps) => (
  <label class="choice">
    <input type="checkbox" checked={held === 'all'} indeterminate={held === 'some'} onChange={turn} />
    {children}
    {digit <= 9 && <kbd aria-hidden="true">{digit}</kbd>}
  </label>
);

const picksOf =
  ({ name, nothing, choices, turn }: Property) =>
  ({ board, cards, at }: PickerProps) => {
    const all = choices(board, cards);
    return (
      <Choices at={at} label={name}>
        {all.map(({ id, shown, held }, index) => (
          <Pick key={id} digit={index + 1} held={held} turn={() => turn(board, cards, id)}>
            {shown}
          </Pick>
        ))}
        {all.length === 0 && nothing && <p class="quiet">{nothing}</p>}
      </Choices>
    );
  };

export const LabelPicks = picksOf(labelsOfCards);
export const MemberPicks = picksOf(membersOfCards);

export function DuePicks({ board, cards, at }: PickerProps) {
  const dueDate = board.store.get('card', cards[0] ?? '').value?.dueDate ?? null;
  const choose = (date: Date | null) => {
    closeOverlay();
    setDue(board, cards, date?.toISOString() ?? null);
  };
  return (
    <Placed at={at} label={cardTexts.due} class="picks" close={closeOverlay}>
      <h2>{cardTexts.due}</h2>
      <div class="row">
        {oftenDue.map(({ text, at: then }) => (
          <button key={text} class="button small" type="button" onClick={() => choose(then())}>
            {text}
          </button>
        ))}
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const { value } = event.currentTarget.elements.namedItem('date') as HTMLInputElement;
          if (value) choose(new Date(value));
        }}
      >
        <input
          class="input"
          type="datetime-local"
          name="date"
          aria-label={cardTexts.due}
          defaultValue={localTime(dueDate)}
        />
        <button class="button primary" type="submit">
          {t.save}
        </button>
      </form>
      {dueDate && (
        <button class="button plain small" type="button" onClick={() => choose(null)}>
          {t.commands.noDate}
        </button>
      )}
    </Placed>
  );
}
