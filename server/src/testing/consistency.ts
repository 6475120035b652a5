import assert from 'node:assert/strict';
import { allPermissions, bitOf } from '../../../contract/permissions.ts';
import { engine, type TestDatabase } from './database.ts';

/* Invariants of a database that only the service writes to. Each statement finds the rows that violate one. */

const noTwo = (table: string, parent: string, live: string) => `
  select workspace_id, ${parent}, position, count(*) as times from ${table} where ${live}
  group by workspace_id, ${parent}, position having count(*) > 1`;

const kept: Record<string, string> = {
  'no two live lists stand at one place': noTwo('lists', 'board_id', 'deleted_at is null'),
  'no two live cards stand at one place': noTwo(
    'cards',
    'list_id',
    'archived_at is null and deleted_at is null',
  ),
  'no two checklists stand at one place': noTwo('checklists', 'card_id', '1 = 1'),
  'no two items stand at one place': noTwo('checklist_items', 'checklist_id', '1 = 1'),
  'a card is on the board of its list': `
    select c.id from cards c join lists l on l.workspace_id = c.workspace_id and l.id = c.list_id
    where l.board_id <> c.board_id`,
  'a label on a card is one of its board': `
    select cl.card_id, cl.label_id from card_labels cl
    left join cards c on c.workspace_id = cl.workspace_id and c.id = cl.card_id
    left join labels l on l.workspace_id = cl.workspace_id and l.id = cl.label_id
    where c.board_id is null or l.board_id is null or c.board_id <> l.board_id`,
  'the rows of values are what the card has': `
    select c.workspace_id, c.id from cards c
    where (c.field_values is null) <> not exists (
      select 1 from field_values v where v.workspace_id = c.workspace_id and v.card_id = c.id)`,
  'a value on a card is of a field of its board': `
    select v.card_id, v.field_id from field_values v
    join cards c on c.workspace_id = v.workspace_id and c.id = v.card_id
    left join fields f on f.workspace_id = v.workspace_id and f.id = v.field_id
    where f.id is null or f.board_id <> c.board_id`,
  'a card with relations is marked': `
    select c.id from cards c join card_relations r
      on r.workspace_id = c.workspace_id and (r.card_id = c.id or r.other_id = c.id)
    where c.related = 0`,
  'only open work is claimed, on the board where it is': `
    select o.card_id from card_claims o
    join cards c on c.workspace_id = o.workspace_id and c.id = o.card_id
    where c.board_id <> o.board_id or c.completed_at is not null or c.archived_at is not null
      or c.deleted_at is not null or c.is_template = 1`,
  'a relation that has no direction begins at the lesser card': `
    select id from card_relations where type = 'relates' and card_id >= other_id or card_id = other_id`,
  'nobody is on a card who was removed': `
    select cm.card_id, cm.member_id from card_members cm
    left join members m on m.workspace_id = cm.workspace_id and m.id = cm.member_id
    where m.status is null or m.status = 'removed'`,
  'nobody is on a card of a board that they cannot see': `
    select cm.card_id, cm.member_id from card_members cm
    join cards c on c.workspace_id = cm.workspace_id and c.id = cm.card_id
    join boards b on b.workspace_id = c.workspace_id and b.id = c.board_id
    join members m on m.workspace_id = cm.workspace_id and m.id = cm.member_id
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    left join board_members bm on bm.workspace_id = b.workspace_id and bm.board_id = b.id and bm.member_id = m.id
    left join roles br on br.workspace_id = bm.workspace_id and br.id = bm.role_id
    where ${bitOf('board:view')} & (
      case when r.level = 0 or b.access = 'workspace' then (r.permissions | m.granted) & ~m.revoked else 0 end
      | case when r.level = 0 then 0 else coalesce(br.permissions, 0) end) = 0`,
  'nothing names a placeholder that was merged': [
    ...['cards', 'comments', 'attachments', 'uploads'].map((table) => [table, 'created_by', 'user_id']),
    ['activities', 'user_id', 'user_id'],
    ['activities', 'member_id', 'id'],
    ['card_members', 'member_id', 'id'],
    ['board_members', 'member_id', 'id'],
  ]
    .map(
      ([table, column, name]) => `
    select '${table}' as found, h.member_id from placeholders h
    join members m on m.workspace_id = h.workspace_id and m.id = h.member_id
    join ${table} x on x.workspace_id = h.workspace_id and x.${column} = m.${name}
    where h.merged_into is not null and h.due_at is null`,
    )
    .join(' union all '),
  'a placeholder that was merged is no member': `
    select h.member_id from placeholders h
    join members m on m.workspace_id = h.workspace_id and m.id = h.member_id
    where h.merged_into is not null and h.due_at is null and m.status <> 'removed'`,
  'a closed board is private': "select id from boards where access = 'members' and visibility <> 'private'",
  'nobody is a member of a board who was removed': `
    select bm.board_id, bm.member_id from board_members bm
    join members m on m.workspace_id = bm.workspace_id and m.id = bm.member_id
    where m.status = 'removed'`,
  'the counter of a workspace is past all numbers of its cards': `
    select w.id from workspaces w where w.card_counter < (
      select coalesce(max(c.number), 0) from cards c where c.workspace_id = w.id)`,
  // Whoever has moved a workspace to the trash may delete their account: from then on it cannot be restored.
  'a workspace that is not in the trash has an admin who may do everything': `
    select w.id from workspaces w where w.deleted_at is null and not exists (
      select 1 from members m join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
      where m.workspace_id = w.id and m.status = 'active' and m.revoked = 0 and r.name = 'admin' and r.is_system = 1)`,
  'admins may do everything': `
    select id from roles where is_system = 1 and name = 'admin' and (permissions <> ${allPermissions} or level <> 0)`,
  'a workspace has the four roles it was made with': `
    select w.id from workspaces w where 4 <> (
      select count(*) from roles r where r.workspace_id = w.id and r.is_system = 1
        and r.name in ('admin', 'member', 'guest', 'guest-of-boards'))`,
  'a permission is not given and taken at once': 'select id from members where granted & revoked <> 0',
  'a member has an account and its address, but for the invited': `
    select m.id from members m left join users u on u.id = m.user_id
    where m.status not in ('invited', 'removed') and (u.id is null or u.email <> m.email)`,
  'what is deleted says by whom': ['workspaces', 'boards', 'lists', 'labels', 'fields', 'cards']
    .map((table) => `select id from ${table} where (deleted_at is null) <> (deleted_by is null)`)
    .join(' union all '),
  'a board uses a field of its own workspace once': `
    select x.id from fields x where x.workspace_field_id is not null and (
      not exists (select 1 from workspace_fields w where w.workspace_id = x.workspace_id and w.id = x.workspace_field_id)
      or exists (select 1 from fields o where o.workspace_id = x.workspace_id and o.board_id = x.board_id
        and o.workspace_field_id = x.workspace_field_id and o.id <> x.id))`,
  'a deleted comment has no text': "select id from comments where deleted_at is not null and comment <> ''",
  'the text of nothing else is empty': [
    ['workspaces', 'name'],
    ['boards', 'name'],
    ['lists', 'name'],
    ['labels', 'name'],
    ['fields', 'name'],
    ['workspace_fields', 'name'],
    ['cards', 'title'],
    ['checklists', 'name'],
    ['checklist_items', 'title'],
    ['roles', 'name'],
    ['webhooks', 'name'],
  ]
    .map(([table, column]) => `select id from ${table} where trim(${column}) = ''`)
    .join(' union all '),
  'a merged entry has a first one of its kind': `
    select a.id from activities a where a.group_started_at <> a.created_at and not exists (
      select 1 from activities h where h.workspace_id = a.workspace_id and h.card_id = a.card_id
        and h.created_at = a.group_started_at and h.group_started_at = h.created_at
        and h.type = a.type and h.user_id = a.user_id and coalesce(h.api_key, '') = coalesce(a.api_key, ''))`,
  'a file is attached, or to be confirmed, once': `
    select a.id from attachments a join uploads u on u.storage_key = a.storage_key`,
  'addresses of accounts are in lower case': 'select id from users where email <> lower(email)',
  'a delivery is due as long as it is pending': `
    select id from webhook_deliveries where (state = 'pending') <> (next_attempt_at is not null)`,
  'an active bot does no more in its workspace than its owner, who is active': `
    select t.member_id from bots t
    join members m on m.workspace_id = t.workspace_id and m.id = t.member_id and m.status = 'active'
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    join members o on o.workspace_id = t.workspace_id and o.id = t.owner_id
    join roles ro on ro.workspace_id = o.workspace_id and ro.id = o.role_id
    where o.status <> 'active' or r.level = 0
      or ((r.permissions | m.granted) & ~m.revoked) & ~((ro.permissions | o.granted) & ~o.revoked) <> 0`,
  'a bot that was removed has no keys, and no bot has a password': `
    select u.id from users u where u.bot_since is not null and (u.password_hash is not null or exists (
      select 1 from api_keys k where k.user_id = u.id and not exists (select 1 from bots t where t.user_id = u.id)))`,
};

/** Throws if one is violated. */
export async function assertConsistent({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  for (const [what, wrong] of Object.entries(kept)) assert.deepEqual(await sql(wrong), [], `not so: ${what}`);
  // PostgreSQL cannot violate its own constraints.
  if (engine === 'postgres') return;
  assert.deepEqual(await sql('pragma foreign_key_check'), [], 'rows without what they belong to');
  assert.deepEqual(await sql('pragma integrity_check'), [{ integrity_check: 'ok' }]);
}
