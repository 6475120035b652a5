import { type Channel, channels, notificationSettings } from '../../../contract/notification-settings.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { settingsTexts, toldTexts as texts } from '../../messages/settings.ts';
import { attempt } from '../attempt.ts';
import { OnThisDevice } from '../push/on-this-device.tsx';
import { Head } from '../settings-frame.tsx';
import { Elsewhere } from './elsewhere.tsx';
import type { Change, PartProps, Settings } from './part.ts';
import { DigestTimes, QuietHours } from './times.tsx';

/** How the user is told: what, by which channel, and when. */
export function ToldSettings() {
  const all = useResource<Settings>('notification-settings', async (signal) => {
    return (await server.ask(notificationSettings.get, {}, { signal })).reply;
  });
  return <Loaded of={all}>{(settings) => <Parts all={all} settings={settings} />}</Loaded>;
}

function Parts({ all, settings }: { all: Resource<Settings>; settings: Settings }) {
  const change = (body: Change) => attempt(() => server.ask(notificationSettings.update, { body }), all.read);
  const props = { settings, change };
  return (
    <>
      <section>
        <Head
          title={settingsTexts.notifications}
          hint={settings.channels.mail ? texts.hint : `${texts.hint} ${texts.noMail}`}
        />
        <Ways {...props} />
      </section>
      <OnThisDevice />
      <DigestTimes {...props} />
      <QuietHours {...props} />
      {settings.overrides.length > 0 && <Elsewhere {...props} />}
    </>
  );
}

/** Every kind by every channel. */
const Ways = ({ settings, change }: PartProps) => (
  <div class="scrolls" role="region" aria-label={settingsTexts.notifications} tabIndex={0}>
    <table class="matrix stacked">
      <thead>
        <tr>
          <th scope="col">{texts.what}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {texts.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.keys(settings.kinds).map((kind) => (
          <tr key={kind}>
            <th scope="row">{texts.kinds[kind] ?? kind}</th>
            {channels.map((channel) => (
              <td key={channel}>
                <Choice kind={kind} channel={channel} settings={settings} change={change} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface ChoiceProps extends PartProps {
  kind: string;
  channel: Channel;
}

/** In the inbox something is, or is not; elsewhere it comes at once or in the digest, or not at all. */
function Choice({ settings, change, kind, channel }: ChoiceProps) {
  const value = settings.kinds[kind as keyof Settings['kinds']][channel];
  const label = texts.cell(texts.kinds[kind] ?? kind, texts.channels[channel]);
  const choose = (chosen: string) => void change({ kinds: { [kind]: { [channel]: chosen } } });
  if (channel === 'page')
    return (
      <label>
        <input
          type="checkbox"
          aria-label={label}
          checked={value !== 'off'}
          onChange={({ currentTarget: { checked } }) => choose(checked ? 'at-once' : 'off')}
        />
      </label>
    );
  return (
    <select
      class="input"
      // As wide as its longest choice: a table would make it narrower.
      style={{ inlineSize: 'auto' }}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="at-once">{texts.timings['at-once']}</option>
      <option value="digest">{texts.timings.digest}</option>
      <option value="off">{texts.timings.off}</option>
    </select>
  );
}
