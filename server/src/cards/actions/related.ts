import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { command, query } from '../../base/db/query.ts';

/* What cards show of each other: whether they are blocked, and how many of their children are done. */

const mark = command(
  'cards.markRelated',
  (_db, p: { workspaceId: string; ids: string[] }, fn) => sql<never>`
  update cards set related = 1
  where workspace_id = ${p.workspaceId} and ${fn.isIn('id', fn.each(p.ids))} and related = 0`,
);

/** Marks cards that the work has locked as having relations. */
export async function markRelated(
  tx: Work['tx'],
  cards: readonly Pick<Located<'card'>, 'workspaceId' | 'id' | 'related'>[],
): Promise<void> {
  const [{ workspaceId } = { workspaceId: '' }] = cards;
  const ids = cards.flatMap(({ id, related }) => (related === 1 ? [] : [id]));
  if (ids.length > 0) await tx.run(mark, { workspaceId, ids });
}

/** The cards that a card blocks, and its parent. */
const affected = query(
  'cards.affected',
  (_db, p: { workspaceId: string; id: string }, fn) => sql<{ id: string; boardId: string }>`
  select c.id as id, c.board_id as "boardId"
  from card_relations r
  ${fn.row({ table: 'cards', as: 'c', workspaceId: p.workspaceId, id: 'r.other_id' })}
  where r.workspace_id = ${p.workspaceId} and r.card_id = ${p.id} and r.type in ('blocks', 'parent')
    and c.deleted_at is null
  limit ${sql.lit(caps.relationsOfCard)}`,
);

/** Tiles that one change shows again by themselves; beyond that, their boards are read again. */
const mostTiles = 500;

const shownBy = new WeakMap<Work['record'], Set<string>>();

/** Has the tiles of cards shown again that depend on whether a card is open and there. */
export async function showRelated(
  { tx, record }: Pick<Work, 'tx' | 'record'>,
  { workspaceId, id, related }: Pick<Located<'card'>, 'workspaceId' | 'id' | 'related'>,
): Promise<void> {
  if (related === 0) return;
  const shown = shownBy.get(record) ?? new Set();
  shownBy.set(record, shown);
  for (const card of await tx.all(affected, { workspaceId, id })) {
    const { boardId } = card;
    const isOne = shown.size < mostTiles;
    const what = isOne ? card.id : boardId;
    if (shown.has(card.id) || shown.has(what)) continue;
    shown.add(what);
    if (isOne) record.live('card.updated.relation.changed', workspaceId, { boardId, cardId: card.id });
    else record.live('board.relations.changed', workspaceId, { boardId });
  }
}
