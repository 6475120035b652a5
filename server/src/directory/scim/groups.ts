import { caps } from '../../../../contract/caps.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import type { Directory } from './caller.ts';
import { notFound, ScimFailure, unique, wrongValue } from './failure.ts';
import { namesOf, requireAuthority } from './group-authority.ts';
import {
  enterGroup,
  insertScimGroup,
  knownPeople,
  leaveGroup,
  peopleOfGroups,
  removeScimGroup,
  type ScimGroupRow,
  scimGroupsOf,
  updateScimGroup,
} from './queries.ts';
import { groupSchema, isObject, type Resource, textIn, valueIn } from './resource.ts';

/* Groups of a directory. They give roles where an admin has said so: see `settle.ts`. */

interface Given {
  name: string;
  externalId: string | null;
  memberIds: string[];
}

function givenIn(resource: Resource): Given {
  const name = textIn(resource, 'displayName');
  if (name === undefined || name.length > 255) throw wrongValue('displayName must have 1 to 255 characters');
  const externalId = textIn(resource, 'externalId') ?? null;
  if (externalId !== null && externalId.length > 255)
    throw wrongValue('externalId must have at most 255 characters');
  const members = valueIn(resource, 'members') ?? [];
  if (!Array.isArray(members) || members.length > caps.membersOfWorkspace)
    throw wrongValue(`members must be a list of at most ${caps.membersOfWorkspace}`);
  const ids = members.map((each) => (isObject(each) ? textIn(each, 'value') : undefined));
  const memberIds = ids.filter((id) => id !== undefined);
  if (memberIds.length < ids.length) throw wrongValue('members must have a value each');
  return { name, externalId, memberIds: [...new Set(memberIds)] };
}

export async function showGroups(
  db: Reading,
  workspaceId: string,
  rows: readonly ScimGroupRow[],
  base: string,
): Promise<Resource[]> {
  const people = await db.all(peopleOfGroups, { workspaceId, ids: rows.map(({ id }) => id) });
  const by = Map.groupBy(people, ({ groupId }) => groupId);
  return rows.map((group) => ({
    ...plain(group, base),
    members: (by.get(group.id) ?? []).map(({ id, name }) => ({
      value: id,
      display: name,
      type: 'User',
      $ref: `${base}/Users/${id}`,
    })),
  }));
}

/** A group without its people. */
export const plain = (group: ScimGroupRow, base: string): Resource => ({
  schemas: [groupSchema],
  id: group.id,
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  displayName: group.name,
  meta: {
    resourceType: 'Group',
    created: isoMillis(group.createdAt),
    lastModified: isoMillis(group.updatedAt),
    location: `${base}/Groups/${group.id}`,
    version: `W/"${group.version}"`,
  },
});

export async function groupIn(db: Reading, workspaceId: string, id: string): Promise<ScimGroupRow> {
  const group = (await db.all(scimGroupsOf, { workspaceId })).find((each) => each.id === id);
  if (!group) throw notFound();
  return group;
}

async function requireFreeName(tx: Reading, workspaceId: string, id: string, name: string): Promise<void> {
  const all = await tx.all(scimGroupsOf, { workspaceId });
  if (all.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase()))
    throw unique('There is a group with this displayName');
  if (all.length >= caps.groupsOfWorkspace && all.every((each) => each.id !== id))
    throw new ScimFailure(409, `At most ${caps.groupsOfWorkspace} groups are allowed`, 'tooMany');
}

export async function createScimGroup(
  work: Work,
  { workspaceId }: Directory,
  resource: Resource,
): Promise<ScimGroupRow> {
  const { tx, now } = work;
  const given = givenIn(resource);
  const rights = await work.grant('workspace', workspaceId, 'member:edit');
  work.quiet();
  const id = newId(now);
  await requireFreeName(tx, workspaceId, id, given.name);
  const { name, externalId } = given;
  const nameKey = name.toLowerCase();
  await tx.run(insertScimGroup, {
    workspaceId,
    id,
    name,
    nameKey,
    externalId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  });
  await requireAuthority(tx, rights, namesOf(given), given.memberIds);
  await setPeople(work, workspaceId, id, { entering: given.memberIds, leaving: [] });
  return groupIn(tx, workspaceId, id);
}

export async function replaceScimGroup(
  work: Work,
  { workspaceId }: Directory,
  id: string,
  change: (before: Resource) => Resource,
  expected: (version: number) => void,
): Promise<ScimGroupRow> {
  const { tx, now } = work;
  const rights = await work.grant('workspace', workspaceId, 'member:edit');
  work.quiet();
  const group = await groupIn(tx, workspaceId, id);
  expected(group.version);
  const [before = {}] = await showGroups(tx, workspaceId, [group], '');
  const given = givenIn(change(before));
  await requireFreeName(tx, workspaceId, id, given.name);
  const { name, externalId } = given;
  const version = group.version + 1;
  await tx.run(updateScimGroup, {
    workspaceId,
    id,
    name,
    nameKey: name.toLowerCase(),
    externalId,
    updatedAt: now,
    version,
  });
  const people = (await tx.all(peopleOfGroups, { workspaceId, ids: [id] })).map((each) => each.id);
  const [was, is] = [new Set(people), new Set(given.memberIds)];
  const entering = given.memberIds.filter((each) => !was.has(each));
  const leaving = people.filter((each) => !is.has(each));
  const isSame = group.name === name && group.externalId === externalId;
  // Another name gives another role to everybody in the group.
  const concerned = [...(isSame ? leaving : people), ...entering];
  await requireAuthority(tx, rights, [...namesOf(group), ...namesOf(given)], concerned);
  await setPeople(work, workspaceId, id, { entering, leaving });
  return groupIn(tx, workspaceId, id);
}

async function setPeople(
  { tx }: Work,
  workspaceId: string,
  groupId: string,
  { entering, leaving }: { entering: readonly string[]; leaving: readonly string[] },
): Promise<void> {
  if (entering.length > 0) {
    const known = await tx.all(knownPeople, { workspaceId, ids: entering });
    if (known.length < entering.length)
      throw wrongValue('members has a value that is no user of this workspace');
    await tx.run(enterGroup, { workspaceId, groupId, ids: entering });
  }
  if (leaving.length > 0) await tx.run(leaveGroup, { workspaceId, groupId, ids: leaving });
}

export async function deleteScimGroup(
  work: Work,
  { workspaceId }: Directory,
  id: string,
  expected: (version: number) => void,
): Promise<void> {
  const { tx } = work;
  const rights = await work.grant('workspace', workspaceId, 'member:edit');
  work.quiet();
  const group = await groupIn(tx, workspaceId, id);
  expected(group.version);
  const people = await tx.all(peopleOfGroups, { workspaceId, ids: [id] });
  await requireAuthority(
    tx,
    rights,
    namesOf(group),
    people.map((each) => each.id),
  );
  await tx.run(removeScimGroup, { workspaceId, id });
}
