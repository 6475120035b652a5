import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, problemOf, Select } from '../app/form.tsx';
import { lazy } from '../app/lazy.tsx';
import { go } from '../app/location.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { me, server } from '../app/session.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { t } from '../messages/en.ts';
import { day } from '../messages/formats.ts';
import { Avatar } from '../ui/avatar.tsx';
import { toast } from '../ui/toast.tsx';
import { namesOf, TrashOf } from './archive.tsx';
import { nameOf } from './board-members.tsx';
import { workspaceTabs } from './workspace-tabs.ts';
import './panel.css';
import './profile.css';

const Merge = lazy(async () => (await import('../transfers/all.ts')).Merge);

interface Known {
  workspace: ReplyOf<typeof routes.workspaces.get>;
  roles: readonly { publicId: string; name: string }[];
  may: ReadonlySet<string>;
}

interface Part {
  of: Resource<Known>;
  known: Known;
}

/** The people of a workspace, its settings, and its trash. */
export function WorkspacePage({ id, page }: { id: string; page: string }) {
  const of = useResource<Known>(`workspace ${id}`, async (signal) => {
    const input = { params: { workspacePublicId: id } };
    const [workspace, permissions, roles] = await Promise.all([
      server.ask(routes.workspaces.get, input, { signal }),
      server.ask(routes.members.myPermissions, input, { signal }),
      // Who sees no members sees no roles.
      server.ask(routes.roles.list, input, { signal }).then(
        ({ reply }) => reply.roles,
        () => [],
      ),
    ]);
    return { workspace: workspace.reply, roles, may: new Set(permissions.reply.permissions) };
  });
  return (
    <Shell
      title={of.value.value?.workspace.name ?? t.boards.workspace}
      tabs={workspaceTabs(id, of.value.value?.may.has('board:create'))}
    >
      <div class="settings">
        <Loaded of={of}>
          {(known) => {
            if (page === 'settings') return <Settings of={of} known={known} />;
            if (page === 'trash') return <TrashOf workspace={id} people={namesOf(known.workspace.members)} />;
            return <Members of={of} known={known} />;
          }}
        </Loaded>
      </div>
    </Shell>
  );
}

/** Does something, says what was wrong, and shows what is there now. */
async function attempt({ of }: Part, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(problemOf(error));
  }
  await of.read();
}

function Members(part: Part) {
  const { known } = part;
  const { workspace, roles, may } = known;
  const those = workspace.members.filter(({ user, isPlaceholder }) => user && !isPlaceholder);
  const at = (memberPublicId: string) => ({ workspacePublicId: workspace.publicId, memberPublicId });
  return (
    <>
      {may.has('member:invite') && <Invite {...part} />}
      <section>
        <h2>{t.workspace.people(workspace.members.length)}</h2>
        <ul class="rows">
          {workspace.members.map((member) => {
            const { publicId, role, status, user, email, createdAt, isPlaceholder } = member;
            const name = nameOf(member);
            const isMe = user?.id === me.value?.id;
            const note = isPlaceholder
              ? [t.workspace.placeholder]
              : [
                  email !== name && email,
                  status === 'active' ? t.workspace.since(day(createdAt)) : t.workspace.status[status],
                ];
            return (
              <li key={publicId}>
                <Avatar id={user?.id ?? publicId} name={name} size="large" />
                <div class="grow">
                  {name}
                  <p class="quiet fine">{note.filter(Boolean).join(' · ')}</p>
                </div>
                {isPlaceholder ? null : may.has('member:edit') && !isMe ? (
                  <select
                    class="input role"
                    aria-label={t.panel.roleOf(name)}
                    value={role}
                    onChange={({ currentTarget }) =>
                      void attempt(part, () =>
                        server.ask(routes.members.changeRole, {
                          params: at(publicId),
                          body: { role: currentTarget.value },
                        }),
                      )
                    }
                  >
                    {roles.map((each) => (
                      <option key={each.publicId} value={each.name}>
                        {t.roles[each.name] ?? each.name}
                      </option>
                    ))}
                  </select>
                ) : (
                  <span class="quiet">{t.roles[role] ?? role}</span>
                )}
                {isPlaceholder && may.has('member:edit') && (
                  <Merge
                    workspace={workspace.publicId}
                    placeholder={{ id: publicId, name }}
                    members={those.map((each) => ({ id: each.publicId, name: nameOf(each) }))}
                    merged={part.of.read}
                  />
                )}
                {(may.has('member:remove') || isMe) && (
                  <Confirm
                    label={isMe ? t.panel.leave : t.panel.remove}
                    question={isMe ? t.workspace.leaveQuestion : t.workspace.removeQuestion(name)}
                    yes={isMe ? t.panel.leave : t.panel.remove}
                    isPlain
                    run={async () => {
                      await server.ask(routes.members.remove, { params: at(publicId) });
                      if (isMe) go('/', { replace: true });
                      else await part.of.read();
                    }}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}

function Invite(part: Part) {
  const { workspace, roles } = part.known;
  const params = { workspacePublicId: workspace.publicId };
  return (
    <section>
      <h2>{t.panel.invite}</h2>
      <Form
        key={workspace.members.length}
        submit={t.panel.sendInvitation}
        isQuiet
        onSubmit={async ({ email = '', role = '' }) => {
          await server.ask(routes.invites.inviteMember, { params, body: { email, role } });
          toast(t.panel.invitationSent(email));
          await part.of.read();
        }}
      >
        <div class="pair">
          <Field label={t.signIn.email} name="email" type="email" />
          <Select label={t.panel.role} name="role">
            {roles.map(({ publicId, name }) => (
              <option key={publicId} value={name} selected={name === 'member'}>
                {t.roles[name] ?? name}
              </option>
            ))}
          </Select>
        </div>
      </Form>
    </section>
  );
}

function Settings(part: Part) {
  const { workspace, may } = part.known;
  const params = { workspacePublicId: workspace.publicId };
  if (!may.has('workspace:edit')) return <p class="quiet">{t.workspace.notYours}</p>;
  return (
    <>
      <section>
        <h2>{t.workspace.settings}</h2>
        <Form
          submit={t.save}
          onSubmit={async ({ name = '', slug = '', cardPrefix = '', week = '', emails, boards }) => {
            const weekStartDay = ([0, 1, 6] as const).find((each) => String(each) === week) ?? 1;
            const body = {
              name,
              slug,
              cardPrefix,
              weekStartDay,
              showEmailsToMembers: emails === 'yes',
              ...(may.has('board:share') ? { allowPublicBoards: boards === 'yes' } : {}),
            };
            await server.ask(routes.workspaces.update, { params, body });
            toast(t.panel.saved);
            await part.of.read();
          }}
        >
          <Field label={t.boards.workspaceName} name="name" value={workspace.name} maxLength={64} />
          <Field
            label={t.panel.slug}
            name="slug"
            value={workspace.slug}
            maxLength={64}
            hint={t.panel.slugHint}
          />
          <Field
            label={t.workspace.cardPrefix}
            name="cardPrefix"
            value={workspace.cardPrefix}
            maxLength={10}
            hint={t.workspace.cardPrefixHint}
          />
          <Select label={t.workspace.weekStart} name="week">
            {Object.entries(t.workspace.weekDays).map(([value, text]) => (
              <option key={value} value={value} selected={Number(value) === workspace.weekStartDay}>
                {text}
              </option>
            ))}
          </Select>
          <label class="check">
            <input type="checkbox" name="emails" value="yes" defaultChecked={workspace.showEmailsToMembers} />
            {t.workspace.showEmails}
          </label>
          {may.has('board:share') && (
            <label class="check">
              <input type="checkbox" name="boards" value="yes" defaultChecked={workspace.allowPublicBoards} />
              {t.workspace.publicBoards}
            </label>
          )}
        </Form>
      </section>
      {may.has('workspace:delete') && (
        <section>
          <h2>{t.workspace.delete}</h2>
          <p class="quiet">{t.workspace.deleteHint}</p>
          <div class="row wrap">
            <Confirm
              label={t.workspace.delete}
              question={t.workspace.deleteQuestion(workspace.name)}
              yes={t.workspace.delete}
              run={async () => {
                await server.ask(routes.workspaces.delete, { params });
                go('/', { replace: true });
                const undo = () =>
                  void server.ask(routes.workspaces.restore, { params }).then(
                    () => go(`/w/${workspace.publicId}`),
                    (error: unknown) => toast(problemOf(error)),
                  );
                toast(t.panel.deleted(workspace.name), { label: t.undo.undo, run: undo });
              }}
            />
          </div>
        </section>
      )}
    </>
  );
}
