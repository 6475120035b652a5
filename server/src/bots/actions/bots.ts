import { caps } from '../../../../contract/caps.ts';
import {
  allPermissions,
  includesAll,
  type Permission,
  type SystemRole,
  systemRoles,
} from '../../../../contract/permissions.ts';
import { requireGrantable, requirePermission, requireRank } from '../../base/access/authority.ts';
import { maskInWorkspace } from '../../base/access/board-permissions.ts';
import { newBotAddress } from '../../base/access/bots.ts';
import type { Located } from '../../base/access/locate.ts';
import { differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis, isoMillisOrNull } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Forbidden, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { insertBot } from '../../data/bots/rows.ts';
import { bots } from '../../data/bots/tables.ts';
import { insertMember } from '../../data/members/rows.ts';
import { insertBotAccount, nameBot } from '../../data/users/rows.ts';
import { requireRoomForMember } from '../../members/actions/join.ts';
import {
  auditMember,
  changeMember,
  effectiveOf,
  inRole,
  memberOf,
  recordMember,
} from '../../members/actions/member.ts';
import { endMembership } from '../../members/actions/remove.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { requireWithinOwner } from '../../users/actions/pause-bots.ts';
import { type BotRow, botById, personById } from '../queries.ts';

export interface BotAddress {
  workspacePublicId: string;
  botPublicId: string;
}

interface GivenBot {
  name?: string;
  image?: string | null;
  ownerMemberPublicId?: string;
  role?: string;
  status?: 'active' | 'paused';
}

const requireRoom = cap('bots', ['workspace_id'], caps.botsOfWorkspace);

const leastSurprising: SystemRole = 'member';

/** Adds a bot with a role that the actor may assign. Its owner is the actor, unless another person is named. */
export async function createBot(
  work: Work,
  workspacePublicId: string,
  given: GivenBot & { name: string },
): Promise<ReturnType<typeof shownBot>> {
  const { tx, now } = work;
  const rights = await grantTo(work, workspacePublicId, 'member:invite');
  const { workspaceId } = rights;
  const role = await roleNamed(tx, workspaceId, given.role ?? leastSurprising);
  requireRank(rights, role.level);
  requireGrantable(rights, role.permissions);
  const ownerId = await ownerOf(tx, workspaceId, given.ownerMemberPublicId ?? rights.memberId);
  await requireRoomForMember(tx, { workspace_id: workspaceId });
  await requireRoom(tx, { workspace_id: workspaceId });
  const [userId, memberId, email] = [newId(now), newId(now), newBotAddress()];
  await tx.run(insertBotAccount, { userId, email, name: given.name, image: imageIn(given) ?? null, now });
  const member = { workspaceId, id: memberId, userId, email, roleId: role.id, status: 'active' } as const;
  await tx.run(insertMember, { ...member, granted: 0, revoked: 0, createdAt: now });
  await tx.run(insertBot, { workspaceId, memberId, userId, ownerId, createdAt: now });
  await requireWithinOwner(tx, workspaceId, memberId);
  await recordMember(work, 'member.added', { ...member, roleName: role.name });
  await auditMember(work, 'member.added', {}, { ...member, roleName: role.name });
  return shownBot(await botOf(tx, workspaceId, memberId));
}

const setOwner = updateRow('bots.setOwner', bots, ['owner_id']);

/** Changes the given properties of a bot. */
export async function updateBot(work: Work, address: BotAddress, given: GivenBot) {
  const { tx, record } = work;
  const { rights, bot, owns } = await grantBot(work, address, 'member:edit');
  const { workspaceId } = rights;
  const { role: roleName, ownerMemberPublicId, status } = given;
  // Owners may end what their bot does, but not undo what an admin decided.
  if (owns && (roleName !== undefined || ownerMemberPublicId !== undefined || status === 'active')) {
    requirePermission(rights.permissions, 'member:edit');
  }
  const before = await memberOf(tx, workspaceId, bot.id);
  const role = roleName === undefined ? undefined : await roleNamed(tx, workspaceId, roleName);
  if (role) {
    requireRank(rights, role.level);
    requireGrantable(rights, role.permissions);
  }
  const after = { ...before, ...(role ? inRole(role) : {}), ...(status ? { status } : {}) };
  if (status === 'active' && before.status === 'paused') requireGrantable(rights, effectiveOf(after));
  if (ownerMemberPublicId !== undefined && ownerMemberPublicId !== bot.ownerId) {
    const ownerId = await ownerOf(tx, workspaceId, ownerMemberPublicId);
    await tx.run(setOwner, { workspaceId, memberId: bot.id, ownerId });
    const detail = differences({ owner: bot.ownerId }, { owner: ownerId });
    await work.audit({ type: 'member.updated', workspaceId, subject: { id: bot.id }, detail });
  }
  const [name, image] = [given.name ?? bot.name, given.image === undefined ? bot.image : imageIn(given)];
  if (name !== bot.name || image !== bot.image) {
    await tx.run(nameBot, { userId: bot.userId, name, image: image ?? null });
    const detail = differences({ name: bot.name }, { name });
    await work.audit({ type: 'member.updated', workspaceId, subject: { id: bot.id }, detail });
    record.live('member.updated', workspaceId, { subjectId: bot.id });
  }
  await changeMember(work, before, {
    roleId: after.roleId,
    roleName: after.roleName,
    roleLevel: after.roleLevel,
    rolePermissions: after.rolePermissions,
    status: after.status,
  });
  await requireWithinOwner(tx, workspaceId, bot.id);
  return shownBot(await botOf(tx, workspaceId, bot.id));
}

/** Removes a bot, as its owner or somebody who may remove members. */
export async function removeBot(work: Work, address: BotAddress) {
  const { rights, bot } = await grantBot(work, address, 'member:remove');
  await endMembership(work, await memberOf(work.tx, rights.workspaceId, bot.id));
  return { success: true };
}

/** Grants a permission to a person: bots make no bots, and change none. */
async function grantTo(
  { grant, actor }: Work,
  workspacePublicId: string,
  permission: Permission | null,
): Promise<Located<'workspace'>> {
  const rights = await grant('workspace', workspacePublicId, permission);
  if (actor.isBot) throw new Forbidden('bot-without-account');
  return rights;
}

/** Grants changing a bot, to whoever has the permission, and to its owner with a credential that would allow it. */
async function grantBot(
  work: Work,
  { workspacePublicId, botPublicId }: BotAddress,
  permission: Permission,
): Promise<{ rights: Located<'workspace'>; bot: BotRow; owns: boolean }> {
  const rights = await grantTo(work, workspacePublicId, null);
  const bot = await work.tx.first(botById, { workspaceId: rights.workspaceId, memberId: botPublicId });
  const owns = bot?.ownerId === rights.memberId;
  requirePermission(owns ? maskInWorkspace(work.actor) : rights.permissions, permission);
  if (!bot) throw new NotFound();
  requireRank(rights, (await memberOf(work.tx, rights.workspaceId, bot.id)).roleLevel);
  return { rights, bot, owns };
}

/** A bot whose keys the actor may see, make and revoke: as its owner, or as an admin who may do everything. */
export async function grantKeys(work: Work, address: BotAddress): Promise<BotRow & { workspaceId: string }> {
  return keeperOf(work.tx, await grantTo(work, address.workspacePublicId, null), address.botPublicId);
}

/** A bot, if it is up to the caller to keep its keys. Throws `NotFound` and `Forbidden`. */
export async function keeperOf(
  db: Reading,
  { workspaceId, memberId, principal }: Located<'workspace'>,
  botPublicId: string,
): Promise<BotRow & { workspaceId: string }> {
  const bot = await botOf(db, workspaceId, botPublicId);
  // From an admin some permissions may be revoked, which the bot has.
  const isAdmin =
    principal.memberLevel === systemRoles.admin.level &&
    includesAll(principal.memberPermissions, allPermissions);
  if (bot.ownerId !== memberId && !isAdmin) throw new Forbidden('bot-of-another');
  return { ...bot, workspaceId };
}

/** Throws `NotFound`. */
async function botOf(db: Reading, workspaceId: string, memberId: string): Promise<BotRow> {
  const bot = await db.first(botById, { workspaceId, memberId });
  if (!bot) throw new NotFound();
  return bot;
}

/** The member who is to own a bot. Throws `Invalid` if it is not an active person. */
async function ownerOf(tx: Reading, workspaceId: string, memberId: string): Promise<string> {
  if (!(await tx.first(personById, { workspaceId, memberId }))) {
    throw new Invalid('unfit-owner', { field: 'body/ownerMemberPublicId' });
  }
  return memberId;
}

function imageIn({ image }: GivenBot): string | null | undefined {
  if (image && !URL.canParse(image)) throw new Invalid('not-image-address', { field: 'body/image' });
  return image;
}

/** A bot as the API shows it. */
export const shownBot = (bot: BotRow) => ({
  publicId: bot.id,
  userPublicId: bot.userId,
  name: bot.name,
  image: bot.image,
  status: bot.status,
  role: bot.roleName,
  owner: { publicId: bot.ownerId, name: bot.ownerName, status: bot.ownerStatus },
  keyCount: Number(bot.keyCount),
  lastUsedAt: isoMillisOrNull(bot.lastUsedAt),
  createdAt: isoMillis(bot.createdAt),
});
