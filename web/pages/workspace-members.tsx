import { useState } from 'preact/hooks';
import { members } from '../../contract/members.ts';
import { Confirm } from '../app/confirm.tsx';
import { go } from '../app/location.ts';
import { me, server } from '../app/session.ts';
import { day } from '../messages/formats.ts';
import { panelTexts, roleTexts, workspaceTexts } from '../messages/pages.ts';
import { settingsTexts } from '../messages/settings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { toast } from '../ui/toast.tsx';
import { attempt } from './attempt.ts';
import { nameOf } from './board-people.tsx';
import { Bots } from './bots/bots.tsx';
import { InvitationButtons } from './invitation.tsx';
import { InviteByMail } from './invite-by-mail.tsx';
import { Merge } from './merge.tsx';
import { Head } from './settings-frame.tsx';
import { mayChangeMember, mayGive, outranks, type WorkspacePart } from './workspace.tsx';

/** People shown at first, and with each “Show more”. */
const atOnce = 100;

/** Beyond this many, they can be searched. */
const few = 20;

/** The people of a workspace. */
export function WorkspaceMembers(part: WorkspacePart) {
  const { workspace, may } = part.known;
  const [wanted, setWanted] = useState('');
  const [most, setMost] = useState(atOnce);
  const isWanted = (member: Member) =>
    [nameOf(member), member.email].some((text) => text?.toLowerCase().includes(wanted.toLowerCase()));
  const people = workspace.members.filter(({ isBot }) => !isBot);
  const found = people.filter(isWanted);
  const invited = people.filter(({ status }) => status === 'invited').length;
  return (
    <>
      {may.has('member:invite') && <InviteByMail {...part} />}
      <section>
        <Head title={workspaceTexts.people(people.length - invited, invited)}>
          {people.length > few && (
            <input
              class="input find"
              type="search"
              aria-label={workspaceTexts.find}
              placeholder={workspaceTexts.find}
              onInput={({ currentTarget }) => setWanted(currentTarget.value.trim())}
            />
          )}
        </Head>
        {found.length === 0 && <p class="quiet">{workspaceTexts.noneFound}</p>}
        <ul class="rows">
          {found.slice(0, most).map((member) => (
            <MemberRow key={member.publicId} part={part} member={member} />
          ))}
        </ul>
        {found.length > most && (
          <button class="button begin-plain" type="button" onClick={() => setMost(most + atOnce)}>
            {settingsTexts.more}
          </button>
        )}
      </section>
      <Bots {...part} />
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
  const { publicId, user, status, isPlaceholder } = member;
  const name = nameOf(member);
  const isMe = user?.id === me.value?.id;
  const those = workspace.members.filter((each) => each.user && !each.isPlaceholder && !each.isBot);
  return (
    <li>
      <Avatar id={user?.id ?? publicId} name={name} size="large" />
      <div class="grow">
        {mayChangeMember(part.known, member) ? (
          <a
            href={`/w/${workspace.publicId}/members/${publicId}`}
            title={workspaceTexts.rightsOf(name)}
            dir="auto"
          >
            {name}
          </a>
        ) : (
          <span dir="auto">{name}</span>
        )}
        <p class="quiet fine">{noteOf(member)}</p>
        {status === 'invited' && may.has('member:invite') && !outranks(part.known, member) && (
          <InvitationButtons of={{ workspace: workspace.publicId, id: publicId, name }} />
        )}
      </div>
      {!isPlaceholder && status !== 'active' && (
        <span class={`pill ${status === 'paused' ? 'warning' : ''}`}>{workspaceTexts.states[status]}</span>
      )}
      {!isPlaceholder && <RoleOf part={part} member={member} />}
      {mayChangeMember(part.known, member) && status !== 'invited' && <Pause part={part} member={member} />}
      {isPlaceholder && may.has('member:edit') && (
        <Merge
          workspace={workspace.publicId}
          placeholder={{ id: publicId, name }}
          members={those.map((each) => ({ id: each.publicId, name: nameOf(each) }))}
          merged={part.of.read}
        />
      )}
      {(isMe || (may.has('member:remove') && !outranks(part.known, member))) && (
        <Remove part={part} member={member} />
      )}
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
  const { workspace, roles } = part.known;
  const { publicId, role } = member;
  if (!mayChangeMember(part.known, member)) return <span class="quiet">{roleTexts[role] ?? role}</span>;
  const params = { workspacePublicId: workspace.publicId, memberPublicId: publicId };
  const offered = roles.filter((each) => each.name === role || mayGive(part.known, each));
  return (
    <select
      class="input role"
      aria-label={panelTexts.roleOf(nameOf(member))}
      value={role}
      onChange={({ currentTarget }) => {
        const body = { role: currentTarget.value };
        void attempt(() => server.ask(members.changeRole, { params, body }), part.of.read);
      }}
    >
      {offered.map((each) => (
        <option key={each.publicId} value={each.name}>
          {roleTexts[each.name] ?? each.name}
        </option>
      ))}
    </select>
  );
}

/** A paused member has no access, but stays on cards. */
function Pause({ part, member }: MemberProps) {
  const isPaused = member.status === 'paused';
  const params = { workspacePublicId: part.known.workspace.publicId, memberPublicId: member.publicId };
  const body = { status: isPaused ? ('active' as const) : ('paused' as const) };
  const name = nameOf(member);
  return (
    <button
      class="button small"
      type="button"
      aria-label={isPaused ? workspaceTexts.resumeNamed(name) : workspaceTexts.pauseNamed(name)}
      onClick={() =>
        void attempt(async () => {
          await server.ask(members.changeStatus, { params, body });
          toast(isPaused ? workspaceTexts.resumed(name) : workspaceTexts.pausedNow(name));
        }, part.of.read)
      }
    >
      {isPaused ? workspaceTexts.resume : workspaceTexts.pause}
    </button>
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
        await server.ask(members.remove, { params });
        if (isMe) go('/', { replace: true });
        else await part.of.read();
      }}
    />
  );
}
