import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import type { Difference } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import { raiseWhereShown } from '../../base/changes/versions.ts';
import type { Reading } from '../../base/db/database.ts';
import { removeGrouped } from '../../data/directory/rows.ts';
import { withdrawOfMember } from '../../invites/actions/code.ts';
import { inviteMember } from '../../invites/actions/invite-member.ts';
import { defaultRole } from '../../invites/actions/link.ts';
import { mailCode } from '../../invites/actions/mail-code.ts';
import { addMember, memberWith } from '../../members/actions/join.ts';
import {
  auditMember,
  effectiveOf,
  inRole,
  type MemberRow,
  memberOf,
  recordMember,
  storeMember,
} from '../../members/actions/member.ts';
import { removeMember } from '../../members/actions/remove.ts';
import { changeStatus } from '../../members/actions/status.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { moveAddress } from '../../users/actions/move-address.ts';
import { proveAddress } from '../../users/actions/prove-address.ts';
import { provisionAccount, renameAccount } from '../../users/actions/provision.ts';
import { provenAccount } from '../queries.ts';
import { type Directory, opensNothing, type Rights, speaksFor } from './caller.ts';
import { notFound, ScimFailure, unique } from './failure.ts';
import { type Given, givenIn, isActive, showPeople } from './person.ts';
import {
  attributesOf,
  forgetName,
  insertPerson,
  leaveGroups,
  namedPerson,
  opensMore,
  type PersonRow,
  personOf,
  removePerson,
  updatePerson,
} from './queries.ts';
import type { Resource } from './resource.ts';

/* People of a workspace, as its directory provides them. It acts in the name of whoever made its key, with their rights. */

async function personIn(tx: Reading, workspaceId: string, memberId: string): Promise<PersonRow> {
  const person = await tx.first(personOf, { workspaceId, memberId });
  if (!person) throw notFound();
  return person;
}

/** Adds a person: as a member at once if the directory speaks for their address, and else by an invitation. */
export async function createPerson(work: Work, directory: Directory, resource: Resource): Promise<PersonRow> {
  const { tx, now } = work;
  const { service, workspaceId } = directory;
  const given = givenIn(resource);
  const rights = await work.grant('workspace', workspaceId, 'member:invite');
  const key = given.userName.toLowerCase();
  await tx.run(forgetName, { workspaceId, key });
  const known = await memberWith(tx, workspaceId, given.email);
  if ((known && known.status !== 'removed') || (await tx.first(namedPerson, { workspaceId, key })))
    throw unique('There is a user with this userName');
  const memberId = speaksFor(service.config.openIdProviders, workspaceId, given.email)
    ? await enter(work, rights, known, given)
    : await invite(work, rights, given, service.config.smtpUrl === undefined);
  await tx.run(removePerson, { workspaceId, memberId });
  await tx.run(insertPerson, {
    workspaceId,
    memberId,
    ...storedOf(given),
    suspended: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
  });
  if (!given.active) await suspend(work, await personIn(tx, workspaceId, memberId));
  return personIn(tx, workspaceId, memberId);
}

const storedOf = ({ userName, externalId, attributes }: Given) => ({
  userName,
  userNameKey: userName.toLowerCase(),
  externalId,
  attributes,
});

/** Makes an account a member, or makes the account. */
async function enter(
  work: Work,
  rights: Rights,
  known: MemberRow | undefined,
  given: Given,
): Promise<string> {
  const { workspaceId } = rights;
  const { email, name } = given;
  const role = await roleNamed(work.tx, workspaceId, defaultRole);
  requireRank(rights, role.level);
  requireGrantable(rights, role.permissions);
  const userId = await provisionAccount(work, { email, name });
  if (!known) return addMember(work, { workspaceId, email, role, userId });
  const changed = { ...inRole(role), status: 'active', userId, granted: 0, revoked: 0 } as const;
  await work.tx.run(removeGrouped, { workspaceId, memberId: known.id });
  await storeMember(work, known, changed, 'member.added');
  await auditMember(work, 'member.joined', known, { ...known, ...changed });
  return known.id;
}

async function invite(work: Work, rights: Rights, { email }: Given, isMailOff: boolean): Promise<string> {
  return (await inviteMember(work, rights.workspaceId, { email }, isMailOff)).publicId;
}

/** Changes a person to what a resource says. */
export async function replacePerson(
  work: Work,
  directory: Directory,
  memberId: string,
  change: (before: Resource) => Resource,
  expected: (version: number) => void,
): Promise<PersonRow> {
  const { tx, now } = work;
  const { service, workspaceId } = directory;
  const rights = await work.grant('workspace', workspaceId, 'member:edit');
  work.quiet();
  const person = await personIn(tx, workspaceId, memberId);
  expected(person.version);
  const [before = {}] = await showPeople(tx, workspaceId, [person], '');
  const told = givenIn(before);
  const given = givenIn(change(before));
  const userNameKey = given.userName.toLowerCase();
  await tx.run(forgetName, { workspaceId, key: userNameKey });
  const named = await tx.first(namedPerson, { workspaceId, key: userNameKey });
  if (named && named.memberId !== memberId) throw unique('There is a user with this userName');
  const speaks = (email: string) => speaksFor(service.config.openIdProviders, workspaceId, email);
  // Whoever has made the account without proving the address is shut out, as when the directory adds them. Not whoever made the token:
  // that would end it.
  if (person.userId !== null && person.userId !== work.actor.userId && speaks(person.email))
    await proveAddress(work, person.userId);
  // Somebody may have changed their address themselves. What the directory has told before, and tells again, does not undo that.
  const isMoved = given.email !== told.email && given.email !== person.email;
  if (isMoved) await readdress(work, directory, rights, person, given.email);
  const email = isMoved ? given.email : person.email;
  await rename(work, rights, person, { name: given.name, email }, speaks);
  const stored = { workspaceId, memberId, ...storedOf(given), updatedAt: now, version: person.version + 1 };
  if (person.version === 0)
    await tx.run(insertPerson, { ...stored, suspended: 0, createdAt: person.createdAt });
  else await tx.run(updatePerson, { ...stored, suspended: person.suspended });
  if (given.active !== isActive(person)) {
    await (given.active
      ? resume(work, rights, await personIn(tx, workspaceId, memberId))
      : suspend(work, await personIn(tx, workspaceId, memberId)));
  }
  return personIn(tx, workspaceId, memberId);
}

/**
 * Gives the account another address. Only where the directory speaks for both: an address is who somebody is. Whoever reads its mail can
 * sign in with it, so that of an account that opens more than this workspace changes only where a provider is the only way.
 */
async function readdress(
  work: Work,
  { service, workspaceId }: Directory,
  rights: Rights,
  { memberId, userId, email: before }: PersonRow,
  email: string,
): Promise<void> {
  const { tx } = work;
  const providers = service.config.openIdProviders;
  const speaks = [before, email].every((each) => speaksFor(providers, workspaceId, each));
  const isKept = async (id: string) =>
    // It would prove the next address of who has not proven the first.
    (await tx.first(provenAccount, { userId: id })) === undefined ||
    (!opensNothing(providers, before, email) &&
      (await tx.first(opensMore, { workspaceId, userId: id })) !== undefined);
  if (userId === null || !speaks || (await isKept(userId)))
    throw new ScimFailure(400, 'The address of this user can only be changed by its owner', 'mutability');
  const member = await memberOf(tx, workspaceId, memberId);
  requireRank(rights, member.roleLevel);
  // Whoever reads the mail of the address can do what its account may do.
  requireGrantable(rights, effectiveOf(member));
  await moveAddress(work, { userId, before, email, origin: null }, 'userName');
  await auditPerson(work, workspaceId, memberId, { field: 'email', from: null, to: null });
}

/** Notes who has changed who somebody is. Addresses are named only: the workspace may hide them. */
const auditPerson = ({ audit }: Work, workspaceId: string, memberId: string, changed: Difference) =>
  audit({ type: 'member.updated', workspaceId, subject: { id: memberId }, detail: [changed] });

async function rename(
  work: Work,
  { workspaceId }: Rights,
  person: PersonRow,
  { name, email }: Pick<Given, 'name' | 'email'>,
  speaks: (email: string) => boolean,
): Promise<void> {
  const { userId, memberId } = person;
  if (userId === null || name === null || name === person.name || !speaks(email)) return;
  await work.tx.run(renameAccount, { userId, name });
  await work.tx.run(raiseWhereShown, { userId, now: work.now });
  await auditPerson(work, workspaceId, memberId, { field: 'name', from: person.name, to: name });
  const member = await memberWith(work.tx, workspaceId, email);
  if (member?.id === memberId) await recordMember(work, 'member.updated', member);
}

async function suspend(work: Work, { memberId, status }: PersonRow): Promise<void> {
  const { workspaceId } = await work.grant('workspace', workspaceOf(work), 'member:edit');
  if (status === 'active') {
    await changeStatus(work, { workspacePublicId: workspaceId, memberPublicId: memberId }, 'paused');
    return;
  }
  if (status !== 'invited') return;
  await work.tx.run(withdrawOfMember, { workspaceId, memberId });
  await setSuspended(work, workspaceId, memberId, 1);
}

async function resume(work: Work, rights: Rights, person: PersonRow): Promise<void> {
  const { workspaceId } = rights;
  const { memberId, status, email } = person;
  if (status === 'paused')
    await changeStatus(work, { workspacePublicId: workspaceId, memberPublicId: memberId }, 'active');
  if (person.suspended === 0) return;
  await setSuspended(work, workspaceId, memberId, 0);
  if (status === 'invited') await mailCode(work, rights, { memberId, email });
}

/** The key is of one workspace. */
const workspaceOf = ({ actor }: Work): string => actor.workspaceId ?? '';

async function setSuspended(
  { tx }: Work,
  workspaceId: string,
  memberId: string,
  suspended: 0 | 1,
): Promise<void> {
  const person = await personIn(tx, workspaceId, memberId);
  const [row] = await tx.all(attributesOf, { workspaceId, ids: [memberId] });
  await tx.run(updatePerson, {
    ...person,
    workspaceId,
    userNameKey: person.userName.toLowerCase(),
    attributes: row?.attributes ?? '{}',
    suspended,
  });
}

/** Ends the membership, or withdraws the invitation; what they wrote stays. */
export async function deletePerson(
  work: Work,
  { workspaceId }: Directory,
  memberId: string,
  expected: (version: number) => void,
): Promise<void> {
  await work.grant('workspace', workspaceId, 'member:remove');
  expected((await personIn(work.tx, workspaceId, memberId)).version);
  await removeMember(work, { workspacePublicId: workspaceId, memberPublicId: memberId });
  await work.tx.run(leaveGroups, { workspaceId, memberId });
  await work.tx.run(removePerson, { workspaceId, memberId });
}
