import { users } from '../../contract/users.ts';
import { Select } from '../app/form.tsx';
import { browserZone } from '../app/own-zone.ts';
import { problemOf } from '../app/problem.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { panelTexts, profileTexts } from '../messages/pages.ts';
import { toast } from '../ui/toast.tsx';
import { Head } from './settings-frame.tsx';

const nameOf = (zone: string): string => zone.replaceAll('_', ' ');

/** Where the user is, for what reaches them when no page is open. */
export function TimeZone() {
  const kept = useResource(
    'preferences',
    async (signal) => (await server.ask(users.preferences, {}, { signal })).reply,
  );
  const choose = async (timeZone: string) => {
    try {
      await server.ask(users.update, { body: { timeZone } });
      toast(panelTexts.saved);
    } catch (error) {
      toast(problemOf(error));
    }
    await kept.read();
  };
  const here = browserZone();
  return (
    <section>
      <Head title={profileTexts.timeZone} hint={profileTexts.timeZoneHint} />
      <Loaded of={kept}>
        {({ timeZone }) => (
          <>
            <Select
              label={profileTexts.timeZone}
              name="timeZone"
              value={timeZone ?? 'UTC'}
              onChange={(chosen) => void choose(chosen)}
            >
              {zonesWith(timeZone, here).map((zone) => (
                <option key={zone} value={zone}>
                  {nameOf(zone)}
                </option>
              ))}
            </Select>
            {(timeZone ?? 'UTC') !== here && (
              <div class="row">
                <button class="button" type="button" onClick={() => void choose(here)}>
                  {profileTexts.useZone(nameOf(here))}
                </button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Some zones have two names, and browsers list only one of them. */
const zonesWith = (...more: (string | null)[]): string[] =>
  [
    ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...more.flatMap((each) => each ?? [])]),
  ].toSorted();
