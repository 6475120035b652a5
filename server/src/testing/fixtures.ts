import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { mailedCode } from './mails.ts';
import type { Person, TestService } from './service.ts';

/* Fixtures for most tests; each creates the parents that it is not given. All use the API. */

let counted = 0;

/** Creates a workspace with `person` as admin. */
export async function makeWorkspace(
  person: Pick<Person, 'call'>,
  name = `Workspace ${++counted}`,
): Promise<string> {
  const { publicId } = await person.call(api.workspaces.create, { body: { name } });
  return publicId;
}

export interface MadeBoard {
  workspace: string;
  board: string;
  lists: string[];
  labels: string[];
}

/** Creates a board with two lists, `To do` and `Done`, and two labels, `Urgent` and `Later`. */
export async function makeBoard(
  person: Person,
  given: { workspace?: string; name?: string } = {},
): Promise<MadeBoard> {
  const workspace = given.workspace ?? (await makeWorkspace(person));
  const params = { workspacePublicId: workspace };
  const name = given.name ?? `Board ${++counted}`;
  const body = { name, lists: ['To do', 'Done'], labels: ['Urgent', 'Later'] };
  const { publicId: board } = await person.call(api.boards.create, { params, body });
  const summaries = await person.call(api.boards.list, { params });
  const made = summaries.find(({ publicId }) => publicId === board);
  if (!made) throw new Error('the board is not among the boards of its workspace');
  return {
    workspace,
    board,
    lists: made.lists.map(({ publicId }) => publicId),
    labels: made.labels.map(({ publicId }) => publicId),
  };
}

/** Creates a card in a list. */
export async function makeCard(
  person: Person,
  list: string,
  given: Partial<BodyOf<typeof api.cards.create>> = {},
): Promise<string> {
  const body = { title: `Card ${++counted}`, listPublicId: list, ...given };
  const { publicId } = await person.call(api.cards.create, { body });
  return publicId;
}

/** Makes `person` a member of a workspace through an invitation by `admin`; returns the id of the membership. */
export async function makeMember(
  service: TestService,
  admin: Person,
  workspace: string,
  person: Person,
  role = 'member',
): Promise<string> {
  const params = { workspacePublicId: workspace };
  const { publicId } = await admin.call(api.invites.inviteMember, {
    params,
    body: { email: person.email, role },
  });
  const inviteCode = await mailedCode(service, person.email);
  await person.call(api.invites.accept, { body: { inviteCode } });
  // Invitations per address and day are limited, and a test may make one person a member more often than that.
  await service.sql(`delete from sent_invitations where workspace_id = '${workspace}'`);
  return publicId;
}

/** The `n`th element of what a fixture made. */
export function nth<T>(made: readonly T[], n: number): T {
  const found = made[n];
  if (found === undefined) throw new Error(`there is no element ${n}`);
  return found;
}
