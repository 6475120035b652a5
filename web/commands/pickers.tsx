import type { ComponentChildren } from 'preact';
import { holdsOf, setDue, turnLabel, turnMember } from '../board/doing.ts';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import { t } from '../messages/en.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Place } from '../ui/placed.tsx';
import { Placed } from '../ui/placed.tsx';

/* Labels, members and dates of a card, or of several: opened by a key beside the card. Digits choose as well. */

interface PickerProps {
  board: OpenBoard;
  cards: readonly string[];
  at: Place;
}

const shownCards = ({ board, cards }: PickerProps) =>
  cards.flatMap((id) => board.store.get('card', id).value ?? []);

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
  held: 'all' | 'some' | 'none';
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

export function LabelPicks(props: PickerProps) {
  const { board, cards, at } = props;
  const labels = board.store.labels.value.flatMap((id) => board.store.get('label', id).value ?? []);
  return (
    <Choices at={at} label={t.card.labels}>
      {labels.map(({ publicId, name, colourCode }, index) => (
        <Pick
          key={publicId}
          digit={index + 1}
          held={holdsOf(shownCards(props), 'labelPublicIds', publicId)}
          turn={() => turnLabel(board, cards, publicId)}
        >
          <span class="label" style={{ '--colour': colourCode }}>
            {name}
          </span>
        </Pick>
      ))}
      {labels.length === 0 && <p class="quiet">{t.card.noLabels}</p>}
    </Choices>
  );
}

export function MemberPicks(props: PickerProps) {
  const { board, cards, at } = props;
  const members = board.store.members.value.flatMap((id) => {
    const member = board.store.get('member', id).value;
    return member?.user && member.status === 'active' ? [{ id, user: member.user }] : [];
  });
  return (
    <Choices at={at} label={t.card.members}>
      {members.map(({ id, user }, index) => (
        <Pick
          key={id}
          digit={index + 1}
          held={holdsOf(shownCards(props), 'memberPublicIds', id)}
          turn={() => turnMember(board, cards, id)}
        >
          <Avatar id={user.id} name={user.name ?? ''} />
          <span class="name">{user.name}</span>
        </Pick>
      ))}
    </Choices>
  );
}

/** Days from today on which something is often due. */
const days = (now: Date) => ({ today: 0, tomorrow: 1, nextWeek: 8 - (now.getDay() || 7) });

/** The hour of a day at which what has no other is due. */
const hour = 17;

export function DuePicks(props: PickerProps) {
  const { board, cards, at } = props;
  const [first] = shownCards(props);
  const now = new Date();
  const choose = (date: Date | null) => {
    closeOverlay();
    setDue(board, cards, date?.toISOString() ?? null);
  };
  return (
    <Placed at={at} label={t.card.due} class="picks" close={closeOverlay}>
      <h2>{t.card.due}</h2>
      <div class="row">
        {Object.entries(days(now)).map(([name, after]) => (
          <button
            key={name}
            class="button small"
            type="button"
            onClick={() => choose(new Date(now.getFullYear(), now.getMonth(), now.getDate() + after, hour))}
          >
            {t.commands.dates[name as keyof typeof t.commands.dates]}
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
          aria-label={t.card.due}
          defaultValue={first?.dueDate ? localTime(new Date(first.dueDate)) : ''}
        />
        <button class="button primary" type="submit">
          {t.save}
        </button>
      </form>
      {first?.dueDate && (
        <button class="button plain small" type="button" onClick={() => choose(null)}>
          {t.commands.noDate}
        </button>
      )}
    </Placed>
  );
}

/** As a field of date and time takes it: in the viewer's zone. */
const localTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
