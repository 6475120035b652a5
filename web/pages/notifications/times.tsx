import { Select } from '../../app/form.tsx';
import { time } from '../../messages/formats.ts';
import { toldTexts as texts } from '../../messages/settings.ts';
import { Head } from '../settings-frame.tsx';
import type { PartProps } from './part.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const days = [1, 2, 3, 4, 5, 6, 7];

/** The name of a day of the week; 5 January 2026 was a Monday. */
const nameOf = (day: number): string =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short' }).format(new Date(2026, 0, 4 + day));

/** When what is collected is sent. */
export const DigestTimes = ({ settings: { digest, summary, channels }, change }: PartProps) => (
  <section>
    <Head title={texts.digest} hint={texts.digestHint} />
    <Select
      label={texts.hour}
      name="hour"
      value={String(digest.hour)}
      onChange={(hour) => void change({ digest: { hour: Number(hour) } })}
    >
      {hours.map((hour) => (
        <option key={hour} value={String(hour)}>
          {time(new Date(2026, 0, 5, hour))}
        </option>
      ))}
    </Select>
    <fieldset class="row wrap">
      <legend class="field-label">{texts.days}</legend>
      {days.map((day) => (
        <label key={day} class="check">
          <input
            type="checkbox"
            checked={digest.days.includes(day)}
            // One remains.
            disabled={digest.days.length === 1 && digest.days.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              void change({
                digest: {
                  days: days.filter((each) => (each === day ? checked : digest.days.includes(each))),
                },
              })
            }
          />
          {nameOf(day)}
        </label>
      ))}
    </fieldset>
    {channels.mail && (
      <div>
        <label class="check">
          <input
            type="checkbox"
            aria-describedby="summary-hint"
            checked={summary}
            onChange={({ currentTarget: { checked } }) => void change({ summary: checked })}
          />
          {texts.summary}
        </label>
        <p class="quiet" id="summary-hint">
          {texts.summaryHint}
        </p>
      </div>
    )}
  </section>
);

const usual = { from: '22:00', to: '07:00' };

/** When nothing is sent. */
export function QuietHours({ settings: { quietHours }, change }: PartProps) {
  const end = (name: 'from' | 'to', label: string) => (
    <label class="field">
      <span class="field-label">{label}</span>
      <input
        class="input"
        type="time"
        required
        value={quietHours?.[name] ?? usual[name]}
        onChange={({ currentTarget: { value } }) => {
          const wanted = { ...usual, ...quietHours, [name]: value };
          if (value !== '' && wanted.from !== wanted.to) void change({ quietHours: wanted });
        }}
      />
    </label>
  );
  return (
    <section>
      <Head title={texts.quiet} hint={texts.quietHint} />
      <label class="check">
        <input
          type="checkbox"
          checked={quietHours !== null}
          onChange={({ currentTarget: { checked } }) => void change({ quietHours: checked ? usual : null })}
        />
        {texts.isQuiet}
      </label>
      {quietHours && (
        <div class="row wrap">
          {end('from', texts.from)}
          {end('to', texts.to)}
        </div>
      )}
    </section>
  );
}
