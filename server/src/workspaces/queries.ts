import { sql } from 'kysely';
import { type OpenWorkspaces, opensWorkspace } from '../base/access/policies.ts';
import { query } from '../base/db/query.ts';
import {
  ableAdmins,
  boardsSeen,
  membersWithRolesJson,
  type ShownMembers,
  sharing,
} from '../data/members/fragments.ts';

interface MyWorkspaces extends OpenWorkspaces {
  userId: string;
  /** The permissions that the credential allows. */
  mask: number;
  /** The permissions that must remain. */
  needed: number;
  deleted: boolean;
  /** What was moved to the trash before this time cannot be restored; microseconds. */
  since: number;
}

/** The workspaces of a user's active memberships by name, as one JSON array, without those in the trash that nobody could run. */
export const myWorkspaces = query(
  'workspaces.mine',
  (_db, p: MyWorkspaces, fn) =>
    sql<{ json: string }>`select ${fn.list(
      fn.object({
        role: 'r.name',
        workspace: fn.object({
          publicId: 'w.id',
          name: 'w.name',
          description: 'w.description',
          slug: 'w.slug',
          plan: 'w.plan',
          weekStartDay: 'w.week_start_day',
          cardPrefix: 'w.card_prefix',
          deletedAt: fn.millis('w.deleted_at'),
        }),
      }),
      sql`from members m
      join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
      join workspaces w on w.id = m.workspace_id
      where m.user_id = ${p.userId} and m.status = 'active'
        and ${opensWorkspace('w.id', p)}
        and (r.permissions | m.granted) & ~m.revoked & ${p.mask} & ${p.needed} <> 0
        and case when w.deleted_at is null then 0 when w.deleted_at > ${p.since} then 1 end = ${p.deleted}
        and (w.deleted_at is null or exists (select 1 ${ableAdmins(sql`w.id`)}))`,
      sql`lower(w.name), w.id`,
    )} as json`,
);

interface WorkspaceDetail extends ShownMembers {
  /** Whether the caller may see the email addresses of members. */
  showEmails: boolean;
}

/** A workspace with its members as JSON. */
export const workspaceDetail = query(
  'workspaces.detail',
  (_db, p: WorkspaceDetail, fn) => sql<{ json: string }>`
  with ${boardsSeen(p)}
  select ${fn.object({
    publicId: 'w.id',
    name: 'w.name',
    slug: 'w.slug',
    description: 'w.description',
    cardPrefix: 'w.card_prefix',
    showEmailsToMembers: fn.flag('w.show_emails_to_members'),
    allowPublicBoards: fn.flag('w.allow_public_boards'),
    weekStartDay: 'w.week_start_day',
    members: membersWithRolesJson(fn, p.workspaceId, 'w.show_emails', sharing(p)),
  })} as json
  from (
    select o.*, cast(${p.showEmails} as bigint) as show_emails from workspaces o where o.id = ${p.workspaceId}
  ) w`,
);

/** The settings of a workspace. */
export const workspaceSettings = query('workspaces.settings', (db, p: { id: string }) =>
  db
    .selectFrom('workspaces')
    .select([
      'name',
      'slug',
      'description',
      'show_emails_to_members as showEmailsToMembers',
      'allow_public_boards as allowPublicBoards',
      'week_start_day as weekStartDay',
      'card_prefix as cardPrefix',
    ])
    .where('id', '=', p.id),
);

/**
 * The workspace with an id or a slug. An id takes precedence, so that a slug equal to it cannot hide it; former slugs come last.
 */
export const workspaceNamed = query(
  'workspaces.named',
  (_db, p: { given: string; now: number }) => sql<{ id: string }>`
  select id from (
    select id, case when id = ${p.given} then 0 else 1 end as place from workspaces
    where id = ${p.given} or slug = ${p.given}
    union all
    select workspace_id, 2 from old_workspace_slugs where slug = ${p.given} and free_at > ${p.now}
  ) found order by place limit 1`,
);
