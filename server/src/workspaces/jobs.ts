import { sql } from 'kysely';
import { trashTime } from '../base/access/trash.ts';
import { hour } from '../base/clock.ts';
import { command, query } from '../base/db/query.ts';
import { removalOf, removeAll, sliceSize } from '../base/jobs/remove.ts';
import { isFilesLast, removeFiles, type StoredFile } from '../base/jobs/remove-files.ts';
import { untilStopped } from '../base/jobs/until-stopped.ts';
import type { Service } from '../base/service.ts';

/* Deletes workspaces whose time in the trash is over from the database, with the files of their cards. */

/** Added to the time in the trash, so that no restore that began within it is still running; microseconds. */
const grace = hour;

interface OfWorkspace {
  workspaceId: string;
}

/**
 * The tables with rows of a workspace, with their keys, dependent tables first. The search index follows its rows. The change
 * log has already dropped the workspace by then.
 */
const owned = {
  activities: 'workspace_id, card_id, created_at',
  comments: 'workspace_id, card_id, created_at, id',
  card_relations: 'workspace_id, id',
  code_links: 'workspace_id, id',
  card_claims: 'workspace_id, card_id',
  card_labels: 'workspace_id, card_id, label_id',
  card_members: 'workspace_id, card_id, member_id',
  field_values: 'workspace_id, card_id, field_id, place',
  attachments: 'workspace_id, id',
  uploads: 'workspace_id, id',
  checklist_items: 'workspace_id, id',
  checklists: 'workspace_id, id',
  cards: 'workspace_id, id',
  card_blocks: 'workspace_id, list_id, starts',
  lists: 'workspace_id, id',
  labels: 'workspace_id, id',
  fields: 'workspace_id, id',
  workspace_fields: 'workspace_id, id',
  favourites: 'workspace_id, board_id, user_id',
  views: 'workspace_id, id',
  rule_runs: 'workspace_id, id',
  rules: 'workspace_id, id',
  rule_positions: 'workspace_id',
  proposals: 'workspace_id, id',
  board_members: 'workspace_id, board_id, member_id',
  board_pictures: 'workspace_id, board_id',
  boards: 'workspace_id, id',
  code_deliveries: 'workspace_id, id',
  code_hosts: 'workspace_id, id',
  webhook_deliveries: 'workspace_id, id',
  webhook_events: 'workspace_id, id',
  webhooks: 'workspace_id, id',
  audit_entries: 'workspace_id, id',
  notifications: 'workspace_id, id',
  undo_steps: 'workspace_id, id',
  notification_batches: 'workspace_id, id',
  watches: 'workspace_id, user_id, target_id',
  imports: 'workspace_id, id',
  exports: 'workspace_id, id',
  sent_invitations: 'workspace_id, id',
  invites: 'workspace_id, id',
  placeholders: 'workspace_id, member_id',
  bots: 'workspace_id, member_id',
  scim_group_members: 'workspace_id, group_id, member_id',
  scim_groups: 'workspace_id, id',
  scim_users: 'workspace_id, member_id',
  grouped_members: 'workspace_id, member_id',
  group_roles: 'workspace_id, id',
  members: 'workspace_id, id',
  roles: 'workspace_id, id',
  factor_demands: 'workspace_id',
  versions: 'workspace_id, id',
} as const;

const tables = Object.keys(owned) as (keyof typeof owned)[];

const removeWorkspace = command('workspaces.purge', (db, p: OfWorkspace) =>
  db.deleteFrom('workspaces').where('id', '=', p.workspaceId).returning('id'),
);

const freeSlug = command('workspaces.purge.workspace_slugs', (db, p: OfWorkspace) =>
  db.deleteFrom('workspace_slugs').where('held_by', '=', p.workspaceId).returning('slug'),
);

/** Those that open only this workspace. */
const endKeys = command('workspaces.purge.api_keys', (db, p: OfWorkspace) =>
  db.deleteFrom('api_keys').where('workspace_id', '=', p.workspaceId).returning('id'),
);

const removals = [
  ...tables.map((table) =>
    removalOf<OfWorkspace>(
      `workspaces.purge.${table}`,
      table,
      owned[table],
      (p) => sql`from ${sql.table(table)} x where x.workspace_id = ${p.workspaceId}`,
    ),
  ),
  endKeys,
  freeSlug,
  removeWorkspace,
];

const nextExpired = query('workspaces.nextExpired', (db, p: { before: number }) =>
  db.selectFrom('workspaces').select('id').where('deleted_at', '<=', p.before).orderBy('deleted_at').limit(1),
);

const someFiles = query('workspaces.someFiles', (_db, p: OfWorkspace) => {
  // Ordered, in its own subquery: otherwise PostgreSQL may look up all of them before it returns the first.
  const some = (table: 'attachments' | 'uploads') => sql`select id, storage_key as "storageKey" from (
    select id, card_id, workspace_id, storage_key from ${sql.table(table)} where workspace_id = ${p.workspaceId}
    order by id limit ${sql.lit(Number.MAX_SAFE_INTEGER)} offset 0
  ) ${sql.table(table)} where ${isFilesLast(table)}`;
  return sql<StoredFile>`${some('attachments')} union all ${some('uploads')} limit ${sql.lit(sliceSize)}`;
});

/** Deletes due workspaces, a batch of rows per transaction, until nothing is left. */
export function purgeWorkspaces(
  all: Pick<Service, 'db' | 'maintain' | 'storage' | 'clock' | 'stopping'>,
): Promise<void> {
  const before = all.clock.now() - trashTime - grace;
  return untilStopped(all, async (stores) => {
    for (;;) {
      const expired = await stores.db.first(nextExpired, { before });
      if (!expired) return;
      const workspace = { workspaceId: expired.id };
      await removeFiles(stores, someFiles, workspace);
      await removeAll(stores.maintain, removals, workspace);
    }
  });
}
