import { Bot, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { routes } from '../../../contract/routes.ts';
import { users } from '../../../contract/users.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { keyTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Head } from '../settings-frame.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { boardsOf } from '../some-boards.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { KeyForm } from './form.tsx';
import { KeyRows, type KeysAndPlaces } from './rows.tsx';

interface KeysAndWorkspaces extends KeysAndPlaces {
  workspaces: readonly { id: string; name: string }[];
}

/** The keys of the account, and the names of what they are limited to. */
async function readKeys(signal: AbortSignal): Promise<KeysAndWorkspaces> {
  const [keys, workspaces] = await Promise.all([
    server.ask(users.apiKeys, {}, { signal }),
    server.ask(routes.workspaces.list, {}, { signal }),
  ]);
  const of = new Set(keys.reply.flatMap((key) => (key.boardPublicIds && key.workspacePublicId) || []));
  const boards = await Promise.all([...of].map((id) => boardsOf(id, signal).catch(() => [])));
  return {
    keys: keys.reply,
    boards: boards.flat(),
    workspaces: workspaces.reply.map(({ workspace: { publicId, name } }) => ({ id: publicId, name })),
  };
}

/** API keys: created with limits, shown once, and revoked. */
export function ApiKeys() {
  const all = useResource<KeysAndWorkspaces>('keys', readKeys);
  const [making, setMaking] = useState<'program' | 'agent'>();
  const [fresh, setFresh] = useState<{ value: string; isAgent: boolean }>();
  const begin = (what: typeof making) => () => {
    setFresh(undefined);
    setMaking(what);
  };
  // Also after a failure: what was asked for may have been done, and its reply lost.
  const thenRead = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } finally {
      await all.read();
    }
  };
  return (
    <section>
      <Head
        title={texts.title}
        hint={
          <>
            {texts.hint} <a href="/docs">{texts.docs}</a>
          </>
        }
      >
        {!making && (
          <div class="row wrap">
            <button class="button" type="button" onClick={begin('agent')}>
              <Icon of={Bot} /> {texts.forAgent}
            </button>
            <button class="button" type="button" onClick={begin('program')}>
              <Icon of={Plus} /> {texts.forProgram}
            </button>
          </div>
        )}
      </Head>
      {fresh && <Fresh {...fresh} done={() => setFresh(undefined)} />}
      <Loaded of={all}>
        {({ keys, workspaces, boards }) => (
          <>
            {making && (
              <KeyForm
                key={making}
                isAgent={making === 'agent'}
                workspaces={workspaces}
                cancel={() => setMaking(undefined)}
                make={(body) =>
                  thenRead(async () => {
                    const { reply } = await server.ask(users.createApiKey, { body });
                    setFresh({ value: reply.key, isAgent: making === 'agent' });
                    setMaking(undefined);
                  })
                }
              />
            )}
            <KeyRows
              keys={keys}
              none={texts.none}
              workspaces={workspaces}
              boards={boards}
              revoke={(id) => thenRead(() => server.ask(users.deleteApiKey, { params: { id } }))}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** A key that was just made, and for an agent the settings to paste. */
export const Fresh = ({ value, isAgent, done }: { value: string; isAgent: boolean; done: () => void }) => (
  <>
    <ShownOnce label={texts.once} value={value} done={done} />
    {isAgent && <AgentSettings secret={value} />}
  </>
);
