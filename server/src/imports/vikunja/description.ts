import type { RelationType } from '../../../../contract/relation-types.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf } from '../boardtool-json/fields.ts';
import type { ImportedRelation } from '../imported-board.ts';
import { type Detail, descriptionOf, type Link } from '../reading/description.ts';
import { wholeOf } from '../reading/parts.ts';
import type { Warnings } from '../warnings.ts';
import { otherReminders, recurrenceOf } from './dates.ts';
import { isHtml, markdownOf } from './html.ts';

/** Converts a text, which may be HTML, to Markdown. */
export const textOfHtml = (value: unknown): string => {
  const text = textOf(value);
  return isHtml(text) ? markdownOf(text) : text;
};

/** Data of a task without an equivalent on a card becomes lines of the description; `isHere` says which tasks become cards. */
export function descriptionReader(isHere: (id: unknown) => boolean, warnings: Warnings) {
  const keep = (kind: string, details: Detail[]): Detail[] => {
    warnings.note(`${kind} kept in the description`, details.length);
    return details;
  };
  const linkTo = (kind: string, { id, title }: Fields): Link => ({
    kind: relations.get(kind) ?? 'Related to',
    name: textOf(title),
    // In the form of Vikunja's addresses, so that it is rewritten to a link to the imported card.
    address: isHere(id) ? `https://vikunja.invalid/tasks/${wholeOf(id)}` : '',
  });
  return (task: Fields): string => {
    const links = Object.entries(fieldsOf(task.related_tasks)).flatMap(([kind, others]) =>
      listOf(others).flatMap((other) => (isHere(other.id) && types.has(kind) ? [] : linkTo(kind, other))),
    );
    warnings.note('relations between tasks kept in the description', links.length);
    const details = [
      ...keep('priorities', priorityOf(task)),
      ...keep('progress', percentOf(task)),
      ...keep('end dates', timeOf(task.due_date) === null ? [] : dateOf('End', task.end_date)),
      ...keep('reminders', remindersOf(task)),
      ...keep('repeat intervals', repetitionOf(task)),
    ];
    return descriptionOf(textOfHtml(task.description), details, links);
  };
}

/** The kinds that cards have, too. */
const types = new Map<string, RelationType>([
  ['subtask', 'child'],
  ['parenttask', 'parent'],
  ['related', 'relates'],
  ['duplicateof', 'duplicates'],
  ['duplicates', 'duplicated-by'],
  ['blocking', 'blocks'],
  ['blocked', 'blocked-by'],
]);

/** The relations of a task to others that become cards. */
export const relationsOf = (task: Fields, isHere: (id: unknown) => boolean): ImportedRelation[] =>
  [...types].flatMap(([kind, type]) =>
    listOf(fieldsOf(task.related_tasks)[kind])
      .filter(({ id }) => isHere(id))
      .map(({ id }) => ({ type, key: String(id) })),
  );

const relations = new Map([
  ['subtask', 'Subtask'],
  ['parenttask', 'Subtask of'],
  ['related', 'Related to'],
  ['duplicateof', 'Duplicate of'],
  ['duplicates', 'Duplicate'],
  ['blocking', 'Blocks'],
  ['blocked', 'Blocked by'],
  ['precedes', 'Precedes'],
  ['follows', 'Follows'],
  ['copiedfrom', 'Copied from'],
  ['copiedto', 'Copied to'],
]);

const priorities = ['', 'low', 'medium', 'high', 'urgent', 'do now'];

/** Vikunja writes the first day of year 1 if there is no date. */
const dateOf = (name: string, value: unknown): Detail[] =>
  timeOf(value) === null ? [] : [{ name, value: textOf(value) }];

function priorityOf({ priority }: Fields): Detail[] {
  const value = numberOf(priority);
  return value > 0 ? [{ name: 'Priority', value: priorities[value] ?? String(value) }] : [];
}

function percentOf({ percent_done }: Fields): Detail[] {
  const value = Math.round(numberOf(percent_done) * 100);
  return value > 0 ? [{ name: 'Progress', value: `${value}%` }] : [];
}

/** Those that the card has no place for. */
const remindersOf = (task: Fields): Detail[] => otherReminders(task).flatMap((at) => dateOf('Reminder', at));

function repetitionOf(task: Fields): Detail[] {
  const { repeat_after, repeat_mode } = task;
  const name = 'Repeats';
  const seconds = numberOf(repeat_after);
  if (seconds <= 0 || recurrenceOf(task) !== null) return [];
  const value = seconds % 86_400 === 0 ? `every ${seconds / 86_400} days` : `every ${seconds / 3600} hours`;
  return [{ name, value: repeat_mode === 2 ? `${value} after it is done` : value }];
}
