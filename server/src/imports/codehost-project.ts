import { microsOf } from '../base/clock.ts';
import type { Project, ProjectLabel } from '../integrations/fragments.ts';
import type { ImportedBoard, ImportedPerson } from './imported-board.ts';
import { Warnings } from './warnings.ts';

/** The list of items that have no status; it is made only when there are such. */
const noStatus = 'No status';

/** A project as a board: statuses are lists, labels and options are labels, items are cards. */
export function boardOfProject(project: Project): ImportedBoard {
  const lists = project.statuses.map(({ name }) => ({ name }));
  const labelIds = project.labels.map(({ id }) => id);
  const people: ImportedPerson[] = [];
  const personOf = ({ name, email }: { name: string; email: string | null }): number => {
    const known = people.findIndex((person) => person.name === name);
    return known === -1 ? people.push({ name, email, username: null }) - 1 : known;
  };
  const listOf = (status: string | null): number => {
    const known = project.statuses.findIndex(({ id }) => id === status);
    return known === -1 ? project.statuses.length : known;
  };
  const cards = project.items.map((item) => ({
    title: item.title,
    description: item.body,
    list: listOf(item.status),
    labels: item.labels.map((id) => labelIds.indexOf(id)).filter((index) => index !== -1),
    members: item.assignees.map(personOf),
    dueAt: item.dueDate === null ? null : dayOf(item.dueDate),
    createdAt: microsOf(item.createdAt),
    createdBy: null,
    archived: item.archived,
    archivedAt: null,
    number: null,
    key: null,
    checklists: [],
    comments: [],
    attachments: [],
  }));
  if (cards.some(({ list }) => list === lists.length)) lists.push({ name: noStatus });
  const labels = project.labels.map((label) => labelOf(label, project.labels));
  const warnings = new Warnings();
  for (const { what, count } of project.leftOut) warnings.add(`${what} left out`, count);
  const { name } = project;
  const total = cards.length;
  return { name, lists, labels, people, cards, total, highestNumber: 0, cardLink: null, warnings };
}

/** The midnight of a day, null for one that cannot be stored. */
function dayOf(day: string): number | null {
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(day);
  const micros = microsOf(`${day}T00:00:00Z`);
  return isDay && !Number.isNaN(micros) ? micros : null;
}

/** An option goes by its name alone where no other label has that name. */
function labelOf(
  { field, name, colourCode }: ProjectLabel,
  all: readonly ProjectLabel[],
): ImportedBoard['labels'][number] {
  const same = all.filter((other) => other.name.toLowerCase() === name.toLowerCase());
  return { name: field !== null && same.length > 1 ? `${field}: ${name}` : name, colourCode };
}
