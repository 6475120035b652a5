import { sql } from 'kysely';
import { mayOnBoard, type Principal } from '../../base/access/board-permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ChangedCard } from '../../base/changes/record.ts';
import { query } from '../../base/db/query.ts';
import { numbersIn } from './numbers.ts';

/* Cards that exist already, to which new ones are to be related. */

type Seeing = Principal & { workspaceId: string };

interface Called extends Seeing {
  ids: readonly string[];
  numbers: readonly { number: number }[];
}

export interface OtherCard extends ChangedCard {
  related: 0 | 1;
}

const columns = sql.raw('x.id, x.board_id, x.list_id, x.number, x.title, x.related, x.deleted_at');

const called = query(
  'relations.called',
  (_db, p: Called, fn) => sql<Omit<OtherCard, 'workspaceId'>>`
  select c.id as id, c.board_id as "boardId", c.list_id as "listId", c.number as number, c.title as title, c.related as related
  from (
    select ${columns} ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    union
    select ${columns} ${fn.lookUp({
      table: 'cards',
      workspaceId: p.workspaceId,
      column: 'number',
      values: sql`(select r.number as id from ${fn.rows(p.numbers, { number: 'integer' })} r)`,
    })}
  ) c
  ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id' })}
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'c.board_id' })}
  where c.deleted_at is null and l.deleted_at is null and b.deleted_at is null and ${mayOnBoard('b', p, 'card:view')}`,
);

/**
 * Locks the cards of the workspace that ids or keys such as `WEB-12` mean, and that the caller may view; returns them by what
 * they are called.
 */
export async function lockOthers(
  tx: Work['tx'],
  { workspaceId, principal, cardPrefix }: { workspaceId: string; principal: Principal; cardPrefix: string },
  names: readonly string[],
): Promise<ReadonlyMap<string, OtherCard>> {
  if (names.length === 0) return new Map();
  const wanted = { ...principal, workspaceId, ids: names, numbers: numbersIn(names, cardPrefix) };
  const ids = (await tx.all(called, wanted)).map(({ id }) => id);
  const found = await tx.lockAndRead('cards', workspaceId, ids, () =>
    tx.all(called, { ...wanted, ids, numbers: [] }),
  );
  const byName = new Map(
    found.flatMap((card) => {
      const other = { ...card, workspaceId };
      return [
        [card.id, other],
        [`${cardPrefix}-${card.number}`.toLowerCase(), other],
      ] as const;
    }),
  );
  return new Map(
    names.flatMap((name) => {
      const card = byName.get(name) ?? byName.get(name.toLowerCase());
      return card ? [[name, card] as const] : [];
    }),
  );
}
