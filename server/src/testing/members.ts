import { maskOf, type Permission, type SystemRole } from '../../../contract/permissions.ts';
import { hashOf, newToken, prefixOf } from '../base/access/tokens.ts';
import { newId } from '../base/ids.ts';
import type { MemberStatus } from '../data/members/tables.ts';
import type { Person, TestService } from './service.ts';

/* Creates members in any role and status, with any overrides, and keys with any limits, directly in the database. */

interface GivenMember {
  role?: SystemRole;
  status?: MemberStatus;
  granted?: Permission[];
  revoked?: Permission[];
}

/** Adds `person` to a workspace; returns the member's id. */
export async function addMember(
  service: TestService,
  workspace: string,
  person: Person,
  { role = 'member', status = 'active', granted = [], revoked = [] }: GivenMember = {},
): Promise<string> {
  const now = service.clock.now();
  const id = newId(now);
  await service.sql(`insert into members
    (workspace_id, id, user_id, email, role_id, status, granted, revoked, created_at)
    select workspace_id, '${id}', '${person.id}', '${person.email}', id, '${status}',
      ${maskOf(granted)}, ${maskOf(revoked)}, ${now}
    from roles where workspace_id = '${workspace}' and name = '${role}'`);
  return id;
}

/** Turns a member into a placeholder; `email` is the address from the import. */
export const makePlaceholder = (service: TestService, member: string, email?: string) =>
  service.sql(`insert into placeholders (workspace_id, member_id, email, shown, created_at)
    select workspace_id, id, ${email === undefined ? 'null' : `'${email}'`}, 1, ${service.clock.now()}
    from members where id = '${member}'`);

/** The member id of a person. */
export async function memberOf(service: TestService, workspace: string, person: Person): Promise<string> {
  const [member] = await service.sql<{ id: string }>(
    `select id from members where workspace_id = '${workspace}' and user_id = '${person.id}'`,
  );
  if (!member) throw new Error('not a member of the workspace');
  return member.id;
}

/** Assigns a member a role on a board. */
export const addBoardMember = (
  service: TestService,
  workspace: string,
  board: string,
  member: string,
  role: SystemRole = 'member',
) =>
  service.sql(`insert into board_members (workspace_id, board_id, member_id, role_id, created_at)
    select workspace_id, '${board}', '${member}', id, ${service.clock.now()}
    from roles where workspace_id = '${workspace}' and name = '${role}'`);

/** Changes the status of a member. */
export const setStatus = (service: TestService, member: string, status: MemberStatus) =>
  service.sql(`update members set status = '${status}' where id = '${member}'`);

/** Makes a call that `person` is refused with `status`. */
export type Refused = (person: Pick<Person, 'refused'>, status: number) => Promise<void>;

/** Makes the call as everyone who may not edit: anonymous, outsider, guest, and members who are not active. */
export async function refusedToOthers(
  service: TestService,
  workspace: string,
  refused: Refused,
): Promise<void> {
  await refused(service.caller(), 401);
  await refused(await service.signUp('outsider'), 403);
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  await refused(guest, 403);
  const ben = await service.signUp('ben');
  const member = await addMember(service, workspace, ben);
  for (const status of ['invited', 'paused', 'removed'] as const) {
    await setStatus(service, member, status);
    await refused(ben, 403);
  }
}

/** Makes a person an operator of the installation. */
export const makeOperator = (service: TestService, { id }: Pick<Person, 'id'>) =>
  service.sql(`update users set operator_since = 1 where id = '${id}'`);

/** Calls with an API key of `person` that is limited to these permissions. */
export const keyOf = (service: TestService, person: Person, permissions: Permission[]) =>
  storedKey(service, person, String(maskOf(permissions)));

/** Calls with an API key that has all permissions of `person`. */
export const keyWithoutLimits = (service: TestService, person: Person) => storedKey(service, person, 'null');

async function storedKey(service: TestService, person: Person, permissions: string) {
  const key = newToken('key');
  await service.sql(`insert into api_keys (user_id, name, prefix, key_hash, permissions, created_at)
    values ('${person.id}', 'a key', '${prefixOf(key)}', '${hashOf(key)}', ${permissions},
      ${service.clock.now()})`);
  return { key, ...service.caller(key) };
}
