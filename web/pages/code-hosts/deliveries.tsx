import { RotateCcw } from 'lucide';
import { useState } from 'preact/hooks';
import { routes } from '../../../contract/routes.ts';
import { usePages } from '../../app/pages-of.ts';
import { server } from '../../app/session.ts';
import { ago } from '../../messages/formats.ts';
import { settingsTexts, codeHostTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Head } from '../settings-frame.tsx';

/** What a code host has delivered, newest first. */
export function CodeDeliveries({ workspace, host }: { workspace: string; host: string }) {
  const [times, setTimes] = useState(0);
  const params = { workspacePublicId: workspace, codeHostPublicId: host };
  const pages = usePages(`code deliveries ${host} ${times}`, async (cursor, signal) => {
    const query = { limit: 20, ...(cursor ? { cursor } : {}) };
    const { reply } = await server.ask(routes.codeHosts.deliveries, { params, query }, { signal });
    return { items: reply.deliveries, nextCursor: reply.nextCursor };
  });
  return (
    <div>
      <Head title={texts.deliveries}>
        <button class="button small" type="button" onClick={() => setTimes(times + 1)}>
          <Icon of={RotateCcw} /> {texts.refresh}
        </button>
      </Head>
      {pages.problem && (
        <p class="problem" role="alert">
          {pages.problem}
        </p>
      )}
      {pages.items?.length === 0 && <p class="quiet">{texts.noDeliveries}</p>}
      {pages.items && pages.items.length > 0 && (
        <ul class="rows happenings">
          {pages.items.map(({ id, event, outcome, cards, repeats, createdAt }) => (
            <li key={id}>
              <div class="grow">
                <bdi>{event}</bdi>
                <p class="quiet fine">
                  {[ago(createdAt), cards > 0 && texts.cards(cards), repeats > 0 && texts.repeats(repeats)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <span
                class={`pill ${outcome === 'linked' ? 'success' : outcome === 'no-access' ? 'danger' : ''}`}
              >
                {texts.outcomes[outcome]}
              </span>
            </li>
          ))}
        </ul>
      )}
      {pages.hasMore && (
        <button class="button begin-plain" type="button" onClick={() => void pages.more()}>
          {settingsTexts.more}
        </button>
      )}
    </div>
  );
}
