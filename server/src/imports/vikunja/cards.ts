import { type Fields, fieldsOf, listOf, textOf, timeOf } from '../boardtool-json/fields.ts';
import type { ImportedBoard, ImportedComment, ImportedPerson } from '../imported-board.ts';
import { contentTypeOf, type FileAttachment, type FileCard } from '../reading/file-board.ts';
import { wholeOf } from '../reading/parts.ts';
import type { Warnings } from '../warnings.ts';
import { datesOf } from './dates.ts';
import { descriptionReader, relationsOf, textOfHtml } from './description.ts';

const completedNow = 'times of completion missing from the file: the time of the import was taken';

/** For a label without a colour. */
const grey = '#8c9bab';

function colourOf(hex: unknown): string | null {
  const colour = textOf(hex).replace(/^#/, '');
  return /^[0-9a-f]{6}$/i.test(colour) ? `#${colour}` : null;
}

type Place = (person: unknown) => number | null;

/** Reads tasks. Labels and people grow by those that tasks refer to. */
export function cardReader(tasks: readonly Fields[], warnings: Warnings) {
  const people: ImportedPerson[] = [];
  const labels: ImportedBoard['labels'] = [];
  const place = places(people, ({ id, username, name }) => {
    const known = textOf(username).trim();
    return {
      name: textOf(name).trim() || known || 'Former member',
      email: null,
      username: known || `vikunja-${Number(id)}`,
    };
  });
  const labelOf = places(labels, ({ title, hex_color }) => {
    return { name: textOf(title), colourCode: colourOf(hex_color) ?? grey };
  });
  const here = new Set(tasks.map(({ id }) => wholeOf(id)));
  const isHere = (id: unknown) => wholeOf(id) !== null && here.has(wholeOf(id));
  const description = descriptionReader(isHere, warnings);
  const read = (task: Fields, list: number): FileCard => ({
    title: textOf(task.title),
    description: description(task),
    list,
    labels: [...new Set(listOf(task.labels).flatMap((label) => labelOf(label) ?? []))],
    members: [...new Set(listOf(task.assignees).flatMap((person) => place(person) ?? []))],
    ...datesOf(task),
    cover: colourOf(task.hex_color),
    ...completionOf(task, warnings),
    createdAt: timeOf(task.created),
    createdBy: place(task.created_by),
    archived: false,
    archivedAt: null,
    number: wholeOf(task.index),
    key: wholeOf(task.id)?.toString() ?? null,
    relations: relationsOf(task, isHere),
    checklists: [],
    comments: commentsOf(task, place, warnings),
    attachments: attachmentsOf(task, place, warnings),
  });
  return { read, labels, people };
}

function completionOf(
  { done, done_at }: Fields,
  warnings: Warnings,
): Pick<FileCard, 'completed' | 'completedAt'> {
  if (done !== true) return {};
  const completedAt = timeOf(done_at);
  if (completedAt === null) warnings.note(completedNow);
  return { completed: true, completedAt };
}

/** Returns the index of an element by id, adding new ones to the list; null for an element without an id. */
function places<T>(all: T[], make: (fields: Fields) => T): (value: unknown) => number | null {
  const known = new Map<unknown, number>();
  return (value) => {
    const fields = fieldsOf(value);
    if (!Number.isSafeInteger(fields.id)) return null;
    const found = known.get(fields.id) ?? all.push(make(fields)) - 1;
    known.set(fields.id, found);
    return found;
  };
}

function commentsOf({ comments }: Fields, place: Place, warnings: Warnings): ImportedComment[] {
  const all = listOf(comments);
  const found = all
    .map(({ comment, author, created, updated }) => {
      const at = timeOf(created);
      const changedAt = timeOf(updated);
      const isEdited = at !== null && changedAt !== null && changedAt - at > 1_000_000;
      return { text: textOfHtml(comment), by: place(author), at, editedAt: isEdited ? changedAt : null };
    })
    .filter(({ text }) => text.trim() !== '')
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  warnings.note('empty comments left out', all.length - found.length);
  return found;
}

function attachmentsOf(task: Fields, place: Place, warnings: Warnings): FileAttachment[] {
  const cover = wholeOf(task.cover_image_attachment_id);
  return listOf(task.attachments).flatMap(({ id: own, file, created_by, created }) => {
    const { id, name, mime, created: stored } = fieldsOf(file);
    const known = wholeOf(id);
    if (known === null) {
      warnings.add('attached files missing from the export left out', 1, textOf(name));
      return [];
    }
    return [
      {
        name: textOf(name) || 'file',
        contentType: contentTypeOf(textOf(mime)),
        by: place(created_by),
        at: timeOf(created) ?? timeOf(stored),
        isCover: cover !== null && own === cover,
        from: { name: `files/${known}` },
      },
    ];
  });
}
