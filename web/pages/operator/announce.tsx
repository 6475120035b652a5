import { useState } from 'preact/hooks';
import { routes } from '../../../contract/routes.ts';
import { useAnnouncement } from '../../app/announcement.ts';
import { Form, Select } from '../../app/form.tsx';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { moment } from '../../messages/formats.ts';
import { operatorTexts as texts } from '../../messages/operator.ts';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';

const levels = ['info', 'warning'] as const;

/** For how many hours it can be shown. */
const offered = [1, 4, 12, 24, 3 * 24, 7 * 24, 30 * 24];

/** What everybody is told, and another sentence in its place. */
export function Announce() {
  const known = useAnnouncement();
  const [sent, setSent] = useState(0);
  const isTold = Boolean(known.value.value?.announcement);
  return (
    <section>
      <Head title={texts.announcement} hint={texts.announcementHint} />
      <Loaded of={known}>
        {({ announcement }) =>
          announcement ? (
            <ul class="rows operated">
              <li>
                <div class="grow">
                  <p dir="auto">{announcement.text}</p>
                  <p class="quiet">{texts.until(moment(announcement.until))}</p>
                </div>
                <span class="pill">{texts.levels[announcement.level]}</span>
                <button
                  class="button plain small"
                  type="button"
                  onClick={() => void attempt(() => server.ask(routes.operator.withdraw, {}), known.read)}
                >
                  {texts.withdraw}
                </button>
              </li>
            </ul>
          ) : (
            <p class="quiet">{texts.nothingAnnounced}</p>
          )
        }
      </Loaded>
      <Form
        key={sent}
        submit={isTold ? texts.replace : texts.announce}
        isQuiet
        onSubmit={async ({ text = '', level, hours }) => {
          const body = {
            text: text.trim(),
            level: level === 'warning' ? 'warning' : 'info',
            hours: Number(hours),
          } as const;
          await server.ask(routes.operator.announce, { body });
          setSent((times) => times + 1);
          await known.read();
        }}
      >
        <label class="field">
          <span class="field-label">{texts.text}</span>
          <textarea class="input" name="text" rows={2} maxLength={500} dir="auto" required />
        </label>
        <Select label={texts.level} name="level">
          {levels.map((level) => (
            <option key={level} value={level}>
              {texts.levels[level]}
            </option>
          ))}
        </Select>
        <Select label={texts.lasts} name="hours">
          {offered.map((hours) => (
            <option key={hours} value={hours} selected={hours === 24}>
              {hours < 24 ? texts.hours(hours) : texts.days(hours / 24)}
            </option>
          ))}
        </Select>
      </Form>
    </section>
  );
}
