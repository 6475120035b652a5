import { sql } from 'kysely';
import type { NotificationKind } from '../../../../contract/notifications.ts';
import type { Clock } from '../clock.ts';
import type { Maintain, Reads, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { insertRow } from '../db/statements.ts';
import { newId } from '../ids.ts';
import { notificationBatches } from './tables.ts';
import type { Told } from './told.ts';

/*
 * A change notifies so many itself. Whom it would notify beyond that is stored with it in a few rows, and a job of any node
 * spreads them, a slice per transaction: a slice and the place after it are stored together, so each is stored once, whatever
 * crashes, and nobody waits for all of them.
 */

/** A notification to be stored. */
export interface Row {
  userId: string;
  kind: NotificationKind;
  workspaceId: string;
  boardId: string | null;
  cardId: string | null;
  commentId: string | null;
  data: string | null;
  times: number;
}

/** Who did it, by which API key (as JSON), and when in microseconds; null for the service itself. */
export interface By {
  actorId: string | null;
  apiKey: string | null;
  now: number;
  /** Whether a mail says it in any case, whatever its reader has set. */
  isMailed?: boolean;
}

/** Stores notifications of one workspace. */
export type StoreSome = (tx: Writing, workspaceId: string, rows: readonly Row[], by: By) => Promise<void>;

/** Notifications that one transaction stores. */
export const atOnce = 200;

/** A batch is read whole for each of its slices. */
const perBatch = 10 * atOnce;

/** What is told, and for each user its place in that and how often. */
interface Packed {
  what: Omit<Row, 'userId' | 'workspaceId' | 'times'>[];
  to: [place: number, userId: string, times: number][];
}

function packed(rows: readonly Row[]): Packed {
  const places = new Map<string, number>();
  const what: Packed['what'] = [];
  const to = rows.map(({ userId, workspaceId: _, times, ...each }): Packed['to'][number] => {
    const key = JSON.stringify(each);
    const place = places.get(key) ?? what.push(each) - 1;
    places.set(key, place);
    return [place, userId, times];
  });
  return { what, to };
}

const insert = insertRow('notification_batches.insert', notificationBatches);

/** Stores whom the job is to notify. */
export async function storeLater(
  tx: Writing,
  workspaceId: string,
  rows: readonly Row[],
  { actorId, apiKey, now }: By,
): Promise<void> {
  for (let at = 0; at < rows.length; at += perBatch) {
    const news = JSON.stringify(packed(rows.slice(at, at + perBatch)));
    await tx.run(insert, { workspaceId, id: newId(now), news, next: 0, actorId, apiKey, createdAt: now });
  }
}

interface Batch {
  workspaceId: string;
  id: string;
  news: string;
  next: number;
  actorId: string | null;
  apiKey: string | null;
}

const oldest = query(
  'notification_batches.oldest',
  (_db, p: { now: number }) => sql<Batch>`
  select workspace_id as "workspaceId", id as id, news as news, next as next, actor_id as "actorId", api_key as "apiKey"
  from notification_batches where created_at <= ${p.now} order by created_at, id limit 1`,
);

type Place = Pick<Batch, 'workspaceId' | 'id' | 'next'>;

/** Returns nothing if another node has taken the slice. */
const advance = command(
  'notification_batches.advance',
  (_db, p: Place & { to: number }) => sql<{ id: string }>`
  update notification_batches set next = ${p.to}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and next = ${p.next} returning id`,
);

const finish = command(
  'notification_batches.finish',
  (_db, p: Place) => sql<{ id: string }>`
  delete from notification_batches
  where workspace_id = ${p.workspaceId} and id = ${p.id} and next = ${p.next} returning id`,
);

interface Stores {
  db: Reads;
  maintain: Maintain;
  clock: Clock;
  told: Pick<Told, 'now'>;
}

/** Spreads what is left of all changes, oldest first, until nothing is or the service stops. */
export async function spread(
  { db, maintain, clock, told }: Stores,
  storeSome: StoreSome,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const batch = await db.first(oldest, { now: clock.now() });
    if (!batch) return;
    const { workspaceId, id, next, actorId, apiKey } = batch;
    const { what, to } = JSON.parse(batch.news) as Packed;
    const slice = to.slice(next, next + atOnce);
    const rows = slice.flatMap(([place, userId, times]): Row[] => {
      const each = what[place];
      return each ? [{ ...each, userId, workspaceId, times }] : [];
    });
    const isLast = next + slice.length >= to.length;
    const isOurs = await maintain(async (tx) => {
      const now = clock.now();
      const place = { workspaceId, id, next };
      const taken = await (isLast
        ? tx.run(finish, place)
        : tx.run(advance, { ...place, to: next + slice.length }));
      if (taken.length === 0) return false;
      await storeSome(tx, workspaceId, rows, { actorId, apiKey, now });
      return true;
    });
    if (isOurs) told.now([...new Set(rows.map(({ userId }) => userId))]);
  }
}
