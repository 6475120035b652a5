import { caps } from '../../../../contract/caps.ts';
import { longestText } from '../../../../contract/field-types.ts';
import type { OwnField, OwnValue } from '../../data/integrations/fragments.ts';
import type { Iteration, ProjectField, Value } from './github-shapes.ts';

/** GitHub's names for the colours of options, as its pages show them. */
const colours: Record<string, string> = {
  GRAY: '#59636e',
  BLUE: '#0969da',
  GREEN: '#1a7f37',
  YELLOW: '#9a6700',
  ORANGE: '#bc4c00',
  RED: '#cf222e',
  PINK: '#bf3989',
  PURPLE: '#8250df',
};

const grey = '#59636e';

/** The fields of a project, and those for status and dates. */
export interface Fields {
  fields: ProjectField[];
  status: ProjectField | undefined;
  start: ProjectField | undefined;
  due: ProjectField | undefined;
  /** Those that are fields of the board, in its order. */
  own: Map<ProjectField, OwnField & { names: ReadonlyMap<string, string> }>;
}

export function fieldsOf(fields: ProjectField[]): Fields {
  const status = fields.find(({ options, name }) => options && name.trim().toLowerCase() === 'status');
  const due = dateField(fields, dueNames);
  const start = dateField(
    fields.filter((field) => field !== due),
    startNames,
  );
  const others = fields.filter((field) => ![status, start, due].includes(field) && field.dataType in types);
  const own = others.slice(0, caps.fieldsOfBoard).map((field) => [field, ownField(field)] as const);
  return { fields, status, start, due, own: new Map(own) };
}

/** What fields of each kind are here; the values of all others are repeated data, or texts. */
const types: Readonly<Record<string, OwnField['type']>> = {
  TEXT: 'text',
  NUMBER: 'number',
  DATE: 'date',
  SINGLE_SELECT: 'select',
  ITERATION: 'select',
};

/** Max characters of an option. */
const longestOption = 60;

const cut = (name: string): string => Array.from(name.trim()).slice(0, longestOption).join('');

function ownField({ name, dataType, options = [], configuration }: ProjectField) {
  const { iterations = [], completedIterations = [] } = configuration ?? {};
  const periods = [...completedIterations, ...iterations].toSorted((a, b) =>
    a.startDate < b.startDate ? -1 : 1,
  );
  const named = [
    ...options.map((option) => ({
      id: option.id,
      name: cut(option.name),
      colour: colours[option.color] ?? grey,
    })),
    // The last ones, if there are more than a field has.
    ...periods
      .slice(-caps.optionsOfField)
      .map((each) => ({ id: each.id, name: periodName(each), colour: null })),
  ].slice(0, caps.optionsOfField);
  return {
    name,
    type: types[dataType] ?? 'text',
    options: named.map(({ id: _id, ...option }) => option),
    names: new Map(named.map((option) => [option.id, option.name])),
  };
}

/** With its days, unless it would be too long for an option. */
function periodName(period: Pick<Iteration, 'title' | 'startDate' | 'duration'>): string {
  const whole = periodText(period);
  return whole.length <= longestOption ? whole : cut(period.title);
}

/** Names of fields with the due and the start date, likeliest first. */
const dueNames = [/\bdue\b/i, /\bdeadline\b/i, /\btarget\b/i];
const startNames = [/\bstart\b/i, /\bbegins?\b/i];

/** The first date field with one of these names. */
function dateField(fields: readonly ProjectField[], names: readonly RegExp[]): ProjectField | undefined {
  const dates = fields.filter(({ dataType }) => dataType === 'DATE');
  return names.map((name) => dates.find((field) => name.test(field.name))).find(Boolean);
}

/** Fields that repeat data of the issue or pull request. */
const ofContent = new Set([
  'TITLE',
  'ASSIGNEES',
  'LABELS',
  'MILESTONE',
  'REPOSITORY',
  'LINKED_PULL_REQUESTS',
  'REVIEWERS',
  'PARENT_ISSUE',
  'SUB_ISSUES_PROGRESS',
]);

/** The field values of an item. */
export interface FieldValues {
  status: string | null;
  startDate: string | null;
  dueDate: string | null;
  /** Of the fields of the board. */
  own: OwnValue[];
  /** Values without an equivalent on a card, as text. */
  facts: string[];
  /** The names of fields with values of an unknown kind. */
  unread: string[];
}

/** Reads the values of an item's fields, in the order of the project's fields. */
export function readValues(values: readonly (Value | null)[], known: Fields): FieldValues {
  const { fields, status, start, due, own } = known;
  const places = new Map([...own.keys()].map((field, place) => [field, place]));
  const read: FieldValues = { status: null, startDate: null, dueDate: null, own: [], facts: [], unread: [] };
  for (const field of fields) {
    const value = values.find((each) => each?.field?.id === field.id);
    if (!value || ofContent.has(field.dataType)) continue;
    if (field === status) read.status = value.optionId ?? null;
    else if (field === start) read.startDate = value.date ?? null;
    else if (field === due) read.dueDate = value.date ?? null;
    else {
      const place = places.get(field);
      const ours = ownValue(value, own.get(field));
      const text = ours === undefined ? textOf(value, field) : undefined;
      if (place !== undefined && ours !== undefined) read.own.push({ field: place, value: ours });
      else if (text === undefined) read.unread.push(field.name);
      else if (text !== '') read.facts.push(`${field.name}: ${text}`);
    }
  }
  return read;
}

/** A value as a field of the board takes it; undefined if it does not, or there is no such field. */
function ownValue(
  { optionId, iterationId, date, number, text }: Value,
  field: { type: OwnField['type']; names: ReadonlyMap<string, string> } | undefined,
): string | number | undefined {
  switch (field?.type) {
    case 'select':
      return field.names.get(optionId ?? iterationId ?? '');
    case 'number':
      return number ?? undefined;
    case 'date':
      return date ?? undefined;
    case 'text':
      return text && text.length <= longestText && !/[\r\n\u2028\u2029]/.test(text) ? text : undefined;
    default:
      return undefined;
  }
}

/** A value as text; undefined if its kind is unknown. */
function textOf(value: Value, { options }: ProjectField): string | undefined {
  const { date, number, text, title, startDate, duration, optionId } = value;
  if (title && startDate && duration) return periodText({ title, startDate, duration });
  const option = options?.find(({ id }) => id === optionId)?.name;
  const plain = text ?? number ?? date ?? title ?? option;
  return plain === undefined || plain === null ? undefined : String(plain);
}

const periodText = ({
  title,
  startDate,
  duration,
}: Pick<Iteration, 'title' | 'startDate' | 'duration'>): string =>
  `${title} (${startDate} to ${lastDay(startDate, duration)})`;

/** The last day of a period of `days` days. */
function lastDay(first: string, days: number): string {
  const last = new Date(`${first}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + days - 1);
  return Number.isNaN(last.getTime()) ? first : last.toISOString().slice(0, 10);
}
