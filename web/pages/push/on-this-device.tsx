import { Smartphone } from 'lucide';
import { useState } from 'preact/hooks';
import { ApiError } from '../../../contract/client.ts';
import { push } from '../../../contract/push.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { day } from '../../messages/formats.ts';
import { pushTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { attempt } from '../attempt.ts';
import { browserOf } from '../browser-name.ts';
import { Head } from '../settings-frame.tsx';
import { idHere, type Known, type State, stateOf, turnOff, turnOn } from './device.ts';

interface Device {
  known: Known;
  state: State;
  here: string | undefined;
}

/** Whether this browser is notified, and which others are. */
export function OnThisDevice() {
  const device = useResource<Device>('push', async (signal) => {
    const { reply: known } = await server.ask(push.list, {}, { signal });
    const state = await stateOf(known);
    return { known, state, here: state === 'on' ? await idHere() : undefined };
  });
  return (
    <section>
      <Head title={texts.title} hint={texts.hint} />
      <Loaded of={device}>
        {(found) => (
          <>
            <Switch {...found} read={device.read} />
            {found.known.subscriptions.length > 0 && <Devices {...found} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Switch({ known, state, read }: Device & { read: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  if (state !== 'on' && state !== 'off') return <p>{texts[state]}</p>;
  const change = async () => {
    setBusy(true);
    await attempt(() => (state === 'on' ? end() : begin(known)), read);
    setBusy(false);
  };
  return (
    <div class="row wrap">
      <span class="grow">{texts[state]}</span>
      <button
        class={`button ${state === 'on' ? '' : 'primary'}`}
        type="button"
        disabled={isBusy}
        onClick={() => void change()}
      >
        {state === 'on' ? texts.turnOff : texts.turnOn}
      </button>
    </div>
  );
}

async function begin(known: Known): Promise<void> {
  try {
    toast((await turnOn(known)) ? texts.turnedOn : texts.dismissed);
  } catch (error) {
    // Of the browser, whose push service is somebody else's.
    if (error instanceof ApiError || !(error instanceof DOMException)) throw error;
    toast(texts.unreachable);
  }
}

async function end(): Promise<void> {
  await turnOff();
  toast(texts.turnedOff);
}

const Devices = ({ known, here }: Device) => (
  <>
    <p class="quiet fine">
      {texts.devicesHint} <a href="/profile/security">{texts.sessions}</a>
    </p>
    <ul class="rows" aria-label={texts.devices}>
      {known.subscriptions.map(({ publicId, userAgent, service, createdAt }) => (
        <li key={publicId}>
          <Icon of={Smartphone} />
          <div class="grow">
            {browserOf(userAgent)}
            <p class="quiet fine">
              {publicId === here ? texts.thisOne : service} · {texts.since(day(createdAt))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </>
);
