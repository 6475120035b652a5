import { sql } from 'kysely';
import { collapseWindow } from '../../../../contract/notifications.ts';
import { type Alarmed, alarmsIn, type Clocks } from '../../base/alarms.ts';
import type { NewsOfCard } from '../../base/changes/telling.ts';
import { watchersOfCard } from '../../base/changes/watching.ts';
import type { Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { cards } from '../../data/cards/tables.ts';

const clocksOf = query(
  'cards.clocksOfWatchers',
  (_db, p: { ids: string[] }, fn) => sql<Clocks & { userId: string }>`
  select u.id as "userId", u.time_zone as "timeZone", u.earlier_time_zone as "earlierZone",
    u.earlier_time_zone_until as "earlierUntil"
  from users u where ${fn.isIn('u.id', fn.each(p.ids))}`,
);

export const setAlarm = updateRow('cards.setAlarm', cards, ['alarm_at']);

interface Asked {
  workspaceId: string;
  cardId: string;
  userId: string;
  kind: string;
  since: number;
}

const toldSince = query(
  'cards.alarmToldSince',
  (_db, p: Asked) => sql<{ one: number }>`
  select 1 as one from notifications n
  where n.workspace_id = ${p.workspaceId} and n.card_id = ${p.cardId} and n.user_id = ${p.userId} and n.kind = ${p.kind}
    and n.created_at >= cast(${p.since} as bigint) - ${sql.lit(collapseWindow)} and n.told_at >= ${p.since} limit 1`,
);

interface Place {
  workspaceId: string;
  boardId: string;
  id: string;
}

/** Whom a card tells, from one moment to another, that it is due soon, or overdue. */
export async function alarmsOf(
  tx: Writing,
  { workspaceId, boardId, id: cardId }: Place,
  card: Alarmed,
  from: number,
  to: number,
): Promise<NewsOfCard[]> {
  const found = await tx.first(watchersOfCard, { workspaceId, boardId, cardId });
  const people = found?.watchers ? await tx.all(clocksOf, { ids: found.watchers.split(' ') }) : [];
  const news: NewsOfCard[] = [];
  for (const { userId, ...clocks } of people)
    for (const { kind, unlessSince: since } of alarmsIn(card, clocks, from, to))
      if (since === null || !(await tx.first(toldSince, { workspaceId, cardId, userId, kind, since })))
        news.push({ userId, kind });
  return news;
}
