import { Type } from 'typebox';
import { DateTimeInput, oneOf, PublicId, pageQuery, Text } from './schema.ts';
import { manyLines } from './text-patterns.ts';

/** Filters by due date; all refer to days of the reader’s time zone, counted from the day of the request. */
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
    'Cards by due date, in days of your time zone (`PUT /users`), without one in days of UTC: `overdue` is a whole day that ' +
    'has ended or a time that has passed, of a card that is open; `next-week` is today and the 7 days after it; ' +
    '`next-month` is the 23 days after those',
});

const ids = (description: string) => Type.Array(PublicId(description), { maxItems: 100, description });

export const CompletedFilter = Type.Boolean({
  description: '`true` for completed cards only, `false` for open ones only',
});

/**
 * Filters for cards. Several values of one filter are alternatives; several filters must all match. An id that does not
 * exist matches no card.
 */
export const cardFilters = {
  members: Type.Optional(ids('Cards with any of these members')),
  labels: Type.Optional(ids('Cards with any of these labels')),
  lists: Type.Optional(ids('Cards in any of these lists')),
  dueDateFilters: Type.Optional(DueDateFilters),
  completed: Type.Optional(CompletedFilter),
  query: Type.Optional(Text(100, { description: 'Cards with this text in their title or description' })),
};

/** A filter in the filter language; what it can say is in `docs/filters.md`. */
export const FilterText = (
  description = 'Only cards that pass this filter; the language is described at `GET /filters/check`',
) =>
  Type.String({
    'x-trim': true,
    maxLength: 1000,
    pattern: manyLines,
    description,
    example: 'label:bug due:<7d is:open',
  });

/** Of filters that are asked of cards while they change. */
export const onTiles =
  'Of cards it knows what boards show: `text:`, `description:`, `creator:`, `created:`, `updated:`, `is:blocking` and ' +
  '`is:child` are refused, and `sort:` sorts nothing';

/** Asks for what came to cards after the shapes of replies were fixed. */
export const IncludeWork = Type.Optional(
  Type.Array(oneOf(['work']), {
    maxItems: 10,
    description:
      'What to add to the card; `work` has the fields that came later, and of checklist items when they are due and whose they are',
    example: ['work'],
  }),
);

/** The query of cards that are read in pages. */
export const cardPageQuery = {
  updatedSince: Type.Optional(DateTimeInput('Only cards that were changed then or later')),
  archived: Type.Optional(
    Type.Boolean({ description: '`true` for archived cards only, `false` for live ones only' }),
  ),
  include: IncludeWork,
  ...pageQuery({ max: 500, default: 100 }),
  // In an order that a filter asks for, it has what the cards are sorted by.
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4000, description: 'The `nextCursor` of the previous page' }),
  ),
};

/** Leaves the members of the workspace out of a reply; `effect` says which field is then empty. */
export const workspaceMembers = (effect: string) => ({
  workspaceMembers: Type.Optional(
    oneOf(['none'], { description: `\`none\` leaves out who is in the workspace: ${effect}` }),
  ),
});
