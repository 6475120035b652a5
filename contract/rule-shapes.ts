import { type Static, Type } from 'typebox';
import { GivenFieldValue } from './field-shapes.ts';
import { Markdown, nullable, oneOf, PublicId, Text } from './schema.ts';

/* What a rule is made of: when it runs, and what it does then. */

/** What happens to a card, by the activity that records it. */
export const triggersOfCards = [
  'created',
  'moved',
  'label-added',
  'label-removed',
  'member-added',
  'completed',
  'reopened',
  'checklist-completed',
  'due-changed',
  'field-changed',
  'commented',
  'archived',
  'pull-request-opened',
  'pull-request-merged',
  'pull-request-closed',
] as const;

/** Moments of the due date of a card. */
export const triggersOfDates = ['due', 'overdue'] as const;

export const ruleTriggers = [...triggersOfCards, ...triggersOfDates, 'schedule', 'button'] as const;

export type RuleTrigger = (typeof ruleTriggers)[number];

export const ruleActions = [
  'move',
  'add-label',
  'remove-label',
  'assign',
  'unassign',
  'set-due',
  'complete',
  'reopen',
  'archive',
  'set-field',
  'add-checklist',
  'comment',
  'sort-list',
  'notify',
  'webhook',
  'create-card',
] as const;

export type RuleActionType = (typeof ruleActions)[number];

/** What a rule sorts a list by, in addition to fields of the board. */
export const sortsOfRule = ['due', 'start', 'title', 'number', 'created', 'completed'] as const;

export type SortOfRule = (typeof sortsOfRule)[number];

const minutesOfMonth = 31 * 24 * 60;

export const When = Type.Object(
  {
    type: oneOf(ruleTriggers, {
      description:
        'What happens to a card; `due` and `overdue` for its due date, `schedule` for a time of day, `button` for a press',
      example: 'moved',
    }),
    listPublicId: Type.Optional(PublicId('`moved`, `created`: only into this list')),
    labelPublicId: Type.Optional(PublicId('`label-added`, `label-removed`: only this label')),
    memberPublicId: Type.Optional(PublicId('`member-added`: only this member')),
    fieldPublicId: Type.Optional(PublicId('`field-changed`: only this field')),
    minutesBefore: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: minutesOfMonth,
        description: '`due`: how long before the card is due; 0 by default',
        example: 1440,
      }),
    ),
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        maxItems: 7,
        description:
          '`schedule`: the days of the week, 1 for Monday to 7 for Sunday; every day if there are none',
        example: [1],
      }),
    ),
    time: Type.Optional(
      Type.String({
        pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
        description: '`schedule`: the time of day; 09:00 by default',
        example: '09:00',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The time zone of days and times; by default that of the maker, or UTC',
        example: 'Europe/Berlin',
      }),
    ),
  },
  { description: 'When it runs' },
);

export type When = Static<typeof When>;

/** Days until a due date that a rule sets. */
const InDays = nullable(
  Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: '`set-due`, `create-card`: due on the day so many days later; null for no date',
    example: 1,
  }),
);

export const Action = Type.Object({
  type: oneOf(ruleActions, { description: 'What it does', example: 'move' }),
  listPublicId: Type.Optional(PublicId('`move`, `create-card`, `sort-list`: the list')),
  position: Type.Optional(
    oneOf(['start', 'end'], {
      description: '`move`, `create-card`: where in the list; at its end by default',
    }),
  ),
  labelPublicId: Type.Optional(PublicId('`add-label`, `remove-label`, `create-card`: the label')),
  memberPublicId: Type.Optional(
    PublicId(
      '`assign`, `unassign`, `create-card`, `notify`: the member; `notify` without one tells all on the card',
    ),
  ),
  fieldPublicId: Type.Optional(PublicId('`set-field`: the field')),
  by: Type.Optional(
    Type.String({
      pattern: `^-?(?:${sortsOfRule.join('|')}|[0-9a-z]{16})$`,
      description:
        '`sort-list`: what its cards are sorted by, or the id of a field of the board; with `-` before it, from the last. ' +
        'What has none comes last',
      example: '-due',
    }),
  ),
  webhookPublicId: Type.Optional(
    PublicId('`webhook`: a webhook of the workspace, or a chat channel of the board'),
  ),
  value: Type.Optional(GivenFieldValue),
  inDays: Type.Optional(InDays),
  title: Type.Optional(Text(200, { description: '`create-card`: its title', example: 'Weekly review' })),
  description: Type.Optional(Markdown({ description: '`create-card`: its description' })),
  name: Type.Optional(Text(200, { description: '`add-checklist`: its name', example: 'Before release' })),
  items: Type.Optional(
    Type.Array(Text(200), { maxItems: 50, description: '`add-checklist`: its items, in order' }),
  ),
  text: Type.Optional(
    Markdown({
      minLength: 1,
      description: '`comment`, `notify`, `webhook`: the text',
      example: 'Is this still open?',
    }),
  ),
});

export type Action = Static<typeof Action>;
