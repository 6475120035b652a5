import { Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { BodyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { Field, Form } from '../../app/form.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { botTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { attempt } from '../attempt.ts';
import { KeyForm } from '../keys/form.tsx';
import { Fresh } from '../keys/keys.tsx';
import { KeyRows, type KeysAndPlaces } from '../keys/rows.tsx';
import { Head } from '../settings-frame.tsx';
import { boardsOf } from '../some-boards.tsx';
import type { Known } from '../workspace.tsx';
import { type Bot, OwnerAndRole } from './owner.tsx';

interface ManageProps {
  known: Known;
  bot: Bot;
  /** Whether the user keeps its keys, as its owner or as an admin. */
  keeps: boolean;
  owns: boolean;
  read: () => Promise<void>;
}

/** The keys of a bot, what can be changed about it, and its end. */
export function ManageBot({ known, bot, keeps, owns, read }: ManageProps) {
  const { workspace, may } = known;
  const params = { workspacePublicId: workspace.publicId, botPublicId: bot.publicId };
  const mayEdit = may.has('member:edit');
  const isPaused = bot.status === 'paused';
  const change = async (body: BodyOf<typeof routes.bots.update>) => {
    await server.ask(routes.bots.update, { params, body });
  };
  return (
    <div class="grow managed">
      {keeps && <BotKeys known={known} bot={bot} changed={read} />}
      <Form
        submit={t.save}
        isQuiet
        onSubmit={async ({ name = '', owner, role }) => {
          await change({
            name: name.trim(),
            ...(owner && owner !== bot.owner.publicId ? { ownerMemberPublicId: owner } : {}),
            ...(role && role !== bot.role ? { role } : {}),
          });
          await read();
        }}
      >
        <Field label={texts.name} name="name" maxLength={255} value={bot.name} />
        {mayEdit && <OwnerAndRole known={known} bot={bot} />}
      </Form>
      {isPaused && <p class="quiet">{texts.pausedFor}</p>}
      <div class="row wrap">
        {(mayEdit || !isPaused) && (
          <button
            class="button small"
            type="button"
            onClick={() => void attempt(() => change({ status: isPaused ? 'active' : 'paused' }), read)}
          >
            {isPaused ? texts.resume : texts.pause}
          </button>
        )}
        {(owns || may.has('member:remove')) && (
          <Confirm
            label={texts.remove}
            question={texts.removeQuestion(bot.name)}
            yes={texts.remove}
            isPlain
            run={async () => {
              await server.ask(routes.bots.remove, { params });
              await read();
            }}
          />
        )}
      </div>
    </div>
  );
}

interface BotKeysProps extends Pick<ManageProps, 'known' | 'bot'> {
  changed: () => Promise<void>;
}

function BotKeys({ known: { workspace }, bot, changed }: BotKeysProps) {
  const params = { workspacePublicId: workspace.publicId, botPublicId: bot.publicId };
  const workspaces = [{ id: workspace.publicId, name: workspace.name }];
  const all = useResource<Omit<KeysAndPlaces, 'workspaces'>>(`keys of ${bot.publicId}`, async (signal) => {
    const keys = (await server.ask(routes.bots.keys, { params }, { signal })).reply;
    const isSome = keys.some(({ boardPublicIds }) => boardPublicIds);
    return { keys, boards: isSome ? await boardsOf(workspace.publicId, signal).catch(() => []) : [] };
  });
  const [isMaking, setMaking] = useState(false);
  const [fresh, setFresh] = useState<string>();
  const readAll = async () => {
    await all.read();
    await changed();
  };
  return (
    <div>
      <Head title={texts.keysTitle}>
        {!isMaking && (
          <button
            class="button small"
            type="button"
            onClick={() => {
              setFresh(undefined);
              setMaking(true);
            }}
          >
            <Icon of={Plus} /> {texts.newKey}
          </button>
        )}
      </Head>
      {fresh !== undefined && <Fresh value={fresh} isAgent done={() => setFresh(undefined)} />}
      {isMaking && (
        <KeyForm
          isAgent
          workspace={workspace.publicId}
          workspaces={workspaces}
          cancel={() => setMaking(false)}
          make={async ({ workspacePublicId: _, ...body }) => {
            const { reply } = await server.ask(routes.bots.createKey, { params, body });
            setFresh(reply.key);
            setMaking(false);
            await readAll();
          }}
        />
      )}
      <Loaded of={all}>
        {(found) => (
          <KeyRows
            {...found}
            none={texts.noKeys}
            workspaces={workspaces}
            revoke={async (keyId) => {
              await server.ask(routes.bots.deleteKey, { params: { ...params, keyId } });
              await readAll();
            }}
          />
        )}
      </Loaded>
    </div>
  );
}
