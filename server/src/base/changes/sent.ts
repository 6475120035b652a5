import { cardFields, fieldNames } from '../../../../contract/card-fields.ts';
import type { ActivityType } from '../../../../contract/events.ts';
import { isoMillis } from '../clock.ts';
import { dayOrTimeOrNull } from '../days.ts';
import type { ActivityDetail } from './activity.ts';

/* What receivers of webhooks are sent of a change. */

/** A date before and after a change, in microseconds: receivers are told whether it is a whole day or a time. */
export interface ChangedDate {
  from: number | null;
  to: number | null;
}

type Values = Record<string, unknown>;

/** The `previous` field of a delivery; omitted if there are no previous values. */
export const previous = (values: Values): object =>
  Object.keys(values).length > 0 ? { previous: values } : {};

/** The values before a change that it has changed. */
export const differing = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => value !== after[name]));

/** By the beginning of the type: the field of something on a card whose change an activity records. */
const fieldsOfParts = [
  ['card.updated.checklist.item.', 'dueDate'],
  ['card.updated.attachment.', 'filename'],
  ['card.updated.relation.', 'relation'],
  ['card.updated.pullRequest.', 'pullRequest'],
] as const;

/** The field whose change an activity records. */
const fieldOf = (type: ActivityType): string =>
  fieldsOfParts.find(([beginning]) => type.startsWith(beginning))?.[1] ??
  fieldNames.find((name) => {
    const { history } = cardFields[name];
    return typeof history === 'string' ? history === type : Object.values<string>(history).includes(type);
  }) ??
  '';

/** The previous values of what an activity changed. */
export function previousOf(type: ActivityType, detail: ActivityDetail): Values {
  const { fromTitle, fromDescription, fromDueAt, fromList, fromIndex, change } = detail;
  const ofChecklist = /\.checklist\.[a-z]+$/.test(type);
  const values = {
    [ofChecklist ? 'name' : 'title']: fromTitle,
    description: fromDescription,
    dueDate: typeof fromDueAt === 'number' ? isoMillis(fromDueAt) : fromDueAt,
    list: fromList,
    index: fromIndex,
    ...(change ? { [fieldOf(type)]: change.from } : {}),
    completed: type.endsWith('.item.completed') ? false : type.endsWith('.uncompleted') ? true : undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The detail in the form for receivers: times as text, ids under their public names. */
export function shown(detail: ActivityDetail, date: ChangedDate | undefined): object {
  const { fromDueAt, toDueAt, memberId, commentId, ...rest } = detail;
  return {
    ...rest,
    ...shownDate(detail, date),
    ...(typeof fromDueAt === 'number' ? { fromDueDate: isoMillis(fromDueAt) } : {}),
    ...(typeof toDueAt === 'number' ? { toDueDate: isoMillis(toDueAt) } : {}),
    ...(memberId ? { memberPublicId: memberId } : {}),
    ...(commentId ? { commentPublicId: commentId } : {}),
  };
}

/** A date that was changed as whole days or times; that of a card is in its detail. */
function shownDate({ fromDueAt, toDueAt }: ActivityDetail, given: ChangedDate | undefined): object {
  const date = toDueAt === undefined ? given : { from: fromDueAt ?? null, to: toDueAt };
  return date ? { date: { from: dayOrTimeOrNull(date.from), to: dayOrTimeOrNull(date.to) } } : {};
}
