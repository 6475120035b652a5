import { type MemberRights, requireGrantable, requireRank } from '../../base/access/authority.ts';
import type { Reading } from '../../base/db/database.ts';
import { rolesByNames, rolesGivenBack, rolesOfPeople, type ScimGroupRow } from './queries.ts';

/*
 * Who is in a group that gives a role has that role, whoever settles it: an admin's directory gives what a member's has asked for. So
 * whoever changes such a group must be able to give and take the role themselves.
 */

/** The names by which a group may give a role. */
export const namesOf = ({ name, externalId }: Pick<ScimGroupRow, 'name' | 'externalId'>): string[] =>
  externalId === null ? [name] : [name, externalId];

/**
 * Throws `Forbidden` if a role that is given by one of `names`, or one that somebody concerned has or would get back, is not the
 * caller's to give. With nobody concerned nothing is given or taken.
 */
export async function requireAuthority(
  db: Reading,
  rights: Pick<MemberRights, 'workspaceId' | 'roleLevel' | 'permissions'>,
  names: readonly string[],
  concerned: readonly string[],
): Promise<void> {
  const { workspaceId } = rights;
  const giving = await db.all(rolesByNames, { workspaceId, names });
  if (giving.length === 0 || concerned.length === 0) return;
  const who = { workspaceId, ids: concerned };
  for (const { level } of await db.all(rolesOfPeople, who)) requireRank(rights, level);
  for (const { level, permissions } of [...giving, ...(await db.all(rolesGivenBack, who))]) {
    requireRank(rights, level);
    requireGrantable(rights, permissions);
  }
}
