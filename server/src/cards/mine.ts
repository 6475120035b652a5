import { sql } from 'kysely';
import { mostOwnItems } from '../../../contract/card-shapes.ts';
import type { PermissionMask } from '../../../contract/permissions.ts';
import { heldInWorkspace, isHeld, isHeldBySeat, maskInWorkspace } from '../base/access/board-permissions.ts';
import { type OpenWorkspaces, opensWorkspace } from '../base/access/policies.ts';
import { jsonIn } from '../base/card-fields.ts';
import { afterAllTime } from '../base/clock.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { cardsOfSeats, type DueRange, isCompleted, isDue } from '../data/cards/fragments.ts';
import { dayOrTimeJson } from '../data/checklists/fragments.ts';
import { fieldsOfCardJson } from '../data/fields/fragments.ts';
import { cardLabelsJson } from '../data/labels/fragments.ts';
import { cardMembersJson } from '../data/members/fragments.ts';
import { factsFrom, relationFacts } from '../data/relations/fragments.ts';

/* The cards of a user, on all boards. */

export interface MyCards extends OpenWorkspaces {
  userId: string;
  /** The permissions of the credential. */
  mask: PermissionMask;
  /** The only boards that it opens; null opens all. */
  openBoards: string | null;
  /** Only cards of this workspace; null for all. */
  workspaceId: string | null;
  due: DueRange[] | null;
  isCompleted: 0 | 1 | null;
  /** Whether cards have the fields that came later, and the caller's open items. */
  withWork: boolean;
  /** Only cards after this one, given by its due time and its id. */
  at: number;
  id: string;
  limit: number;
}

/** A card as JSON, with the parts of the cursor after it; `work` and `items` are null unless asked for. */
export interface MyCard {
  json: string;
  work: string | null;
  /** See `relationFacts`; null unless asked for. */
  relations: string | null;
  items: string | null;
  at: number;
  id: string;
}

/** The open items on card `c` of its member `p`, as JSON; those due first. */
const ownItems = (fn: Functions) =>
  fn.list(
    fn.object({ publicId: 'i.id', title: 'i.title', due: dayOrTimeJson(fn, 'i.due_at') }),
    sql`from (
      select x.id, x.title, x.due_at, coalesce(x.due_at, ${sql.lit(afterAllTime)}) as due, x.position ${fn.lookUp(
        {
          table: 'checklist_items',
          workspaceId: sql.ref('c.workspace_id'),
          column: 'checklist_id',
          values: sql`(select k.id from checklists k where k.workspace_id = c.workspace_id and k.card_id = c.id)`,
          only: sql`member_id = p.member_id and completed = 0`,
        },
      )} order by due, x.position limit ${sql.lit(mostOwnItems)}
    ) i`,
    'i.due, i.position',
  );

/** Cards without a due date come last. */
const dueOrNever = sql`coalesce(c.due_at, ${sql.lit(afterAllTime)})`;

/**
 * The live cards of live boards that a user is on and may view, the next due first. It starts from the user's card
 * memberships and the items that are theirs: other cards of a workspace are not read, and at most one page is read in full.
 */
export const myCards = query(
  'cards.mine',
  (_db, p: MyCards, fn) => sql<MyCard>`
  with seats as materialized (
    select m.workspace_id, m.id, r.level, ${heldInWorkspace} as permissions, w.show_emails_to_members
    from members m
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    where m.user_id = ${p.userId} and m.status = 'active'
      and ${opensWorkspace('m.workspace_id', p)}
      and (cast(${p.workspaceId} as text) is null or m.workspace_id = ${p.workspaceId})
  ), on_cards as materialized (${cardsOfSeats(fn)}
  ), mine as materialized (
    select seat.workspace_id, seat.member_id, c.id, c.board_id, c.list_id, ${dueOrNever} as at
    from on_cards seat
    ${fn.row({ table: 'cards', as: 'c', workspaceId: sql.ref('seat.workspace_id'), id: 'seat.card_id' })}
    where c.archived_at is null and c.deleted_at is null and c.is_template = 0
      and ${isDue(fn, p.due, 'c')} and ${isCompleted(p.isCompleted, 'c')}
      and (${dueOrNever}, c.id) > (cast(${p.at} as bigint), cast(${p.id} as text))
  ), page as materialized (
    select mine.workspace_id, mine.id, mine.at, mine.member_id,
      case when seat.show_emails_to_members = 1 or ${isHeld(sql`seat.permissions`, maskInWorkspace(p), 'member:edit')} then 1 else 0 end as show_emails,
      case when ${isHeldBySeat(p, 'member:view')} then 1 else 0 end as show_members
    from mine cross join seats seat
    ${fn.row({ table: 'lists', as: 'l', workspaceId: sql.ref('mine.workspace_id'), id: 'mine.list_id' })}
    ${fn.row({ table: 'boards', as: 'b', workspaceId: sql.ref('mine.workspace_id'), id: 'mine.board_id' })}
    left join board_members bm on bm.workspace_id = seat.workspace_id and bm.board_id = b.id and bm.member_id = seat.id
    left join roles br on br.workspace_id = seat.workspace_id and br.id = bm.role_id
    where seat.workspace_id = mine.workspace_id and seat.id = mine.member_id
      and l.archived_at is null and l.deleted_at is null and b.type = 'regular' and b.archived_at is null and b.deleted_at is null and ${isHeldBySeat(p, 'card:view')}
    order by mine.at, mine.id limit ${p.limit}
  )
  select ${fn.object({
    publicId: 'c.id',
    ...jsonIn(fn, 'mine', 'c'),
    cardNumber: 'c.number',
    labels: cardLabelsJson(fn, sql.ref('c.workspace_id'), 'c'),
    members: cardMembersJson(fn, sql.ref('c.workspace_id'), 'c', 'p.show_emails', sql`p.show_members = 1`),
    list: fn.object({ publicId: 'l.id', name: 'l.name' }),
    board: fn.object({ publicId: 'b.id', name: 'b.name' }),
    workspace: fn.object({ publicId: 'w.id', name: 'w.name', cardPrefix: 'w.card_prefix' }),
  })} as json, p.at as at, p.id as id,
  case when cast(${p.withWork} as bigint) = 1 then ${fn.object({
    ...jsonIn(fn, 'work', 'c'),
    completedBy: 'c.completed_by',
    due: dayOrTimeJson(fn, 'c.due_at'),
    start: dayOrTimeJson(fn, 'c.start_at'),
    fields: fieldsOfCardJson(fn, sql.ref('c.workspace_id'), 'c', sql.ref('c.board_id')),
  })} end as work,
  case when cast(${p.withWork} as bigint) = 1 then ${relationFacts(fn, sql.ref('c.workspace_id'), 'c')} end as relations,
  case when cast(${p.withWork} as bigint) = 1 then ${ownItems(fn)} end as items
  from page p cross join workspaces w cross join cards c cross join lists l cross join boards b
  where w.id = p.workspace_id and c.workspace_id = p.workspace_id and c.id = p.id
    and l.workspace_id = c.workspace_id and l.id = c.list_id and b.workspace_id = c.workspace_id and b.id = c.board_id
  order by p.at, p.id`,
);

/** A card as one JSON text. */
export function myCardJson({ json, work, relations, items }: MyCard): { json: string } {
  if (work === null) return { json };
  const facts = JSON.stringify(factsFrom(relations)).slice(1);
  return { json: `${json.slice(0, -1)},"work":${work.slice(0, -1)},${facts},"items":${items}}` };
}
