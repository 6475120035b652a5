import { caps } from '../../../contract/caps.ts';
import { microsOf } from '../base/clock.ts';
import type { Account, Project, ProjectItem, ProjectLabel } from '../data/integrations/fragments.ts';
import type { ImportedBoard, ImportedCard, ImportedField, ImportedPerson } from './imported-board.ts';
import type { Warnings } from './warnings.ts';

/** The list for items without a status; created only if there are any. */
const noStatus = 'No status';

/** The importing user: their account on the code host and their email address here. */
export interface Importer {
  account: string | null;
  email: string;
}

/** Converts a project lazily to a board: statuses become lists, its other fields fields, items cards. */
export function boardOfProject(project: Project, importer: Importer, warnings: Warnings): ImportedBoard {
  const { name, total, issueLink: cardLink } = project;
  const lists = project.statuses.map((status) => ({ name: status.name }));
  const labels = new Labels(warnings);
  const people = new People(importer);
  const listOf = (status: string | null): number => {
    const known = project.statuses.findIndex(({ id }) => id === status);
    if (known !== -1) return known;
    const { length } = project.statuses;
    if (lists.length === length) lists.push({ name: noStatus });
    return length;
  };
  const cardOf = (item: ProjectItem): ImportedCard => ({
    title: item.title,
    description: item.text,
    list: listOf(item.status),
    labels: item.labels.flatMap((label) => labels.place(label) ?? []),
    values: item.values,
    members: item.assignees.map((assignee) => people.place(assignee)),
    dueAt: dayOf(item.dueDate),
    startAt: dayOf(item.startDate),
    ...(item.isClosed ? { completed: true, completedAt: timeOrNull(item.closedAt) } : {}),
    createdAt: timeOf(item.createdAt),
    createdBy: people.place(item.author),
    archived: item.archivedAt !== null,
    archivedAt: timeOrNull(item.archivedAt),
    // Items of different repositories may have the same number.
    number: null,
    key: item.keys[0] ?? null,
    furtherKeys: item.keys.slice(1),
    checklists: [],
    comments: item.comments.map(({ text, author, createdAt, editedAt }) => ({
      text,
      by: people.place(author),
      at: timeOf(createdAt),
      editedAt: timeOrNull(editedAt),
    })),
    attachments: [],
  });
  async function* cards(): AsyncGenerator<ImportedCard> {
    for await (const item of project.items) yield cardOf(item);
  }
  return {
    name,
    lists,
    labels: labels.all,
    fields: fieldsOf(project),
    people: people.all,
    cards: cards(),
    total,
    highestNumber: 0,
    cardLink,
    warnings,
  };
}

/** So many fields are shown on tiles. */
const onTiles = 3;

function fieldsOf({ fields }: Project): ImportedField[] {
  const shown = new Set(fields.filter(({ type }) => type !== 'text').slice(0, onTiles));
  return fields.map((field) => ({ ...field, currency: null, max: null, shownOnTile: shown.has(field) }));
}

/** The labels of a board, which are found while items are read. */
class Labels {
  readonly all: ImportedBoard['labels'] = [];
  readonly #places = new Map<string, number | null>();
  readonly #warnings: Warnings;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  /** Returns the index of a label, or null if the board has no room for it. */
  place({ id, name, colourCode }: ProjectLabel): number | null {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const isFull = this.all.length >= caps.labelsOfBoard;
    if (isFull) this.#warnings.add(`labels beyond the ${caps.labelsOfBoard} of a board left out`, 1, name);
    const place = isFull ? null : this.all.push({ name, colourCode }) - 1;
    this.#places.set(id, place);
    return place;
  }
}

const folded = (name: string): string => name.trim().toLowerCase();

/** People by account. Email addresses may be hidden: the importing user is recognized by their own account. */
class People {
  readonly all: ImportedPerson[] = [];
  readonly #places = new Map<string, number>();
  readonly #importer: Importer;

  constructor(importer: Importer) {
    this.#importer = importer;
  }

  place({ login, name, email }: Account): number {
    const key = folded(login);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const isImporter = this.#importer.account !== null && folded(this.#importer.account) === key;
    const place =
      this.all.push({ name, email: isImporter ? this.#importer.email : email, username: login }) - 1;
    this.#places.set(key, place);
    return place;
  }
}

/** Midnight (UTC) of a day, or null if the day cannot be stored. */
function dayOf(day: string | null): number | null {
  return day !== null && /^[12]\d{3}-\d\d-\d\d$/.test(day) ? timeOf(`${day}T00:00:00Z`) : null;
}

const timeOrNull = (time: string | null): number | null => (time === null ? null : timeOf(time));

function timeOf(time: string): number | null {
  const micros = microsOf(time);
  return Number.isNaN(micros) ? null : micros;
}
