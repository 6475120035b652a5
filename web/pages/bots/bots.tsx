import { Bot as BotIcon } from 'lucide';
import { useState } from 'preact/hooks';
import { routes } from '../../../contract/routes.ts';
import { Field, Form } from '../../app/form.tsx';
import { type Resource, useResource } from '../../app/resource.ts';
import { me, server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { ago } from '../../messages/formats.ts';
import { roleTexts, workspaceTexts } from '../../messages/pages.ts';
import { botTexts as texts } from '../../messages/settings.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Head } from '../settings-frame.tsx';
import type { Known, WorkspacePart } from '../workspace.tsx';
import { ManageBot } from './manage.tsx';
import { type Bot, OwnerAndRole } from './owner.tsx';

/** The bots of a workspace, for those who see its members. */
export function Bots({ known }: WorkspacePart) {
  const { workspace, may } = known;
  const params = { workspacePublicId: workspace.publicId };
  const all = useResource<readonly Bot[]>(`bots ${workspace.publicId}`, async (signal) =>
    may.has('member:view') ? (await server.ask(routes.bots.list, { params }, { signal })).reply : [],
  );
  const [isAdding, setAdding] = useState(false);
  const mayAdd = may.has('member:invite');
  const count = all.value.value?.length ?? 0;
  if (!mayAdd && count === 0) return null;
  return (
    <section>
      <Head title={texts.title(count)} hint={texts.hint}>
        {mayAdd && !isAdding && (
          <button class="button" type="button" onClick={() => setAdding(true)}>
            <Icon of={BotIcon} /> {texts.add}
          </button>
        )}
      </Head>
      {isAdding && (
        <AddBot
          known={known}
          cancel={() => setAdding(false)}
          made={async () => {
            setAdding(false);
            await all.read();
          }}
        />
      )}
      <Loaded of={all}>
        {(bots) => (
          <ul class="rows">
            {bots.map((bot) => (
              <BotRow key={bot.publicId} known={known} bot={bot} all={all} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function AddBot({ known, cancel, made }: { known: Known; cancel: () => void; made: () => Promise<void> }) {
  const params = { workspacePublicId: known.workspace.publicId };
  return (
    <div class="boxed">
      <Form
        submit={texts.add}
        cancel={cancel}
        onSubmit={async ({ name = '', owner = '', role = '' }) => {
          const body = { name: name.trim(), ownerMemberPublicId: owner, role };
          await server.ask(routes.bots.create, { params, body });
          await made();
        }}
      >
        <Field label={texts.name} name="name" maxLength={255} isFirst />
        <OwnerAndRole known={known} />
      </Form>
    </div>
  );
}

function BotRow({ known, bot, all }: { known: Known; bot: Bot; all: Resource<readonly Bot[]> }) {
  const { userPublicId, name, role, status, owner, keyCount, lastUsedAt } = bot;
  const [isOpen, setOpen] = useState(false);
  const isAdmin = known.roles.some((each) => each.name === known.role && each.hierarchyLevel === 0);
  const owns = known.workspace.members.some(
    ({ publicId, user }) => publicId === owner.publicId && user?.id === me.value?.id,
  );
  const says = [
    texts.ownedBy(owner.name ?? texts.nobody),
    roleTexts[role] ?? role,
    texts.keys(keyCount),
    lastUsedAt && texts.used(ago(lastUsedAt)),
  ];
  return (
    <>
      <li>
        <Avatar id={userPublicId} name={name} size="large" isBot />
        <div class="grow">
          <span dir="auto">{name}</span>
          <p class="quiet fine">{says.filter(Boolean).join(' · ')}</p>
        </div>
        {status === 'paused' && <span class="pill warning">{workspaceTexts.states[status]}</span>}
        {(owns || isAdmin || known.may.has('member:edit')) && (
          <button
            class="button small"
            type="button"
            aria-expanded={isOpen}
            aria-label={texts.manageNamed(name)}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.manage}
          </button>
        )}
      </li>
      {isOpen && (
        <li>
          <ManageBot known={known} bot={bot} keeps={owns || isAdmin} owns={owns} read={all.read} />
        </li>
      )}
    </>
  );
}
