import type { ComponentType } from 'preact';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, problemOf, Select } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { type Resource, useResource } from '../app/resource.ts';
import type { Tab } from '../app/route.ts';
import { me, server } from '../app/session.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { day } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { toast } from '../ui/toast.tsx';
import { namesOf, TrashOf } from './archive.tsx';
import { nameOf } from './board-members.tsx';
import { Merge } from './merge.tsx';
import './panel.css';
import './profile.css';
import { panelTexts, roleTexts, workspaceTexts } from '../messages/pages.ts';

interface Known {
  workspace: ReplyOf<typeof routes.workspaces.get>;
  roles: readonly { publicId: string; name: string }[];
  may: ReadonlySet<string>;
}

/** What each part of the page shows and reloads. */
export interface WorkspacePart {
  of: Resource<Known>;
  known: Known;
}

interface WorkspacePageProps {
  id: string;
  tabs: readonly Tab[];
  Part: ComponentType<WorkspacePart>;
  /** Set if the part shows no members. */
  workspaceMembers: 'none' | undefined;
}

/** A part of the pages about a workspace: its people, settings or trash. */
export function WorkspacePage({ id, tabs, Part, workspaceMembers }: WorkspacePageProps) {
  const of = useResource<Known>(`workspace ${id} ${workspaceMembers}`, async (signal) => {
    const input = { params: { workspacePublicId: id } };
    const [workspace, permissions, roles] = await Promise.all([
      server.ask(
        routes.workspaces.get,
        { ...input, query: workspaceMembers ? { workspaceMembers } : {} },
        { signal },
      ),
      server.ask(routes.members.myPermissions, input, { signal }),
      // Users who may not see members may not see roles either.
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
      tabs={tabs}
      mayCreate={of.value.value?.may.has('board:create')}
    >
      <div class="settings">
        <Loaded of={of}>{(known) => <Part of={of} known={known} />}</Loaded>
      </div>
    </Shell>
  );
}

/** Does something, shows the error if it fails, and reads the page's data again. */
async function attempt({ of }: WorkspacePart, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(problemOf(error));
  }
  await of.read();
}

export const Trash = ({ known: { workspace } }: WorkspacePart) => (
  <TrashOf workspace={workspace.publicId} people={namesOf(workspace.members)} />
);

export function Members(part: WorkspacePart) {
  const { known } = part;
  const { workspace, roles, may } = known;
  const those = workspace.members.filter(({ user, isPlaceholder }) => user && !isPlaceholder);
  const at = (memberPublicId: string) => ({ workspacePublicId: workspace.publicId, memberPublicId });
  return (
    <>
      {may.has('member:invite') && <Invite {...part} />}
      <section>
        <h2>{workspaceTexts.people(workspace.members.length)}</h2>
        <ul class="rows">
          {workspace.members.map((member) => {
            const { publicId, role, status, user, email, createdAt, isPlaceholder } = member;
            const name = nameOf(member);
            const isMe = user?.id === me.value?.id;
            const note = isPlaceholder
              ? [workspaceTexts.placeholder]
              : [
                  email !== name && email,
                  status === 'active' ? workspaceTexts.since(day(createdAt)) : workspaceTexts.status[status],
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
                    aria-label={panelTexts.roleOf(name)}
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
                        {roleTexts[each.name] ?? each.name}
                      </option>
                    ))}
                  </select>
                ) : (
                  <span class="quiet">{roleTexts[role] ?? role}</span>
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
                    label={isMe ? panelTexts.leave : panelTexts.remove}
                    question={isMe ? workspaceTexts.leaveQuestion : workspaceTexts.removeQuestion(name)}
                    yes={isMe ? panelTexts.leave : panelTexts.remove}
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

function Invite(part: WorkspacePart) {
  const { workspace, roles } = part.known;
  const params = { workspacePublicId: workspace.publicId };
  return (
    <section>
      <h2>{panelTexts.invite}</h2>
      <Form
        key={workspace.members.length}
        submit={panelTexts.sendInvitation}
        isQuiet
        onSubmit={async ({ email = '', role = '' }) => {
          await server.ask(routes.invites.inviteMember, { params, body: { email, role } });
          toast(panelTexts.invitationSent(email));
          await part.of.read();
        }}
      >
        <div class="pair">
          <Field label={t.signIn.email} name="email" type="email" />
          <Select label={panelTexts.role} name="role">
            {roles.map(({ publicId, name }) => (
              <option key={publicId} value={name} selected={name === 'member'}>
                {roleTexts[name] ?? name}
              </option>
            ))}
          </Select>
        </div>
      </Form>
    </section>
  );
}

export function Settings(part: WorkspacePart) {
  const { workspace, may } = part.known;
  const params = { workspacePublicId: workspace.publicId };
  if (!may.has('workspace:edit')) return <p class="quiet">{workspaceTexts.notYours}</p>;
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
            toast(panelTexts.saved);
            await part.of.read();
          }}
        >
          <Field label={t.boards.workspaceName} name="name" value={workspace.name} maxLength={64} />
          <Field
            label={panelTexts.slug}
            name="slug"
            value={workspace.slug}
            maxLength={64}
            hint={panelTexts.slugHint}
          />
          <Field
            label={workspaceTexts.cardPrefix}
            name="cardPrefix"
            value={workspace.cardPrefix}
            maxLength={10}
            hint={workspaceTexts.cardPrefixHint}
          />
          <Select label={workspaceTexts.weekStart} name="week">
            {Object.entries(workspaceTexts.weekDays).map(([value, text]) => (
              <option key={value} value={value} selected={Number(value) === workspace.weekStartDay}>
                {text}
              </option>
            ))}
          </Select>
          <label class="check">
            <input type="checkbox" name="emails" value="yes" defaultChecked={workspace.showEmailsToMembers} />
            {workspaceTexts.showEmails}
          </label>
          {may.has('board:share') && (
            <label class="check">
              <input type="checkbox" name="boards" value="yes" defaultChecked={workspace.allowPublicBoards} />
              {workspaceTexts.publicBoards}
            </label>
          )}
        </Form>
      </section>
      {may.has('workspace:delete') && (
        <section>
          <h2>{workspaceTexts.delete}</h2>
          <p class="quiet">{workspaceTexts.deleteHint}</p>
          <div class="row wrap">
            <Confirm
              label={workspaceTexts.delete}
              question={workspaceTexts.deleteQuestion(workspace.name)}
              yes={workspaceTexts.delete}
              run={async () => {
                await server.ask(routes.workspaces.delete, { params });
                go('/', { replace: true });
                const undo = () =>
                  void server.ask(routes.workspaces.restore, { params }).then(
                    () => go(`/w/${workspace.publicId}`),
                    (error: unknown) => toast(problemOf(error)),
                  );
                toast(panelTexts.deleted(workspace.name), { label: t.undo.undo, run: undo });
              }}
            />
          </div>
        </section>
      )}
    </>
  );
}
