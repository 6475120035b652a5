import type { ProjectLabel } from '../../data/integrations/fragments.ts';
import type { ProjectField, Value } from './github-shapes.ts';

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
  /** By the ids of fields and options. */
  labels: Map<string, ProjectLabel>;
}

export function fieldsOf(fields: ProjectField[]): Fields {
  const status = fields.find(({ options, name }) => options && name.trim().toLowerCase() === 'status');
  const due = dateField(fields, dueNames);
  const start = dateField(
    fields.filter((field) => field !== due),
    startNames,
  );
  return { fields, status, start, due, labels: labelsOf(fields, status) };
}

/** Names of fields with the due and the start date, likeliest first. */
const dueNames = [/\bdue\b/i, /\bdeadline\b/i, /\btarget\b/i];
const startNames = [/\bstart\b/i, /\bbegins?\b/i];

/** The first date field with one of these names. */
function dateField(fields: readonly ProjectField[], names: readonly RegExp[]): ProjectField | undefined {
  const dates = fields.filter(({ dataType }) => dataType === 'DATE');
  return names.map((name) => dates.find((field) => name.test(field.name))).find(Boolean);
}

/** The options of all single-select fields except the status: each becomes a label. */
function labelsOf(
  fields: readonly ProjectField[],
  status: ProjectField | undefined,
): Map<string, ProjectLabel> {
  const labels = fields
    .filter((field) => field !== status)
    .flatMap((field) =>
      (field.options ?? []).map(({ id, name, color }) => ({
        id: optionLabel(field.id, id),
        field: field.name,
        name,
        colourCode: colours[color] ?? grey,
      })),
    );
  return new Map(labels.map((label) => [label.id, label]));
}

/** Ids of options are unique only within their field. */
const optionLabel = (fieldId: string, optionId: string): string => `${fieldId} ${optionId}`;

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
  labels: ProjectLabel[];
  /** Values without an equivalent on a card, as text. */
  facts: string[];
  /** The names of fields with values of an unknown kind. */
  unread: string[];
}

/** Reads the values of an item's fields, in the order of the project's fields. */
export function readValues(
  values: readonly (Value | null)[],
  { fields, status, start, due, labels }: Fields,
): FieldValues {
  const said: FieldValues = {
    status: null,
    startDate: null,
    dueDate: null,
    labels: [],
    facts: [],
    unread: [],
  };
  for (const field of fields) {
    const value = values.find((each) => each?.field?.id === field.id);
    if (!value || ofContent.has(field.dataType)) continue;
    if (field === status) said.status = value.optionId ?? null;
    else if (field === start) said.startDate = value.date ?? null;
    else if (field === due) said.dueDate = value.date ?? null;
    else if (value.optionId) {
      const label = labels.get(optionLabel(field.id, value.optionId));
      if (label) said.labels.push(label);
      else said.unread.push(field.name);
    } else {
      const text = textOf(value);
      if (text === undefined) said.unread.push(field.name);
      else if (text !== '') said.facts.push(`${field.name}: ${text}`);
    }
  }
  return said;
}

/** A value as text; undefined if its kind is unknown. */
function textOf({ date, number, text, title, startDate, duration }: Value): string | undefined {
  if (title && startDate && duration) return `${title} (${startDate} to ${lastDay(startDate, duration)})`;
  const plain = text ?? number ?? date ?? title;
  return plain === undefined || plain === null ? undefined : String(plain);
}

/** The last day of a period of `days` days. */
function lastDay(first: string, days: number): string {
  const last = new Date(`${first}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + days - 1);
  return Number.isNaN(last.getTime()) ? first : last.toISOString().slice(0, 10);
}
