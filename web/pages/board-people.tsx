import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { go } from '../app/location.ts';
import { type PagesOf, usePages } from '../app/pages-of.ts';
import { me, server } from '../app/session.ts';
import { panelTexts, roleTexts, workspaceTexts } from '../messages/pages.ts';
import { settingsTexts } from '../messages/settings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { BotMark } from '../ui/bot-mark.tsx';
import { attempt } from './attempt.ts';
import type { BoardInfo, PanelPart } from './board-info.ts';

type Person = ReplyOf<typeof routes.boardMembers.people>['people'][number];

export const nameOf = ({ user, email }: Pick<Person, 'user' | 'email'>): string =>
  user?.name ?? email ?? user?.email ?? panelTexts.invited;

interface Part extends PanelPart {
  known: BoardInfo;
}

/** Everyone who can see a board, and where their access comes from. */
export function BoardPeople({ board, info, known }: Part) {
  const access = board.store.get('board', board.id).value?.access;
  const isSent = board.outbox.waiting.value === 0;
  // Who was added, invited or removed here is among what `info` has read again.
  const added = known.members.map(({ publicId, role }) => publicId + role.publicId).join();
  const all = usePages<Person>(`people ${board.id} ${access} ${isSent} ${added}`, async (cursor, signal) => {
    const params = { boardPublicId: board.id };
    const query = cursor === undefined ? {} : { cursor };
    const { reply } = await server.ask(routes.boardMembers.people, { params, query }, { signal });
    return { items: reply.people, nextCursor: reply.nextCursor };
  });
  return (
    <section>
      <h3>{panelTexts.people}</h3>
      {all.problem && <p class="problem">{all.problem}</p>}
      <ul class="rows">
        {all.items?.map((person) => (
          <PersonRow key={person.publicId} board={board} info={info} known={known} of={person} />
        ))}
      </ul>
      <More of={all} />
    </section>
  );
}

const More = ({ of: { hasMore, more } }: { of: PagesOf<Person> }) =>
  hasMore ? (
    <button class="button begin-plain" type="button" onClick={() => void more()}>
      {settingsTexts.more}
    </button>
  ) : null;

interface RowProps extends Part {
  of: Person;
}

const named = (role: string): string => roleTexts[role] ?? role;

function PersonRow(props: RowProps) {
  const { known, of } = props;
  const { publicId, user, isBot, status, workspaceRole, boardRole } = of;
  const from = [
    workspaceRole && panelTexts.fromWorkspace(named(workspaceRole.name)),
    boardRole && panelTexts.addedHere,
  ].filter(Boolean);
  return (
    <li>
      <Avatar id={user?.id ?? publicId} name={nameOf(of)} isBot={isBot} size="large" />
      <div class="grow">
        <span dir="auto">{nameOf(of)}</span> {isBot && <BotMark />}
        <p class="quiet fine">{from.join(' · ')}</p>
      </div>
      {status !== 'active' && (
        <span class={`pill ${status === 'paused' ? 'warning' : ''}`}>
          {workspaceTexts.states[status as 'invited' | 'paused']}
        </span>
      )}
      {boardRole &&
        (known.may('board:edit') ? (
          <RoleHere {...props} role={boardRole.publicId} />
        ) : (
          <span class="quiet">{named(boardRole.name)}</span>
        ))}
      {boardRole && <Remove {...props} />}
    </li>
  );
}

const at = ({ board, of }: RowProps) => ({ boardPublicId: board.id, workspaceMemberPublicId: of.publicId });

function RoleHere(props: RowProps & { role: string }) {
  const { known, info, of, role } = props;
  return (
    <select
      class="input role"
      aria-label={panelTexts.roleOf(nameOf(of))}
      value={role}
      onChange={({ currentTarget: { value: rolePublicId } }) =>
        void attempt(
          () => server.ask(routes.boardMembers.set, { params: at(props), body: { rolePublicId } }),
          info.read,
        )
      }
    >
      {known.roles.map(({ publicId, name }) => (
        <option key={publicId} value={publicId}>
          {named(name)}
        </option>
      ))}
    </select>
  );
}

/** Anyone may take back their own role. */
function Remove(props: RowProps) {
  const { known, info, of } = props;
  const isMe = of.user?.id === me.value?.id;
  if (!isMe && !known.may('board:edit')) return null;
  const remove = () =>
    attempt(async () => {
      await server.ask(routes.boardMembers.remove, { params: at(props) });
      if (isMe && of.workspaceRole === null) go('/', { replace: true });
    }, info.read);
  return (
    <Confirm
      label={isMe ? panelTexts.leave : panelTexts.remove}
      question={isMe ? panelTexts.leaveQuestion : panelTexts.removeQuestion(nameOf(of))}
      yes={isMe ? panelTexts.leave : panelTexts.remove}
      run={remove}
      isPlain
    />
  );
}
