import { sql } from 'kysely';
import { isAmong, seesBoard } from '../../base/access/board-permissions.ts';
import { relationFacts } from '../../data/relations/fragments.ts';
import type { Condition, ReaderOf, To } from './condition.ts';

/* What is asked of the relations of card `x`, as conditions. */

/** What is the same for everyone who sees the card, as its tile has it. */
export const isBlocked: Condition = {
  shape: 'blocked',
  values: [],
  isDear: true,
  sql: ({ fn, workspaceId }) => sql`substr(${relationFacts(fn, workspaceId, 'x')}, 1, 2) = '1 '`,
};

export const isParent: Condition = {
  shape: 'parent',
  values: [],
  isDear: true,
  sql: ({ fn, workspaceId }) =>
    sql`coalesce(nullif(${relationFacts(fn, workspaceId, 'x')}, ''), ' 0') not like '% 0'`,
};

/** A card to which `x` is related, on a board that the reader sees, through the boards that their credential opens. */
const relatedTo = (
  { fn, workspaceId }: To,
  type: 'blocks' | 'parent',
  [userId, openBoards]: readonly unknown[],
) => sql`
  select 1 from card_relations rel
  ${fn.row({ table: 'cards', as: 'rc', workspaceId, id: 'rel.other_id' })}
  ${fn.row({ table: 'lists', as: 'rcl', workspaceId, id: 'rc.list_id' })}
  ${fn.row({ table: 'boards', as: 'rcb', workspaceId, id: 'rc.board_id' })}
  where rel.workspace_id = ${workspaceId} and rel.card_id = x.id and rel.type = ${sql.lit(type)}
    and rc.deleted_at is null and rcl.deleted_at is null and rcb.deleted_at is null
    and ${isAmong(sql`rcb.id`, sql`cast(${openBoards} as text)`)}
    and exists (
      select 1 from members m join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id
      where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.status = 'active'
        and ${seesBoard('rcb', workspaceId, 'card:view')})`;

/** One condition for each reader, so that it is answered once for a card. */
function ofReader(make: (reader: ReaderOf) => Condition): (reader: ReaderOf) => Condition {
  const known = new WeakMap<ReaderOf, Condition>();
  return (reader) => {
    const condition = known.get(reader) ?? make(reader);
    known.set(reader, condition);
    return condition;
  };
}

/** Not a fact of the card, since the other one may be hidden. A template is no child, as it is none where children are counted. */
export const isChild = ofReader(({ userId, openBoards }) => ({
  shape: 'child',
  isDear: true,
  values: [userId, openBoards],
  sql: (to, values) =>
    sql`(x.related = 1 and x.is_template = 0 and exists (${relatedTo(to, 'parent', values)}))`,
}));

/** A card blocks others while it is open, and none that are done or archived. A template blocks nothing. */
export const isBlocking = ofReader(({ userId, openBoards }) => ({
  shape: 'blocking',
  isDear: true,
  values: [userId, openBoards],
  sql: (
    to,
    values,
  ) => sql`(x.related = 1 and x.is_template = 0 and x.completed_at is null and x.archived_at is null
    and exists (${relatedTo(to, 'blocks', values)} and rc.completed_at is null and rc.archived_at is null
      and rcl.archived_at is null and rcb.archived_at is null))`,
}));
