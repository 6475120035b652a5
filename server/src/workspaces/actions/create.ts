import { caps } from '../../../../contract/caps.ts';
import { maskOf, type SystemRole, systemRoles } from '../../../../contract/permissions.ts';
import { differences } from '../../changes/audit.ts';
import { cap } from '../../changes/cap.ts';
import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { Conflict } from '../../errors.ts';
import { fold } from '../../fold.ts';
import { newId, slugFor } from '../../ids.ts';
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
  db
    .insertInto('workspaces')
    .values({
      id: p.id,
      name: p.name,
      slug: p.slug,
      description: p.description,
      plan: 'free',
      card_prefix: p.cardPrefix,
      show_emails_to_members: 1,
      week_start_day: 1,
      card_counter: 0,
      created_by: p.userId,
      created_at: p.now,
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id'),
);

interface NewRole {
  workspaceId: string;
  id: string;
  name: string;
  description: string;
  level: number;
  permissions: number;
  now: number;
}

const insertSystemRole = command('roles.insertSystem', (db, p: NewRole) =>
  db.insertInto('roles').values({
    workspace_id: p.workspaceId,
    id: p.id,
    name: p.name,
    description: p.description,
    level: p.level,
    is_system: 1,
    permissions: p.permissions,
    created_at: p.now,
  }),
);

interface FirstMember {
  workspaceId: string;
  id: string;
  userId: string;
  email: string;
  roleId: string;
  now: number;
}

const insertFirstMember = command('members.insertFirst', (db, p: FirstMember) =>
  db.insertInto('members').values({
    workspace_id: p.workspaceId,
    id: p.id,
    user_id: p.userId,
    email: p.email,
    role_id: p.roleId,
    status: 'active',
    granted: 0,
    revoked: 0,
    created_at: p.now,
  }),
);

/** Asked before someone gets into one more. Where two do so at once, both may take the last place: one more is no harm. */
export const roomForWorkspace = cap('members', ['user_id'], caps.workspacesOfUser, 'workspaces');

export interface CreateWorkspace {
  name: string;
  slug?: string;
  description?: string | null;
  cardPrefix?: string;
}

/** Makes a workspace with its system roles; the actor becomes its admin. Throws `Conflict` for a taken slug. */
export async function createWorkspace({ tx, actor, now, own, audit }: Work, given: CreateWorkspace) {
  own();
  await roomForWorkspace(tx, { user_id: actor.userId });
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
  const [made] = await tx.run(insertWorkspace, { ...workspace, userId: actor.userId, now });
  if (!made) throw taken();
  const roleIds = new Map<string, string>();
  for (const [name, role] of Object.entries(systemRoles)) {
    const roleId = newId(now);
    roleIds.set(name, roleId);
    await tx.run(insertSystemRole, {
      workspaceId: id,
      id: roleId,
      name,
      description: role.description,
      level: role.level,
      permissions: maskOf(role.permissions),
      now,
    });
  }
  const admin: SystemRole = 'admin';
  await tx.run(insertFirstMember, {
    workspaceId: id,
    id: newId(now),
    userId: actor.userId,
    email: actor.email,
    roleId: roleIds.get(admin) ?? '',
    now,
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

const taken = () => new Conflict('body/slug: this slug is taken');

/** Up to three Latin letters of the name, `TASK` where it has none. */
const prefixFor = (name: string): string =>
  fold(name)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 3) || 'TASK';
