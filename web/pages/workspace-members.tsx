import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { go } from '../app/location.ts';
import { me, server } from '../app/session.ts';
import { day } from '../messages/formats.ts';
import { panelTexts, roleTexts, workspaceTexts } from '../messages/pages.ts';
import { Avatar } from '../ui/avatar.tsx';
import { nameOf } from './board-members.tsx';
import { InviteByMail } from './invite-by-mail.tsx';
import { Merge } from './merge.tsx';
import { attempt, type WorkspacePart } from './workspace.tsx';

/** The people of a workspace. */
export function WorkspaceMembers(part: WorkspacePart) {
  const { workspace, may } = part.known;
  return (
    <>
      {may.has('member:invite') && <InviteByMail {...part} />}
      <section>
        <h2>{workspaceTexts.people(workspace.members.length)}</h2>
        <ul class="rows">
          {workspace.members.map((member) => (
            <MemberRow key={member.publicId} part={part} member={member} />
          ))}
        </ul>
      </section>
    </>
  );
}

type Member = WorkspacePart['known']['workspace']['members'][number];

interface MemberProps {
  part: WorkspacePart;
  member: Member;
}

function MemberRow({ part, member }: MemberProps) {
  const { workspace, may } = part.known;
  const { publicId, user, isPlaceholder } = member;
  const name = nameOf(member);
  const isMe = user?.id === me.value?.id;
  const those = workspace.members.filter((each) => each.user && !each.isPlaceholder);
  return (
    <li>
      <Avatar id={user?.id ?? publicId} name={name} size="large" />
      <div class="grow">
        {name}
        <p class="quiet fine">{noteOf(member)}</p>
      </div>
      {!isPlaceholder && <RoleOf part={part} member={member} />}
      {isPlaceholder && may.has('member:edit') && (
        <Merge
          workspace={workspace.publicId}
          placeholder={{ id: publicId, name }}
          members={those.map((each) => ({ id: each.publicId, name: nameOf(each) }))}
          merged={part.of.read}
        />
      )}
      {(may.has('member:remove') || isMe) && <Remove part={part} member={member} />}
    </li>
  );
}

/** The address, if it is not the name, and since when or why somebody has access. */
function noteOf(member: Member): string {
  const { email, status, createdAt, isPlaceholder } = member;
  if (isPlaceholder) return workspaceTexts.placeholder;
  const access = status === 'active' ? workspaceTexts.since(day(createdAt)) : workspaceTexts.status[status];
  return [email !== nameOf(member) && email, access].filter(Boolean).join(' · ');
}

function RoleOf({ part, member }: MemberProps) {
  const { workspace, roles, may } = part.known;
  const { publicId, role, user } = member;
  if (!may.has('member:edit') || user?.id === me.value?.id)
    return <span class="quiet">{roleTexts[role] ?? role}</span>;
  const params = { workspacePublicId: workspace.publicId, memberPublicId: publicId };
  return (
    <select
      class="input role"
      aria-label={panelTexts.roleOf(nameOf(member))}
      value={role}
      onChange={({ currentTarget }) =>
        void attempt(part, () =>
          server.ask(routes.members.changeRole, { params, body: { role: currentTarget.value } }),
        )
      }
    >
      {roles.map((each) => (
        <option key={each.publicId} value={each.name}>
          {roleTexts[each.name] ?? each.name}
        </option>
      ))}
    </select>
  );
}

function Remove({ part, member }: MemberProps) {
  const isMe = member.user?.id === me.value?.id;
  const label = isMe ? panelTexts.leave : panelTexts.remove;
  const params = { workspacePublicId: part.known.workspace.publicId, memberPublicId: member.publicId };
  return (
    <Confirm
      label={label}
      question={isMe ? workspaceTexts.leaveQuestion : workspaceTexts.removeQuestion(nameOf(member))}
      yes={label}
      isPlain
      run={async () => {
        await server.ask(routes.members.remove, { params });
        if (isMe) go('/', { replace: true });
        else await part.of.read();
      }}
    />
  );
}
