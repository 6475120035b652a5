import type { IconNode } from 'lucide';
import { BellRing, Calendar, Clock, Flag, Repeat, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { setDates } from '../board/doing.ts';
import { cardTexts, dateTexts, reminderTexts, repeatTexts } from '../messages/card.ts';
import { isWholeDay, localOf, wholeDayOf, withTime } from '../messages/days.ts';
import { dayNames, locale, time as timeText, weekday } from '../messages/formats.ts';
import { isComposing } from '../ui/composing.ts';
import { takesFocusInPlace } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { Month } from './month.tsx';
import type { PicksProps } from './picks.tsx';
import { ReminderPicks, remindersOf } from './reminder-picks.tsx';
import { RepeatPicks, repeatOf } from './repeat-picks.tsx';
import { readDate } from './written-date.ts';
import './picker.css';

/*
 * The dates of one or several cards, or the date of an item: written, or chosen from a month. What is chosen is saved at once. How
 * cards repeat and when people are reminded of them is chosen in the same place.
 */

type Field = 'dueDate' | 'startDate';

/** The time of day of a due date that gets one: the end of a working day. */
const endOfWork = '17:00';

/** A time of a day, in the viewer's time zone. */
const at = (day: string, time: string | undefined): string =>
  time === undefined ? day : withTime(new Date(`${day.slice(0, 10)}T${time}`));

const dayOf = (date: string | null): string | null => date && wholeDayOf(localOf(date));

/** Hours and minutes of a date that has them. */
function timeOf(date: string | null): string | undefined {
  if (date === null || isWholeDay(date)) return undefined;
  const moment = new Date(date);
  return [moment.getHours(), moment.getMinutes()].map((each) => String(each).padStart(2, '0')).join(':');
}

type More = 'repeat' | 'reminders';

export function DatePicks({ board, cards, close, first = 'dueDate' }: PicksProps & { first?: Field }) {
  const [shown, setShown] = useState<More | 'dates'>('dates');
  const [last, setLast] = useState<More>();
  const open = (more: More) => {
    setLast(more);
    setShown(more);
  };
  const { dueDate = null, startDate = null } = board.store.get('card', cards[0] ?? '').value ?? {};
  const on = { board, cards, close: () => setShown('dates'), isInDates: true };
  if (shown === 'repeat') return <RepeatPicks {...on} />;
  if (shown === 'reminders') return <ReminderPicks {...on} />;
  return (
    <DateFields
      dueDate={dueDate}
      startDate={startDate}
      first={first}
      hasFocus={!last}
      save={(date, of) => setDates(board, cards, { [of]: date })}
      close={close}
    >
      {dueDate && (
        <MoreRow
          icon={BellRing}
          name={reminderTexts.name}
          value={remindersOf(board, cards) ?? cardTexts.none}
          hasFocus={last === 'reminders'}
          open={() => open('reminders')}
        />
      )}
      <MoreRow
        icon={Repeat}
        name={repeatTexts.name}
        value={repeatOf(board, cards)}
        hasFocus={last === 'repeat'}
        open={() => open('repeat')}
      />
    </DateFields>
  );
}

interface DateFieldsProps {
  dueDate: string | null;
  /** Undefined where there can be none. */
  startDate?: string | null;
  /** The one that is chosen first. */
  first?: Field;
  hasFocus?: boolean;
  save: (date: string | null, of: Field) => void;
  close: () => void;
  /** Below the dates. */
  children?: ComponentChildren;
}

export function DateFields(props: DateFieldsProps) {
  const { dueDate, startDate, first = 'dueDate', hasFocus = true, save, close, children } = props;
  const [field, setField] = useState<Field>(first);
  const [text, setText] = useState('');
  const read = readDate(text, new Date(), locale.value);
  const start = startDate ?? null;
  const value = { dueDate, startDate: start }[field];
  const set = (date: string | null, of = field) => save(date, of);
  return (
    <div class="dates">
      <input
        class="input"
        type="text"
        autocomplete="off"
        aria-label={dateTexts.write}
        placeholder={dateTexts.write}
        ref={hasFocus ? takesFocusInPlace : null}
        data-focused
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          event.preventDefault();
          if (!read) return;
          set(at(read.day, read.time));
          close();
        }}
      />
      {text.trim() !== '' && (
        <p class="quiet" role="status">
          {read ? [dayNames.whole(read.day), read.time].filter(Boolean).join(', ') : dateTexts.notUnderstood}
        </p>
      )}
      {startDate !== undefined && (
        <div class="ends">
          <Ends of="startDate" icon={Flag} value={startDate} field={field} setField={setField} clear={set} />
          <Ends of="dueDate" icon={Calendar} value={dueDate} field={field} setField={setField} clear={set} />
        </div>
      )}
      <Often
        choose={(day) => {
          set(day);
          close();
        }}
      />
      <Month
        at={read?.day ?? dayOf(value) ?? dayOf(dueDate) ?? wholeDayOf(new Date())}
        start={dayOf(start)}
        due={dayOf(dueDate)}
        choose={(day) => set(at(day, timeOf(value)))}
      />
      {value && <TimeOfDay value={value} set={set} />}
      {children}
    </div>
  );
}

interface MoreRowProps {
  icon: IconNode;
  name: string;
  value: string;
  hasFocus: boolean;
  open: () => void;
}

const MoreRow = ({ icon, name, value, hasFocus, open }: MoreRowProps) => (
  <button class="time-of-day" type="button" ref={hasFocus ? takesFocusInPlace : null} onClick={open}>
    <Icon of={icon} />
    {name} <span class="one-line">{value}</span>
  </button>
);

interface EndsProps {
  of: Field;
  icon: IconNode;
  value: string | null;
  /** The one that is chosen next. */
  field: Field;
  setField: (field: Field) => void;
  clear: (date: null, of: Field) => void;
}

const names = { startDate: cardTexts.start, dueDate: cardTexts.due };

function Ends({ of, icon, value, field, setField, clear }: EndsProps) {
  const removed = of === 'dueDate' ? dateTexts.removeDue : dateTexts.removeStart;
  return (
    <div class={of === field ? 'end now' : 'end'}>
      <button type="button" aria-pressed={of === field} onClick={() => setField(of)}>
        <Icon of={icon} size={14} />
        <span>
          <span class="end-name">{names[of]}</span>{' '}
          <span class={value ? 'one-line' : 'quiet one-line'}>
            {value ? weekday(localOf(value)) : cardTexts.none}
          </span>
        </span>
      </button>
      {value && (
        <button type="button" aria-label={removed} title={removed} onClick={() => clear(null, of)}>
          <Icon of={X} size={14} />
        </button>
      )}
    </div>
  );
}

/** Today, tomorrow and the next Monday. */
const Often = ({ choose }: { choose: (day: string) => void }) => {
  const now = new Date();
  const inDays = (days: number) =>
    wholeDayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  const often = [
    [dateTexts.today, inDays(0)],
    [dateTexts.tomorrow, inDays(1)],
    [dateTexts.nextWeek, inDays((8 - now.getDay()) % 7 || 7)],
  ] as const;
  return (
    <div class="often">
      {often.map(([text, day]) => (
        <button
          key={text}
          class="button small"
          type="button"
          title={dayNames.near(day)}
          onClick={() => choose(day)}
        >
          {text}
        </button>
      ))}
    </div>
  );
};

function TimeOfDay({ value, set }: { value: string; set: (date: string) => void }) {
  const id = useId();
  const day = wholeDayOf(localOf(value));
  const time = timeOf(value);
  return (
    <div class="time-of-day">
      <Icon of={Clock} />
      {time !== undefined && (
        <input
          class="input"
          type="time"
          aria-label={dateTexts.time}
          title={timeText(value)}
          value={time}
          onChange={({ currentTarget }) => currentTarget.value && set(at(day, currentTarget.value))}
        />
      )}
      <label for={id}>{dateTexts.wholeDay}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        class="switch"
        checked={time === undefined}
        onChange={({ currentTarget }) => set(at(day, currentTarget.checked ? undefined : endOfWork))}
      />
    </div>
  );
}
