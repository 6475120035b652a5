import { Type } from 'typebox';
import { oneOf, PublicId, Text } from './schema.ts';

/** Due dates to filter cards by; all are calendar days in UTC, counted from the day of the request. */
export const dueDateFilters = [
  'overdue',
  'today',
  'tomorrow',
  'next-week',
  'next-month',
  'no-due-date',
] as const;

export type DueDateFilter = (typeof dueDateFilters)[number];

export const DueDateFilters = Type.Array(oneOf(dueDateFilters), {
  maxItems: 20,
  description:
    'Cards that are due then, in days of UTC: `overdue` before today; `next-week` today or in the 7 days after it; ' +
    '`next-month` in the 23 days after those',
});

const ids = (description: string) => Type.Array(PublicId(description), { maxItems: 100, description });

/**
 * What cards can be filtered by. Several values of one filter widen it, several filters narrow each other down. A
 * value that addresses nothing matches no card.
 */
export const cardFilters = {
  members: Type.Optional(ids('Cards with one of these members')),
  labels: Type.Optional(ids('Cards with one of these labels')),
  lists: Type.Optional(ids('Cards in one of these lists')),
  dueDateFilters: Type.Optional(DueDateFilters),
  query: Type.Optional(Text(100, { description: 'Cards with this text in title or description' })),
};
