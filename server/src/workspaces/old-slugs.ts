import { sql } from 'kysely';
import type { Actor } from '../base/access/actor.ts';
import type { Maintain, Reading, Writing } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { deleteRow } from '../base/db/statements.ts';
import { removal, removeAll } from '../base/jobs/remove.ts';
import { slugKeptFor, slugsKept } from '../base/slugs.ts';
import { oldWorkspaceSlugs } from '../data/workspaces/tables.ts';

/* Former slugs of workspaces. */

interface Slug {
  slug: string;
  now: number;
}

export interface SlugHolder {
  workspaceId: string;
  /** Whether it is kept for a workspace that now has a different one. */
  isOld: number;
}

const holders = query(
  'workspaces.slugHolder',
  (_db, p: Slug) => sql<SlugHolder>`
  select id as "workspaceId", 0 as "isOld" from workspaces where slug = ${p.slug}
  union all
  select workspace_id, 1 from old_workspace_slugs where slug = ${p.slug} and free_at > ${p.now}
  order by "isOld" limit 1`,
);

/** The workspace that holds a slug; one in the trash keeps its slug. */
export const slugHolder = (db: Reading, slug: string, now: number): Promise<SlugHolder | undefined> =>
  db.first(holders, { slug, now });

const membership = query('workspaces.membership', (db, p: { workspaceId: string; userId: string }) =>
  db
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('user_id', '=', p.userId)
    .where('status', '=', 'active'),
);

/** Whether the actor is a member of a workspace that the credential may access. */
export async function isMember(
  db: Reading,
  { userId, workspaceId: only }: Pick<Actor, 'userId' | 'workspaceId'>,
  workspaceId: string,
): Promise<boolean> {
  const opens = only === null || only === workspaceId;
  return opens && (await db.first(membership, { workspaceId, userId })) !== undefined;
}

interface OfWorkspace {
  workspaceId: string;
  slug: string;
}

const keep = command('old_workspace_slugs.keep', (db, p: OfWorkspace & { freeAt: number }) =>
  db
    .insertInto('old_workspace_slugs')
    .values({ workspace_id: p.workspaceId, slug: p.slug, free_at: p.freeAt })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'slug'])
        .doUpdateSet((of) => ({ free_at: of.ref('excluded.free_at') })),
    ),
);

const takeBack = deleteRow('old_workspace_slugs.takeBack', oldWorkspaceSlugs);

const keepLast = command(
  'old_workspace_slugs.keepLast',
  (_db, p: { workspaceId: string }) => sql`
  delete from old_workspace_slugs where workspace_id = ${p.workspaceId} and slug not in (
    select slug from old_workspace_slugs where workspace_id = ${p.workspaceId}
    order by free_at + 0 desc, slug limit ${sql.lit(slugsKept)}
  )`,
);

/** Keeps the old slug of a workspace whose slug changes. */
export async function keepWorkspaceSlug(
  tx: Writing,
  workspaceId: string,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<void> {
  await tx.run(takeBack, { workspaceId, slug: to });
  await tx.run(keep, { workspaceId, slug: from, freeAt: now + slugKeptFor });
  await tx.run(keepLast, { workspaceId });
}

const free = removal(
  'old_workspace_slugs.forget',
  'old_workspace_slugs',
  'workspace_id, slug',
  (p: { now: number }) => sql`where free_at <= ${p.now} order by free_at`,
);

/** Deletes old slugs that are no longer kept. */
export const forgetWorkspaceSlugs = (maintain: Maintain, now: number): Promise<void> =>
  removeAll(maintain, [free], { now });
