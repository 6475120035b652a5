import { caps } from '../../../../contract/caps.ts';
import { maskOf, type SystemRole, systemRoles } from '../../../../contract/permissions.ts';
import { differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { Conflict } from '../../base/errors.ts';
import { fold } from '../../base/fold.ts';
import { newId, slugFor } from '../../base/ids.ts';
import { insertMember } from '../../data/members/rows.ts';
import { insertRole } from '../../data/roles/rows.ts';
import { holdAccount } from '../../users/actions/hold-account.ts';
import { claimSlug } from '../claimed-slugs.ts';
import { slugHolder } from '../old-slugs.ts';
import { requireUnreserved } from '../slug.ts';

interface NewWorkspace {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  cardPrefix: string;
  userId: string;
  now: number;
}

const insertWorkspace = command('workspaces.insert', (db, p: NewWorkspace) =>
  db.insertInto('workspaces').values({
    id: p.id,
    name: p.name,
    slug: p.slug,
    description: p.description,
    plan: 'free',
    card_prefix: p.cardPrefix,
    show_emails_to_members: 1,
    allow_public_boards: 1,
    week_start_day: 1,
    card_counter: 0,
    created_by: p.userId,
    created_at: p.now,
    deleted_at: null,
    deleted_by: null,
  }),
);

/** Checked before a user joins another workspace. The caller has locked the account. */
export const requireRoomForWorkspace = cap('members', ['user_id'], caps.workspacesOfUser, {
  what: 'workspaces',
});

export interface CreateWorkspace {
  name: string;
  slug?: string;
  description?: string | null;
  cardPrefix?: string;
}

/** Creates a workspace with its system roles; the actor becomes its admin. Throws `Conflict` for a taken slug. */
export async function createWorkspace(work: Work, given: CreateWorkspace) {
  const { tx, actor, now, ownAccount, audit } = work;
  ownAccount();
  await holdAccount(work);
  await requireRoomForWorkspace(tx, { user_id: actor.userId });
  if (given.slug) {
    requireUnreserved(given.slug);
    if (await slugHolder(tx, given.slug, now)) throw taken();
  }
  const id = newId(now);
  const workspace = {
    id,
    name: given.name,
    slug: given.slug || slugFor(given.name, id, 'workspace'),
    description: given.description || null,
    cardPrefix: given.cardPrefix ?? prefixFor(given.name),
  };
  if (!(await claimSlug(tx, { workspaceId: id, slug: workspace.slug }))) throw taken();
  await tx.run(insertWorkspace, { ...workspace, userId: actor.userId, now });
  const roleIds = new Map<string, string>();
  for (const [name, role] of Object.entries(systemRoles)) {
    const roleId = newId(now);
    roleIds.set(name, roleId);
    await tx.run(insertRole, {
      workspaceId: id,
      id: roleId,
      name,
      description: role.description,
      level: role.level,
      isSystem: 1,
      permissions: maskOf(role.permissions),
      createdAt: now,
    });
  }
  const admin: SystemRole = 'admin';
  await tx.run(insertMember, {
    workspaceId: id,
    id: newId(now),
    userId: actor.userId,
    email: actor.email,
    roleId: roleIds.get(admin) ?? '',
    status: 'active',
    granted: 0,
    revoked: 0,
    createdAt: now,
  });
  const { name, slug, description, cardPrefix } = workspace;
  await audit({
    type: 'workspace.created',
    workspaceId: id,
    subject: { id, name },
    detail: differences({}, { name, slug, description, cardPrefix }),
  });
  return {
    publicId: id,
    name: workspace.name,
    slug: workspace.slug,
    description: workspace.description,
    plan: 'free',
    cardPrefix: workspace.cardPrefix,
  };
}

const taken = () => new Conflict('slug-taken', { field: 'body/slug' });

/** Up to three Latin letters of the name; `TASK` if it has none. */
const prefixFor = (name: string): string =>
  fold(name)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 3) || 'TASK';
