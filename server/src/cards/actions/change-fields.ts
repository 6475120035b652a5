import { sql } from 'kysely';
import { cardFields, type FieldName, isIn } from '../../../../contract/card-fields.ts';
import type { ActivityType } from '../../../../contract/events.ts';
import type { Located } from '../../base/access/locate.ts';
import { nextAlarm } from '../../base/alarms.ts';
import { valuesIn } from '../../base/card-field-forms.ts';
import { type CardValues, differences, fieldColumns, valuesOf } from '../../base/card-fields.ts';
import type { ActivityDetail } from '../../base/changes/activity.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ChangedDate } from '../../base/changes/sent.ts';
import { tell } from '../../base/changes/telling.ts';
import type { ChangedThing } from '../../base/changes/undo-steps.ts';
import { isoMillisOrNull } from '../../base/clock.ts';
import type { Writing } from '../../base/db/database.ts';
import { command } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { camel } from '../../base/db/table.ts';
import { cards } from '../../data/cards/tables.ts';
import { changedCard } from '../lookups.ts';
import { measured } from './cover.ts';
import { showRelated } from './related.ts';
import { alarmsOf, setAlarm } from './ring.ts';
import { changedValues } from './values.ts';

const columns = Object.keys(fieldColumns) as (keyof typeof fieldColumns)[];
const updateFields = updateRow('cards.updateFields', cards, [...columns, 'completed_by']);

/** The fields that say when somebody is told that a card is due. */
const ofAlarms: ReadonlySet<FieldName> = new Set<FieldName>([
  'dueDate',
  'reminders',
  'completedAt',
  'isTemplate',
]);

/** Sets the next alarm, unless there is one that is due and has not been told: returns when it was. */
const moveAlarm = command(
  'cards.moveAlarm',
  (_db, p: { workspaceId: string; id: string; alarmAt: number | null; now: number }) => sql<{
    alarmAt: number | null;
  }>`
  update cards set alarm_at = case when alarm_at <= ${p.now} then alarm_at else cast(${p.alarmAt} as bigint) end
  where workspace_id = ${p.workspaceId} and id = ${p.id} returning alarm_at as "alarmAt"`,
);

/**
 * Changes the fields of a granted card; returns whether any differed. Each that did is recorded by itself; with `isSaid`, another
 * activity says it to those who are told.
 */
export async function changeFields(
  work: Work,
  before: Located<'card' | 'trashedCard'>,
  given: CardValues,
  { isSaid = false } = {},
): Promise<boolean> {
  const { tx, actor, now, record } = work;
  const cover = given.cover === before.cover ? given.cover : await measured(tx, before, given.cover);
  const after = { ...given, cover };
  const changed = differences(before, after);
  if (changed.length === 0) return false;
  const { workspaceId, id } = before;
  const completer = before.completedAt === null ? actor.userId : before.completedBy;
  const completedBy = after.completedAt === null ? null : completer;
  await tx.run(updateFields, { ...valuesOf(after), completedBy, workspaceId, id });
  if (changed.some(({ name }) => ofAlarms.has(name))) await changeAlarm(tx, before, after, now);
  if (changed.some(({ name }) => name === 'completedAt' || name === 'isTemplate'))
    await showRelated(work, before);
  const card = changedCard(before, { title: after.title });
  for (const { name, from, to } of changed) {
    const recorder = isIn('event', name) ? record : record.withoutWebhooks;
    const detail =
      name === 'fields'
        ? { change: await changedValues(tx, before, before.fieldValues, after.fieldValues) }
        : (details[name]?.(before, after) ?? { change: { from, to } });
    const undo = name === 'fields' ? valuesChanged(before, after) : [columnChanged(name, before, after)];
    await recorder.activity({ type: typeOf(name, from, to), card, isSaid, undo, ...detail });
  }
  return true;
}

/** What was due before the change is told by it, if nobody has looked since: afterwards it could not be found. */
async function changeAlarm(
  tx: Writing,
  before: Located<'card' | 'trashedCard'>,
  after: CardValues,
  now: number,
): Promise<void> {
  const { workspaceId, id, boardId } = before;
  const alarmAt = nextAlarm(after, now);
  const [moved] = await tx.run(moveAlarm, { workspaceId, id, alarmAt, now });
  const due = moved?.alarmAt ?? null;
  if (due === null || due > now) return;
  if (before.archivedAt === null && after.completedAt === null) {
    const news = await alarmsOf(tx, before, before, due, now);
    const told = news.map((each) => ({ ...each, workspaceId, boardId, cardId: id }));
    await tell(tx, told, { actorId: null, apiKey: null, now });
  }
  await tx.run(setAlarm, { workspaceId, id, alarmAt });
}

/** A field of a card as it can be undone. */
function columnChanged(
  name: FieldName,
  { id, ...before }: Located<'card' | 'trashedCard'>,
  after: CardValues,
): ChangedThing {
  const key = camel(cardFields[name].column) as keyof CardValues;
  return { kind: 'card', id, before: { [key]: before[key] }, after: { [key]: after[key] } };
}

/** The values of the board's own fields as they can be undone, each by itself. */
function valuesChanged(
  { id, fieldValues }: Located<'card' | 'trashedCard'>,
  after: CardValues,
): ChangedThing[] {
  const [was, is] = [valuesIn(fieldValues), valuesIn(after.fieldValues)];
  const stored = (value: unknown) => (value === undefined ? null : { value: JSON.stringify(value) });
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const [from, to] = [stored(was[field]), stored(is[field])];
    return from?.value === to?.value
      ? []
      : [{ kind: 'value' as const, id: `${id} ${field}`, before: from, after: to }];
  });
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
