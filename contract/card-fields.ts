import { type Static, type TSchema, Type } from 'typebox';
import { everywhere, type Place, type Places } from './card-places.ts';
import { Cover } from './cover.ts';
import type { ActivityType } from './events.ts';
import { GivenFieldValues, ShownFieldValues } from './field-shapes.ts';
import { Recurrence, Reminders } from './recurrence.ts';
import { DayOrTime, DueDateInput, Markdown, nullable, Text, Timestamp } from './schema.ts';

/*
 * The fields of a card: the values that people give it. Each is described here once, with every place where it could
 * matter; schemas, columns, statements, exports, imports, copies, history, undo and tools follow from this table. What
 * hangs on a card (labels, members, checklists, …) and where it is (list, order, archive) is not in it.
 *
 * A new field takes a row, a column (migration) and what is not to be derived: a sentence of the history and the page that
 * shows it. `cards/fields.test.ts` checks each field in each place.
 */

/** Why a field is not in a place. */
interface LeftOut {
  readonly not: string;
}

const not = (because: string): LeftOut => ({ not: because });

/**
 * What a field holds: a line, a longer text in Markdown, a time, a date, which is a whole day or a time, how the card comes
 * back, numbers of minutes, a cover, yes or no, or the values of the board's own fields. All but lines, minutes, flags and values
 * may be null.
 */
export type FieldKind =
  | 'line'
  | 'markdown'
  | 'time'
  | 'date'
  | 'recurrence'
  | 'minutes'
  | 'values'
  | 'cover'
  | 'flag';

/** The activity that records a change, or one for each way to change; every change is recorded. */
type FieldHistory = ActivityType | Readonly<Record<'added' | 'updated' | 'removed', ActivityType>>;

interface CardField {
  kind: FieldKind;
  column: string;
  input: TSchema;
  output: TSchema;
  history: FieldHistory;
  in: { readonly [P in Place]: Places[P] | LeftOut };
}

const shapeIsFixed = not('the shape of the reply is fixed; `include=work` of the card has it');
/** Of fields that came after the shapes of replies were fixed. */
const besideTheShapes = {
  ...everywhere,
  changed: shapeIsFixed,
  card: shapeIsFixed,
  work: true,
  mine: shapeIsFixed,
  board: shapeIsFixed,
  page: shapeIsFixed,
  publicBoard: shapeIsFixed,
} as const;

/** Of fields that say what follows from dates. */
const ofDates = {
  tools: not('the size of the tools is bounded; it waits for room there'),
  csv: not('a cell would hold a rule that only machines read'),
  markdown: not('it would be a rule that only machines read'),
  search: not('it is not a text'),
  filter: not('the filters by date are about due dates'),
} as const;

const inCard = not('it is in the card without being asked for');

export const Title = Text(2000, { description: 'Title', example: 'Write the release notes' });

const IsTemplate = Type.Boolean({
  description:
    'Whether it is a template, from which cards are made by duplicating it. Templates are not work: they are not among ' +
    'your cards, nobody is told when they are due, lists do not count them, and filters find them only by `is:template`',
});

const time = <const C extends string, K extends 'time' | 'date'>(
  kind: K,
  column: C,
  when: string,
  none: string,
) => ({
  kind,
  column,
  input: nullable(DueDateInput(`${when}; null for ${none}`)),
  output: nullable(Timestamp(when)),
});

export const cardFields = {
  title: {
    kind: 'line',
    column: 'title',
    input: Title,
    output: Type.String({ example: 'Write the release notes' }),
    history: 'card.updated.title',
    in: { ...everywhere, work: inCard, csv: 'Title', markdown: 'title', search: true, filter: true },
  },
  description: {
    kind: 'markdown',
    column: 'description',
    input: nullable(Markdown({ description: 'Markdown; null clears it' })),
    output: nullable(Type.String({ description: 'Markdown' })),
    history: 'card.updated.description',
    in: {
      ...everywhere,
      bulk: not('a text is written card by card, against the version that was read'),
      work: inCard,
      tile: not('tiles only say whether there is one'),
      csv: 'Description',
      markdown: not('it is the text of the file'),
      undo: not('boards do not hold it'),
      search: true,
      filter: true,
    },
  },
  dueDate: {
    ...time('date', 'due_at', 'When it is due', 'no due date'),
    history: {
      added: 'card.updated.dueDate.added',
      updated: 'card.updated.dueDate.updated',
      removed: 'card.updated.dueDate.removed',
    },
    in: {
      ...everywhere,
      work: inCard,
      csv: 'Due date',
      markdown: 'due',
      search: not('it is not a text'),
      filter: true,
    },
  },
  startDate: {
    ...time('date', 'start_at', 'When work on it begins', 'no start date'),
    input: nullable({ ...DueDateInput(''), description: 'Start, not after `dueDate`, and written like it' }),
    history: 'card.updated.startDate',
    in: {
      ...besideTheShapes,
      csv: 'Start date',
      markdown: 'start',
      search: not('it is not a text'),
      filter: not('the filters by date are about due dates'),
    },
  },
  completedAt: {
    ...time('time', 'completed_at', 'When it was completed', 'a card that is open'),
    history: {
      added: 'card.updated.completed',
      updated: 'card.updated.completed',
      removed: 'card.updated.reopened',
    },
    in: {
      ...besideTheShapes,
      csv: 'Completed',
      markdown: 'completed',
      duplicate: not('a duplicate is work that is yet to be done, as its checklist items are'),
      tools: not('tools take `completed`, the short way to write it, and show it by themselves'),
      search: not('it is not a text'),
      filter: not('the filter `completed` asks only whether there is one'),
    },
  },
  recurrence: {
    kind: 'recurrence',
    column: 'recurrence',
    input: nullable(Recurrence),
    output: nullable(Recurrence),
    history: 'card.updated.recurrence',
    in: {
      ...besideTheShapes,
      ...ofDates,
      duplicate: not('the work would then come back twice'),
    },
  },
  reminders: {
    kind: 'minutes',
    column: 'reminders',
    input: Reminders,
    output: Reminders,
    history: 'card.updated.reminders',
    in: { ...besideTheShapes, ...ofDates },
  },
  /** The values of the board's own fields. */
  fields: {
    kind: 'values',
    column: 'field_values',
    input: GivenFieldValues,
    output: ShownFieldValues,
    history: 'card.updated.fields',
    in: {
      ...besideTheShapes,
      import: not('the ids of its fields are others there'),
      undo: not('each value is undone by itself'),
      work: not('it has them with the names and types of the fields'),
      csv: not('each field of the board has a column of its own'),
      markdown: not('each field of the board has a line of its own'),
      tools: not('tools read and write them by the names of the fields'),
      search: not('filters find them'),
      filter: not('each field of the board is a term of filters'),
    },
  },
  cover: {
    kind: 'cover',
    column: 'cover',
    input: nullable(Cover),
    output: nullable(Cover),
    history: 'card.updated.cover',
    in: {
      ...besideTheShapes,
      tools: not('agents do not look at tiles'),
      csv: not('it is decoration'),
      markdown: not('it is decoration'),
      search: not('it is not a text'),
      filter: not('no filter asks for it yet'),
    },
  },
  isTemplate: {
    kind: 'flag',
    column: 'is_template',
    input: IsTemplate,
    output: Type.Optional(IsTemplate),
    history: 'card.updated.template',
    in: {
      ...besideTheShapes,
      duplicate: not('what is made from a template is a card, unless something else is asked for'),
      tools: not('the size of the tools is bounded; agents are told of it beside the fields'),
      csv: not('a template is a card like the others there'),
      markdown: not('a template is a card like the others there'),
      search: not('it is not a text'),
      filter: true,
    },
  },
} as const satisfies Record<string, CardField>;

type Fields = typeof cardFields;
export type FieldName = keyof Fields;

/** The fields that are in a place. */
export type FieldsIn<P extends Place> = {
  [F in FieldName]: Fields[F]['in'][P] extends LeftOut ? never : F;
}[FieldName];

export const fieldNames = Object.keys(cardFields) as FieldName[];

/** The fields that are in a place, in the order of the table. */
export const fieldsIn = <P extends Place>(place: P): readonly FieldsIn<P>[] =>
  fieldNames.filter((name) => isIn(place, name)) as FieldsIn<P>[];

/** Whether a field is in a place. */
export const isIn = (place: Place, name: FieldName): boolean =>
  typeof cardFields[name].in[place] !== 'object';

/** The schemas of the fields that a reply has. */
export const outputsIn = <P extends Place>(place: P) =>
  Object.fromEntries(fieldsIn(place).map((name) => [name, cardFields[name].output])) as {
    [F in FieldsIn<P>]: Fields[F]['output'];
  };

/** Dates in replies that can tell whole days from times; the fields have both as times. */
export const outputsOfDates = {
  due: DayOrTime('When it is due, as a whole day or a time'),
  start: DayOrTime('When work on it begins, as a whole day or a time'),
};

/** The schemas of the fields that a body may have. */
export const inputsIn = <P extends Place>(place: P) =>
  Object.fromEntries(fieldsIn(place).map((name) => [name, Type.Optional(cardFields[name].input)])) as {
    [F in FieldsIn<P>]: ReturnType<typeof Type.Optional<Fields[F]['input']>>;
  };

/** The short way to write `completedAt`. */
export const Completed = Type.Boolean({
  description:
    '`true` completes the card now, unless it is completed already; `false` opens it again. `completedAt` goes first.',
});

/** The values of fields in requests; those that are absent stay as they are. */
export type GivenFields = { [F in FieldName]?: Static<Fields[F]['input']> } & { completed?: boolean };

/** The values of fields in replies. */
export type ShownFields<F extends FieldName = FieldName> = { [N in F]: Static<Fields[N]['output']> };
