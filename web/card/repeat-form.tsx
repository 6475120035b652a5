import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Recurrence } from '../../contract/recurrence.ts';
import { Select } from '../app/form.tsx';
import { firstDayOfWeek } from '../board/filter.ts';
import { repeatTexts as texts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { takesFocusInPlace } from '../ui/focus.ts';
import {
  daysOfMonth,
  type Repeat,
  readRule,
  type Unit,
  units,
  type Weekday,
  weekdayOf,
  weekdays,
  writeRule,
} from './repeat-rule.ts';
import { fullNameOf, letterOf, wordsOf, wordsOfDay } from './repeat-words.ts';

type Given = Pick<Recurrence, 'rule' | 'from'>;

interface RepeatFormProps {
  /** The day on which the card is due: midnight in UTC. */
  day: string;
  given: Given | undefined;
  set: (given: Given) => void;
  back: () => void;
}

/** Any way to repeat that the page knows. */
export function RepeatForm({ day, given, set, back }: RepeatFormProps) {
  const known = given && readRule(given.rule);
  const [repeat, setRepeat] = useState<Repeat>(
    known ?? { unit: 'WEEKLY', interval: 1, days: [weekdayOf(day)] },
  );
  const [from, setFrom] = useState(given?.from ?? 'due');
  const change = (part: Partial<Repeat>) => setRepeat({ ...repeat, ...part });
  return (
    <form
      class="dates"
      onSubmit={(event) => {
        event.preventDefault();
        set({ rule: writeRule(repeat, firstDayOfWeek()), from });
      }}
    >
      <Often repeat={repeat} change={change} day={day} />
      {repeat.unit === 'WEEKLY' && <Weekdays chosen={repeat.days} choose={(days) => change({ days })} />}
      {repeat.unit === 'MONTHLY' && <InMonth repeat={repeat} change={change} day={day} />}
      <Select
        label={texts.from}
        name="from"
        value={from}
        onChange={(chosen) => setFrom(chosen === 'due' ? 'due' : 'completion')}
      >
        <option value="due">{texts.fromDue}</option>
        <option value="completion">{texts.fromDone}</option>
      </Select>
      <End repeat={repeat} change={change} day={day} />
      <p class="quiet" role="status">
        {wordsOf(repeat, from)}
      </p>
      <div class="often">
        <button class="button" type="button" onClick={back}>
          {t.back}
        </button>
        <button class="button primary" type="submit">
          {texts.set}
        </button>
      </div>
    </form>
  );
}

interface PartProps {
  repeat: Repeat;
  change: (part: Partial<Repeat>) => void;
  day: string;
}

const Labelled = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <label class="field">
    <span class="field-label">{label}</span>
    {children}
  </label>
);

/** The largest interval and count that the service takes. */
const most = 999;

const Count = ({ value, set }: { value: number; set: (count: number) => void }) => (
  <input
    class="input"
    type="number"
    required
    min={1}
    max={most}
    value={value}
    onInput={({ currentTarget: { valueAsNumber } }) => {
      if (valueAsNumber >= 1) set(Math.min(most, Math.floor(valueAsNumber)));
    }}
  />
);

function Often({ repeat: { unit, interval }, change, day }: PartProps) {
  const toUnit = (next: Unit) =>
    change({
      unit: next,
      days: next === 'WEEKLY' ? [weekdayOf(day)] : [],
      on: next === 'MONTHLY' ? daysOfMonth(day)[0] : undefined,
    });
  return (
    <div class="ends" ref={focusesFirst}>
      <Labelled label={texts.interval}>
        <Count value={interval} set={(next) => change({ interval: next })} />
      </Labelled>
      <Select
        label={texts.unit}
        name="unit"
        value={unit}
        onChange={(chosen) => toUnit(units.find((each) => each === chosen) ?? 'WEEKLY')}
      >
        {units.map((each) => (
          <option key={each} value={each}>
            {texts.units[each](interval)}
          </option>
        ))}
      </Select>
    </div>
  );
}

const focusesFirst = (element: HTMLElement | null): void =>
  takesFocusInPlace(element?.querySelector('input') ?? null);

const Weekdays = ({
  chosen,
  choose,
}: {
  chosen: readonly Weekday[];
  choose: (days: readonly Weekday[]) => void;
}) => (
  <div class="often" role="group" aria-label={texts.onDays}>
    {weekdays.map((_, index) => {
      const each = weekdays[(index + firstDayOfWeek() + 6) % 7] ?? 'MO';
      const isOn = chosen.includes(each);
      return (
        <button
          key={each}
          class={isOn ? 'button small on' : 'button small'}
          type="button"
          // Seven side by side are narrower than other buttons on a phone.
          style={{ minInlineSize: 0 }}
          aria-pressed={isOn}
          aria-label={fullNameOf(each)}
          title={fullNameOf(each)}
          onClick={() => choose(weekdays.filter((other) => (other === each) !== chosen.includes(other)))}
        >
          {letterOf(each)}
        </button>
      );
    })}
  </div>
);

/** A day of the month: one of those on which the card is due, or the one that was chosen before. */
function InMonth({ repeat: { on }, change, day }: PartProps) {
  const named = daysOfMonth(day).map((each) => [wordsOfDay(each), each] as const);
  const own = on && wordsOfDay(on);
  const all =
    on && named.every(([words]) => words !== own) ? [[wordsOfDay(on), on] as const, ...named] : named;
  return (
    <Select
      label={texts.onDays}
      name="on"
      value={own ?? ''}
      onChange={(chosen) => change({ on: all.find(([words]) => words === chosen)?.[1] })}
    >
      {!on && <option value="">{texts.fromDue}</option>}
      {all.map(([words]) => (
        <option key={words} value={words}>
          {words}
        </option>
      ))}
    </Select>
  );
}

type Ending = 'never' | 'on' | 'after';

function End({ repeat: { count, until }, change, day }: PartProps) {
  const ending: Ending = count !== undefined ? 'after' : until === undefined ? 'never' : 'on';
  const endings = {
    never: { count: undefined, until: undefined },
    on: { count: undefined, until: day.slice(0, 10) },
    after: { count: 10, until: undefined },
  };
  return (
    <>
      <Select
        label={texts.ends}
        name="ends"
        value={ending}
        onChange={(chosen) => change(endings[chosen as Ending])}
      >
        <option value="never">{texts.endsNever}</option>
        <option value="on">{texts.endsOn}</option>
        <option value="after">{texts.endsAfter}</option>
      </Select>
      {until !== undefined && (
        <Labelled label={texts.lastDate}>
          <input
            class="input"
            type="date"
            required
            max="2999-12-31"
            value={until}
            onChange={({ currentTarget: { value } }) => value !== '' && change({ until: value })}
          />
        </Labelled>
      )}
      {count !== undefined && (
        <Labelled label={texts.count}>
          <Count value={count} set={(next) => change({ count: next })} />
        </Labelled>
      )}
    </>
  );
}
