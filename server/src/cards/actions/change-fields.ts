import { cardFields, type FieldName, isIn } from '../../../../contract/card-fields.ts';
import type { ActivityType } from '../../../../contract/events.ts';
import type { Located } from '../../base/access/locate.ts';
import { nextAlarm } from '../../base/alarms.ts';
import { type CardValues, differences, fieldColumns, valuesOf } from '../../base/card-fields.ts';
import type { ActivityDetail } from '../../base/changes/activity.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ChangedDate } from '../../base/changes/record.ts';
import { isoMillisOrNull } from '../../base/clock.ts';
import { updateRow } from '../../base/db/statements.ts';
import { cards } from '../../data/cards/tables.ts';
import { changedCard } from '../lookups.ts';

const columns = Object.keys(fieldColumns) as (keyof typeof fieldColumns)[];
const updateFields = updateRow('cards.updateFields', cards, [...columns, 'completed_by']);

/** The fields that say when somebody is told that a card is due. */
const ofAlarms: ReadonlySet<FieldName> = new Set<FieldName>(['dueDate', 'reminders', 'completedAt']);

const setAlarm = updateRow('cards.resetAlarm', cards, ['alarm_at']);

/** Changes the fields of a granted card; returns whether any differed. Each that did is recorded by itself. */
export async function changeFields(
  { tx, actor, now, record }: Work,
  before: Located<'card' | 'trashedCard'>,
  after: CardValues,
): Promise<boolean> {
  const changed = differences(before, after);
  if (changed.length === 0) return false;
  const { workspaceId, id } = before;
  const completer = before.completedAt === null ? actor.userId : before.completedBy;
  const completedBy = after.completedAt === null ? null : completer;
  await tx.run(updateFields, { ...valuesOf(after), completedBy, workspaceId, id });
  if (changed.some(({ name }) => ofAlarms.has(name)))
    await tx.run(setAlarm, { workspaceId, id, alarmAt: nextAlarm(after, now) });
  const card = changedCard(before, { title: after.title });
  for (const { name, from, to } of changed) {
    const recorder = isIn('event', name) ? record : record.withoutWebhooks;
    const detail = details[name]?.(before, after) ?? { change: { from, to } };
    await recorder.activity({ type: typeOf(name, from, to), card, ...detail });
  }
  return true;
}

type Detail = (before: CardValues, after: CardValues) => ActivityDetail & { date?: ChangedDate };

/** Of the types of activities that have details of their own; all others have `change`. */
const details: Partial<Record<FieldName, Detail>> = {
  title: ({ title: fromTitle }, { title: toTitle }) => ({ fromTitle, toTitle }),
  description: ({ description: fromDescription }, { description: toDescription }) => ({
    fromDescription,
    toDescription,
  }),
  dueDate: ({ dueAt: fromDueAt }, { dueAt: toDueAt }) => ({ fromDueAt, toDueAt }),
  startDate: ({ startAt: from }, { startAt: to }) => ({
    change: { from: isoMillisOrNull(from), to: isoMillisOrNull(to) },
    date: { from, to },
  }),
};

function typeOf(name: FieldName, from: unknown, to: unknown): ActivityType {
  const { history } = cardFields[name];
  if (typeof history === 'string') return history;
  return from === null ? history.added : to === null ? history.removed : history.updated;
}
