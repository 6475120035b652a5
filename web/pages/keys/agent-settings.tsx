import { useState } from 'preact/hooks';
import { keyTexts as texts } from '../../messages/settings.ts';
import { Head } from '../settings-frame.tsx';
import { CopyButton } from '../shown-once.tsx';
import { type Client, clients } from './clients.ts';

const names = Object.keys(clients) as Client[];

/** The settings of an agent's client, with the new key in them. */
export function AgentSettings({ secret }: { secret: string }) {
  const [client, setClient] = useState<Client>('claudeCode');
  const text = clients[client]({ url: `${location.origin}/mcp`, secret });
  return (
    <div class="boxed">
      <Head title={texts.settings} hint={texts.settingsHint} />
      <div class="segments" role="group" aria-label={texts.settings}>
        {names.map((each) => (
          <button key={each} type="button" aria-pressed={each === client} onClick={() => setClient(each)}>
            {texts.clients[each].name}
          </button>
        ))}
      </div>
      <div class="paste">
        <p class="quiet">{texts.clients[client].where}</p>
        <pre>{text}</pre>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
