import { Invalid } from '../base/errors.ts';
import { type Fields, listOf, textOf } from './boardtool-json/fields.ts';
import type { FileBoard, FileCard, Reading, ReadingOptions } from './reading/file-board.ts';
import { JsonObjects } from './reading/json-objects.ts';
import { filledLists } from './reading/lists.ts';
import { type Parts, wholeOf } from './reading/parts.ts';
import { JsonSplitter } from './reading/split-json.ts';
import { bucketsOf } from './vikunja/buckets.ts';
import { cardReader } from './vikunja/cards.ts';
import { type Project, projectParts } from './vikunja/parts.ts';
import { chosen } from './vikunja/projects.ts';
import { Warnings } from './warnings.ts';

/**
 * Reads a project from a user's data export of Vikunja (`data.json` of the zip) in two passes: the first finds the projects, the
 * second reads the requested one.
 */
export function vikunjaReading({ board }: ReadingOptions): Reading {
  const found: Project[] = [];
  let objects = new JsonObjects(() => {
    const project: Project = { id: '', title: '' };
    found.push(project);
    return new JsonSplitter(
      (key, value) => {
        if (key === 'id') project.id = String(value);
        if (key === 'title') project.title = textOf(value);
      },
      (list) => {
        if (list === 'lists') throw new Invalid('export-of-vikunja');
      },
    );
  });
  let parts: Parts | undefined;
  return {
    push: (bytes) => objects.push(bytes),
    end() {
      objects.end();
      if (parts) return readProject(parts, found.length - 1);
      const place = chosen(found, board);
      const whole = projectParts();
      parts = whole;
      let next = 0;
      objects = new JsonObjects(() =>
        next++ === place ? whole.splitter : new JsonSplitter(nothing, nothing),
      );
      return 'again';
    },
  };
}

const nothing = () => {};

function readProject(parts: Parts, others: number): FileBoard {
  const warnings = new Warnings();
  const tasks = parts.list('tasks');
  const buckets = bucketsOf(parts, warnings);
  const ordered = tasks.toSorted(buckets.compare);
  const lists = filledLists(buckets.lists, ordered, buckets.listOf, warnings);
  const { read, labels, people } = cardReader(tasks, warnings);
  countLosses(parts, others, warnings);
  function* all(): Generator<FileCard> {
    for (const [index, { cards }] of lists.entries()) for (const task of cards) yield read(task, index);
  }
  return {
    name: textOf(parts.get('title')),
    lists: lists.map(({ list }) => list),
    labels,
    people,
    cards: all(),
    total: tasks.length,
    highestNumber: tasks.reduce((highest, { index }) => Math.max(highest, wholeOf(index) ?? 0), 0),
    warnings,
  };
}

function countLosses(parts: Parts, others: number, warnings: Warnings): void {
  warnings.add('other projects of the export left out', others);
  if (textOf(parts.get('description')) !== '') warnings.add('project description left out');
  if (parts.get('is_archived') === true) warnings.add('archived projects made live boards');
  for (const [kind, has] of Object.entries(lost)) {
    for (const task of parts.list('tasks')) if (has(task)) warnings.leftOut(kind, 1, textOf(task.title));
  }
}

const lost: Record<string, (task: Fields) => boolean> = {
  'favourite marks of tasks': ({ is_favorite }) => is_favorite === true,
  reactions: ({ reactions, comments }) =>
    [reactions, ...listOf(comments).map((comment) => comment.reactions)].some(
      (each) => typeof each === 'object' && each !== null && Object.keys(each).length > 0,
    ),
};
