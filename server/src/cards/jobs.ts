import { sql } from 'kysely';
import { type Alarmed, nextAlarm } from '../base/alarms.ts';
import { Telling } from '../base/changes/telling.ts';
import type { Writing } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { paced } from '../base/jobs/paced.ts';
import type { Service } from '../base/service.ts';
import { alarmsOf, setAlarm } from './actions/ring.ts';

/* Tells people that cards are due soon, or overdue: once each, since the transaction that tells sets the next alarm. */

/** Cards per transaction. */
const slice = 20;

const due = query(
  'cards.dueAlarms',
  (_db, p: { now: number }) => sql<{ workspaceId: string; id: string }>`
  select c.workspace_id as "workspaceId", c.id as id from cards c
  where c.alarm_at <= ${p.now} order by c.alarm_at limit ${sql.lit(slice)}`,
);

interface Card extends Alarmed {
  id: string;
  boardId: string;
  alarmAt: number;
  isLive: 0 | 1;
}

const alarmed = query(
  'cards.alarmed',
  (_db, p: { workspaceId: string; ids: string[]; now: number }, fn) => sql<Card>`
  select c.id as id, c.board_id as "boardId", c.alarm_at as "alarmAt", c.due_at as "dueAt", c.reminders as reminders,
    c.completed_at as "completedAt", c.is_template as "isTemplate",
    case when c.archived_at is null and c.deleted_at is null then 1 else 0 end as "isLive"
  from cards c
  where c.workspace_id = ${p.workspaceId} and ${fn.isIn('c.id', fn.each(p.ids))} and c.alarm_at <= ${p.now}`,
);

async function ring(
  tx: Writing,
  workspaceId: string,
  ids: string[],
  now: number,
): Promise<readonly string[]> {
  await tx.lock('cards', workspaceId, ids);
  const telling = new Telling();
  for (const card of await tx.all(alarmed, { workspaceId, ids, now })) {
    const { id, boardId, alarmAt, isLive } = card;
    const place = { workspaceId, boardId, id };
    if (isLive === 1) telling.addAll(await alarmsOf(tx, place, card, alarmAt, now), place);
    await tx.run(setAlarm, { workspaceId, id, alarmAt: nextAlarm(card, now) });
  }
  return telling.store(tx, { actorId: null, apiKey: null, now });
}

/** Tells of the cards whose alarms are due, a slice at a time. */
export async function ringAlarms({
  db,
  maintain,
  clock,
  told,
  stopping,
}: Pick<Service, 'db' | 'maintain' | 'clock' | 'told' | 'stopping'>): Promise<void> {
  while (!stopping.aborted) {
    const now = clock.now();
    const found = await db.all(due, { now });
    for (const [workspaceId, some] of Map.groupBy(found, (card) => card.workspaceId)) {
      const ids = some.map(({ id }) => id);
      told.now(await paced(() => maintain((tx) => ring(tx, workspaceId, ids, now))));
    }
    if (found.length < slice) return;
  }
}
