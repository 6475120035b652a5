import { useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { Field, Form, Select } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { me, server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { editBoard } from '../board/panel-commands.ts';
import { boardRoleHintTexts, panelTexts, roleTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import type { BoardInfo, PanelPart } from './board-info.ts';
import { BoardPeople, nameOf } from './board-people.tsx';
import { tellInvited } from './invitation.tsx';
import { PublicAccess } from './public-access.tsx';

/** Who can see a board, and how others are added to it. */
export const BoardMembers = ({ board, info }: PanelPart) => (
  <Loaded of={info}>
    {(known) => (
      <>
        <Access board={board} info={info} known={known} />
        {known.may('member:view') && <BoardPeople board={board} info={info} known={known} />}
        {known.may('board:edit') && <AddMember board={board} info={info} known={known} />}
        {known.mayInWorkspace('member:invite') && <InviteToBoard board={board} info={info} known={known} />}
        {known.may('board:edit') && <PublicAccess board={board} known={known} />}
        <p class="quiet">
          <a href={`/w/${known.workspace}/members`}>{panelTexts.allMembers}</a>
        </p>
      </>
    )}
  </Loaded>
);

interface Part extends PanelPart {
  known: BoardInfo;
}

function Access({ board, known }: Part) {
  const shown = board.store.get('board', board.id).value;
  if (!shown) return null;
  if (!known.may('board:edit') || !known.may('board:share')) return <p>{panelTexts.access[shown.access]}</p>;
  return (
    <Select
      label={panelTexts.openTo}
      name="access"
      value={shown.access}
      hint={shown.visibility === 'public' ? panelTexts.publicHint : panelTexts.accessHint[shown.access]}
      onChange={(access) => board.outbox.add(editBoard(shown, { access: access as typeof shown.access }))}
    >
      {Object.entries(panelTexts.access).map(([value, text]) => (
        <option key={value} value={value} disabled={value === 'members' && shown.visibility === 'public'}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** Adds a member of the workspace to the board. */
function AddMember({ board, info, known }: Part) {
  const workspace = useResource(`members ${known.workspace}`, async (signal) => {
    const params = { workspacePublicId: known.workspace };
    return (await server.ask(routes.members.list, { params }, { signal })).reply;
  });
  const members = new Set(known.members.map(({ publicId }) => publicId));
  // The user is last: the first is chosen already, and it is others that are added.
  const others = (workspace.value.value ?? [])
    .filter(({ publicId }) => !members.has(publicId))
    .toSorted((a, b) => Number(a.user?.id === me.value?.id) - Number(b.user?.id === me.value?.id));
  if (others.length === 0) return null;
  return (
    <section>
      <h3>{panelTexts.addMember}</h3>
      <Form
        submit={t.add}
        isQuiet
        onSubmit={async ({ member = '', role = '' }) => {
          await setMember(board.id, member, role);
          await info.read();
        }}
      >
        <div class="pair">
          <Select label={panelTexts.who} name="member">
            {others.map((member) => (
              <option key={member.publicId} value={member.publicId}>
                {nameOf(member)}
              </option>
            ))}
          </Select>
          <RoleSelect known={known} />
        </div>
      </Form>
    </section>
  );
}

const setMember = (boardPublicId: string, workspaceMemberPublicId: string, rolePublicId: string) =>
  server.ask(routes.boardMembers.set, {
    params: { boardPublicId, workspaceMemberPublicId },
    body: { rolePublicId },
  });

function RoleSelect({ known }: { known: BoardInfo }) {
  const offered = known.roles.filter(({ name }) => name !== 'guest-of-boards');
  const first = offered.find(({ name }) => name === 'member') ?? offered[0];
  const [chosen, setChosen] = useState(first?.publicId);
  const name = offered.find(({ publicId }) => publicId === chosen)?.name ?? '';
  return (
    <Select
      label={panelTexts.role}
      name="role"
      value={chosen}
      hint={boardRoleHintTexts[name]}
      onChange={setChosen}
    >
      {offered.map((role) => (
        <option key={role.publicId} value={role.publicId}>
          {roleTexts[role.name] ?? role.name}
        </option>
      ))}
    </Select>
  );
}

/** Invites somebody by email to this board alone, with a role on it. */
const InviteToBoard = ({ board, info, known }: Part) => (
  <section>
    <h3>{panelTexts.invite}</h3>
    <Form
      submit={panelTexts.sendInvitation}
      isQuiet
      onSubmit={async ({ email = '', role = '' }) => {
        const { reply } = await server.ask(routes.invites.inviteMember, {
          params: { workspacePublicId: known.workspace },
          body: { email, role: 'guest-of-boards' },
        });
        await setMember(board.id, reply.publicId, role);
        tellInvited({ workspace: known.workspace, id: reply.publicId, name: email }, reply.mailSent);
        await info.read();
      }}
    >
      <div class="pair">
        <Field label={t.signIn.email} name="email" type="email" autocomplete="off" />
        <RoleSelect known={known} />
      </div>
      <p class="field-hint">{panelTexts.inviteHint}</p>
    </Form>
  </section>
);
