import type { ProjectLabel } from '../fragments.ts';
import type { ProjectField } from './github-shapes.ts';

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

/** The field whose options are the columns of the project's board. */
export const statusField = (fields: readonly ProjectField[]): ProjectField | undefined =>
  fields.find(({ options, name }) => options && name.trim().toLowerCase() === 'status');

/** What a field with the due date is called, the likeliest first. */
const dueNames = [/\bdue\b/i, /\bdeadline\b/i, /\btarget\b/i];

/** The date field that says when an item is due. */
export function dueField(fields: readonly ProjectField[]): ProjectField | undefined {
  const dates = fields.filter(({ dataType }) => dataType === 'DATE');
  return dueNames.map((name) => dates.find((field) => name.test(field.name))).find(Boolean);
}

/** The options of every single-select field but the status: each is a label. */
export const labelsOf = (fields: readonly ProjectField[], status: ProjectField | undefined): ProjectLabel[] =>
  fields
    .filter((field) => field !== status)
    .flatMap((field) =>
      (field.options ?? []).map(({ id, name, color }) => ({
        id: optionLabel(field.id, id),
        field: field.name,
        name,
        colourCode: colours[color] ?? grey,
      })),
    );

/** Ids of options are unique within their field only. */
export const optionLabel = (fieldId: string, optionId: string): string => `${fieldId} ${optionId}`;
