import { positionAfter, positionBetween } from '../changes/position.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';

/*
 * Where a card stands: its `index` counts the live cards of the list before it, its `position` is the order key
 * that says so. The order of a list changes under the lock of the list only, so that indexes are true when they are
 * recorded. `except` leaves out the card that is being moved, by its order key: so all these look-ups read one
 * index and nothing else, which keeps a move in a list of thousands near one in a short list.
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
    .where('position', '<>', p.except)
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
    .where('position', '<>', p.except)
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
    .where('position', '<>', p.except)
    .where('position', '<', p.position),
);

/** A place in a list: its order key, and how many live cards stand before it. */
export interface Place {
  position: string;
  index: number;
}

/** Place `index` in a list whose row is held; past the end, or undefined, means the end. */
export async function placeAt(
  tx: Reading,
  list: { workspaceId: string; listId: string },
  index: number | undefined,
  except = '',
): Promise<Place> {
  const between = index === undefined ? undefined : await positionBefore(tx, list, index, except);
  if (index !== undefined && between !== undefined) return { position: between, index };
  const position = await endOf(tx, list, except);
  return { position, index: await indexAt(tx, list, position, except) };
}

/** The order key of a place, for those who need no more. */
export async function positionAt(
  tx: Reading,
  list: { workspaceId: string; listId: string },
  index: number | undefined,
): Promise<string> {
  const between = index === undefined ? undefined : await positionBefore(tx, list, index, '');
  return between ?? endOf(tx, list, '');
}

/** The order key of a place that has `index` cards before it; undefined where there are fewer. */
async function positionBefore(
  tx: Reading,
  list: { workspaceId: string; listId: string },
  index: number,
  except: string,
): Promise<string | undefined> {
  const [first, second] = await tx.all(neighbours, { ...list, except, skip: Math.max(index - 1, 0) });
  if (index === 0) return positionBetween(null, first?.position ?? null);
  return first && positionBetween(first.position, second?.position ?? null);
}

async function endOf(
  tx: Reading,
  list: { workspaceId: string; listId: string },
  except: string,
): Promise<string> {
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
