import { Invalid } from '../base/errors.ts';
import { labelColours, placesIn } from './csv/places.ts';
import { type CsvRecord, Records, Utf8Text } from './csv/records.ts';
import { partsOf } from './csv/values.ts';
import type { ImportedBoard, ImportedPerson } from './imported-board.ts';
import { type Column, columnsOf } from './kanboard/columns.ts';
import { datesOf } from './kanboard/dates.ts';
import { descriptionOf } from './reading/description.ts';
import type { FileBoard, FileCard, Reading } from './reading/file-board.ts';
import { wholeOf } from './reading/parts.ts';
import { Warnings } from './warnings.ts';

/** A task by its columns. */
type Task = Record<Column, string>;

/** Reads the tasks of a project as Kanboard exports them to CSV (“Export”, “Tasks”). */
export function kanboardReading(): Reading {
  const [text, records] = [new Utf8Text(), new Records(',')];
  const tasks = new Tasks();
  const take = (piece: string, isLast: boolean) => {
    records.add(piece);
    for (let row = records.next(isLast); row; row = records.next(isLast)) tasks.take(row);
  };
  return {
    push: (bytes) => take(text.decode(bytes), false),
    end() {
      take(text.decode(), true);
      return readKanboard(tasks.all);
    },
  };
}

class Tasks {
  readonly #all: Task[] = [];
  #header: { columns: Map<Column, number>; count: number } | undefined;

  /** Throws if there was no row. */
  get all(): readonly Task[] {
    if (!this.#header) throw new Invalid('file-empty');
    return this.#all;
  }

  /** The first row names the columns; each further one is a task. */
  take({ line, fields }: CsvRecord): void {
    if (!this.#header) {
      this.#header = { columns: columnsOf(fields), count: fields.length };
      return;
    }
    const { columns, count } = this.#header;
    // Kanboard writes all fields of every row, so a missing field means that the file was cut off.
    if (fields.length !== count) {
      throw new Invalid('line-fields-of-export', { line, fields: fields.length, count });
    }
    const task = Object.fromEntries(
      [...columns].map(([column, place]) => [column, (fields[place] ?? '').trim()]),
    ) as Task;
    if (wholeOf(Number(task.id)) === null) {
      throw new Invalid('export-of-kanboard-line', { line });
    }
    this.#all.push(task);
  }
}

function readKanboard(tasks: readonly Task[]): FileBoard {
  const warnings = new Warnings();
  const lists: ImportedBoard['lists'] = [];
  const labels: ImportedBoard['labels'] = [];
  const people: ImportedPerson[] = [];
  const listOf = placesIn(lists, (name) => ({ name }));
  const labelOf = placesIn(labels, (name) => ({ name, colourCode: labelColours(labels.length) }));
  const names = new Map(
    tasks.flatMap((task) => [
      [task.creator, task.creatorName] as const,
      [task.assignee, task.assigneeName] as const,
    ]),
  );
  const personOf = placesIn(people, (username) => ({
    name: names.get(username) || username,
    email: null,
    username,
  }));
  const swimlanes = new Map(
    [...new Set(tasks.map(({ swimlane }) => swimlane))].map((name, place) => [name, place]),
  );
  const isDivided = swimlanes.size > 1;
  if (isDivided) for (const name of swimlanes.keys()) warnings.note('swimlanes turned into labels', 1, name);
  const date = datesOf(
    tasks.flatMap(({ due, start, created, completed }) => [due, start, created, completed]),
    warnings,
  );
  countLosses(tasks, warnings);
  const read = (task: Task): FileCard => {
    const isClosed = task.status === '' ? task.completed !== '' : task.status.toLowerCase() === 'closed';
    const named = [task.category, ...partsOf(task.tags), isDivided ? task.swimlane : ''];
    return {
      title: task.title,
      description: descriptionOf('', detailsOf(task)),
      list: listOf(task.column || 'Tasks'),
      labels: [...new Set(named.filter((name) => name !== '').map(labelOf))],
      members: task.assignee === '' ? [] : [personOf(task.assignee)],
      dueAt: date(task.due),
      startAt: task.start === '0' ? null : date(task.start),
      ...(isClosed ? { completed: true, completedAt: date(task.completed) } : {}),
      createdAt: date(task.created),
      createdBy: task.creator === '' ? null : personOf(task.creator),
      archived: isClosed,
      archivedAt: isClosed ? date(task.completed) : null,
      number: wholeOf(Number(task.id)),
      key: null,
      checklists: [],
      comments: [],
      attachments: [],
    };
  };
  const rank = ({ swimlane, position }: Task) =>
    (swimlanes.get(swimlane) ?? 0) * 1e6 + (Number(position) || 0);
  for (const { column } of tasks) listOf(column || 'Tasks');
  const cards = tasks.toSorted((a, b) => rank(a) - rank(b)).map(read);
  return {
    name: tasks[0]?.project || 'Kanboard',
    lists,
    labels,
    people,
    cards: cards.toSorted((a, b) => a.list - b.list),
    total: cards.length,
    highestNumber: cards.reduce((highest, { number }) => Math.max(highest, number ?? 0), 0),
    warnings,
  };
}

/** The fields that are kept as lines of the description. */
const detailsOf = (task: Task) =>
  details
    .map(([name, column]) => ({ name, value: task[column] }))
    .filter(({ value }) => value !== '' && Number(value) !== 0);

const details: [name: string, column: Column][] = [
  ['Reference', 'reference'],
  ['Priority', 'priority'],
  ['Complexity', 'complexity'],
  ['Hours estimated', 'estimated'],
  ['Hours spent', 'spent'],
];

function countLosses(tasks: readonly Task[], warnings: Warnings): void {
  warnings.add(
    'tasks whose description, subtasks, comments and files are not in the file: Kanboard does not export them',
    tasks.length,
  );
  for (const task of tasks) {
    warnings.note('references, priorities and times kept in the description', detailsOf(task).length);
    // Every task has a colour; yellow is the default.
    if (task.color !== '' && task.color !== 'Yellow') warnings.leftOut('colours of tasks', 1, task.title);
  }
}
