import { Bot, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { users } from '../../../contract/users.ts';
import { Confirm } from '../../app/confirm.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { ago, day } from '../../messages/formats.ts';
import { keyTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Head } from '../settings-frame.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { boardsOf, type NamedBoard, namesOf } from '../some-boards.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { KeyForm } from './form.tsx';

type Key = ReplyOf<typeof users.apiKeys>[number];

interface OwnWorkspace {
  id: string;
  name: string;
}

interface KeysAndWorkspaces {
  keys: readonly Key[];
  workspaces: readonly OwnWorkspace[];
  /** Those of workspaces with keys for some boards only. */
  boards: readonly NamedBoard[];
}

/** API keys: created with limits, shown once, and revoked. */
export function ApiKeys() {
  const all = useResource<KeysAndWorkspaces>('keys', async (signal) => {
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
  });
  const [making, setMaking] = useState<'program' | 'agent'>();
  const [fresh, setFresh] = useState<{ value: string; isAgent: boolean }>();
  const begin = (what: typeof making) => () => {
    setFresh(undefined);
    setMaking(what);
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
                made={async (value) => {
                  setFresh({ value, isAgent: making === 'agent' });
                  setMaking(undefined);
                  await all.read();
                }}
              />
            )}
            <KeyRows keys={keys} workspaces={workspaces} boards={boards} read={all.read} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const Fresh = ({ value, isAgent, done }: { value: string; isAgent: boolean; done: () => void }) => (
  <>
    <ShownOnce label={texts.once} value={value} done={done} />
    {isAgent && <AgentSettings secret={value} />}
  </>
);

interface KeyRowsProps extends KeysAndWorkspaces {
  read: () => Promise<void>;
}

function KeyRows({ keys, read, ...places }: KeyRowsProps) {
  if (keys.length === 0) return <p class="quiet">{texts.none}</p>;
  return (
    <ul class="rows">
      {keys.map((key) => (
        <li key={key.id}>
          <div class="grow">
            <span dir="auto">{key.name}</span>
            <p class="quiet fine">
              <code>{key.prefix}…</code> · {limitsOf(key, places)}
            </p>
          </div>
          {isOver(key) && <span class="pill danger">{texts.ended}</span>}
          <Confirm
            label={texts.revoke}
            question={texts.revokeQuestion(key.name)}
            yes={texts.revoke}
            isPlain
            run={async () => {
              await server.ask(users.deleteApiKey, { params: { id: key.id } });
              await read();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

const isOver = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** What a key may do, where, until when, and when it was used. */
function limitsOf(key: Key, { workspaces, boards }: Omit<KeysAndWorkspaces, 'keys'>): string {
  const { permissions, workspacePublicId, boardPublicIds, expiresAt, lastUsedAt } = key;
  const name = workspaces.find(({ id }) => id === workspacePublicId)?.name ?? texts.elsewhere;
  return [
    permissions ? texts.someRights(permissions.length) : texts.allRights,
    workspacePublicId === null ? texts.everywhere : name,
    boardPublicIds && namesOf(boardPublicIds, boards),
    expiresAt ? (isOver(key) ? undefined : texts.until(day(expiresAt))) : texts.endless,
    lastUsedAt ? texts.used(ago(lastUsedAt)) : texts.neverUsed,
  ]
    .filter(Boolean)
    .join(' · ');
}
