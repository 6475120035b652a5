import { positionAfter, positionBetween } from '../changes/position.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';

/*
 * Where a card stands: its `index` counts the live cards of the list before it, its `position` is the order key
 * that says so. The order of a list changes under the lock of the list only, so that indexes are true when they are
 * recorded. `except` leaves out the card that is being moved.
 */

interface InList {
  workspaceId: string;
  listId: string;
  except: string;
}

/** The order keys on both sides of place `skip + 1`. */
const neighbours = query('cards.neighbours', (db, p: InList & { skip: number }) =>
  db
    .selectFrom('cards')
    .select('position')
    .where('workspace_id', '=', p.workspaceId)
    .where('list_id', '=', p.listId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', p.except)
    .orderBy('position')
    .limit(2)
    .offset(p.skip),
);

const last = query('cards.last', (db, p: InList) =>
  db
    .selectFrom('cards')
    .select('position')
    .where('workspace_id', '=', p.workspaceId)
    .where('list_id', '=', p.listId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', p.except)
    .orderBy('position', 'desc')
    .limit(1),
);

const before = query('cards.before', (db, p: InList & { position: string }) =>
  db
    .selectFrom('cards')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where('list_id', '=', p.listId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', p.except)
    .where('position', '<', p.position),
);

/** The order key of place `index` in a list whose row is held; past the end, or undefined, means the end. */
export async function positionAt(
  tx: Reading,
  list: { workspaceId: string; listId: string },
  index: number | undefined,
  except = '',
): Promise<string> {
  if (index !== undefined) {
    const skip = Math.max(index - 1, 0);
    const [first, second] = await tx.all(neighbours, { ...list, except, skip });
    if (index === 0) return positionBetween(null, first?.position ?? null);
    if (first) return positionBetween(first.position, second?.position ?? null);
  }
  const end = await tx.first(last, { ...list, except });
  return positionAfter(end?.position ?? null);
}

/** How many live cards of the list stand before `position`. */
export async function indexAt(
  tx: Reading,
  list: { workspaceId: string; listId: string },
  position: string,
  except = '',
): Promise<number> {
  const found = await tx.first(before, { ...list, except, position });
  return found?.count ?? 0;
}
