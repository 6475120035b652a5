import { plainIn } from '../base/card-fields.ts';
import { isoMillis } from '../base/clock.ts';
import type { Storage } from '../base/storage/storage.ts';
import { typeOf } from '../data/relations/stored.ts';
import type { BoardSource, Sources } from './board.ts';
import type { ExportedCard } from './cards.ts';
import { type CommentRow, commentEntries, entriesOf } from './entries.ts';
import { fileName, fileNameWithExtension } from './file-names.ts';
import { meetNamed, textsOf } from './values.ts';
import type { Entry } from './zip.ts';

/** A folder per board, in it a folder per list, and in that a file per card. */
export async function* markdownEntries(
  sources: Sources,
  storage: Pick<Storage, 'open' | 'stat'>,
  boards: AsyncIterable<BoardSource>,
): AsyncGenerator<Entry> {
  const taken = new Set<string>();
  for await (const board of boards) {
    yield* entriesOfBoard(sources, storage, board, unusedName(fileName(board.settings.name), taken));
  }
}

/** Names must differ by more than case: some file systems ignore it. */
function unusedName(name: string, taken: Set<string>): string {
  let unused = name;
  for (let n = 2; taken.has(unused.toLowerCase()); n++) unused = `${name} ${n}`;
  taken.add(unused.toLowerCase());
  return unused;
}

async function* entriesOfBoard(
  { db, turns }: Sources,
  storage: Pick<Storage, 'open' | 'stat'>,
  board: BoardSource,
  folder: string,
): AsyncGenerator<Entry> {
  yield { name: `${folder}/board.md`, isText: true, content: once(boardText(board)) };
  const live = board.lists.filter(({ archivedAt }) => archivedAt === null);
  const digits = String(live.length).length;
  const folders = new Map(
    live.map(({ id, name }, place) => [id, `${String(place + 1).padStart(digits, '0')} ${fileName(name)}`]),
  );
  for await (const cards of board.cards()) {
    await meetNamed(board, cards);
    const ids = board.showComments ? cards.map(({ id }) => id) : [];
    const comments = new Comments(entriesOf(db, turns, commentEntries, board.workspaceId, ids));
    for (const card of cards) {
      const inList = card.archivedAt === null ? folders.get(card.listId) : undefined;
      const name = `${folder}/${inList ?? 'archive'}/${numberOf(board, card)} ${fileName(card.title)}.md`;
      yield { name, isText: true, content: cardText(board, card, comments) };
      for (const { id, storageKey, filename } of card.attachments) {
        // The file of a deleted attachment is removed within the hour.
        if (!(await storage.stat(storageKey))) continue;
        const path = `${folder}/files/${attachedName(id, filename)}`;
        yield { name: path, isText: false, content: await storage.open(storageKey) };
      }
    }
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

const numberOf = ({ cardPrefix }: BoardSource, { number }: ExportedCard): string =>
  `${fileName(cardPrefix)}-${number}`;

const attachedName = (id: string, filename: string): string => `${id} ${fileNameWithExtension(filename)}`;

/** YAML front matter; its values are JSON, which is a subset of YAML. */
const frontMatter = (fields: Record<string, unknown>): string => {
  const lines = Object.entries(fields).filter(([, value]) => value !== null);
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n`;
};

function boardText({ id, settings, lists, labels }: BoardSource): string {
  const { name, type, visibility, access, createdAt, archivedAt } = settings;
  const about = frontMatter({
    id,
    name,
    type,
    visibility,
    access,
    created: isoMillis(createdAt),
    archived: archivedAt === null ? null : isoMillis(archivedAt),
    lists: namesOf(lists.filter((list) => list.archivedAt === null)),
    archivedLists: namesOf(lists.filter((list) => list.archivedAt !== null)),
    labels: labels.map((label) => ({ name: label.name, colour: label.colourCode })),
  });
  return `${about}# ${name}\n`;
}

const namesOf = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name);

const texts = plainIn('markdown', ['line', 'markdown']);
const times = plainIn('markdown', ['date', 'time']);

const named = (fields: typeof texts, card: ExportedCard): Record<string, string | null> =>
  Object.fromEntries(fields.map(({ heading, textOf }) => [heading, textOf(card) || null]));

/** As an object of their own, so that no field takes the place of another line. */
const valuesByName = ({ fields, people }: BoardSource, { fieldValues }: ExportedCard) => {
  const texts = textsOf(fields, fieldValues, people);
  const values = fields.flatMap(({ name }, index) => (texts[index] ? [[name, texts[index]] as const] : []));
  return values.length === 0 ? {} : { fields: Object.fromEntries(values) };
};

/** To cards that the reader sees, as agents write them: `blocked-by WEB-12`. */
const relationsByKey = ({ cardPrefix }: BoardSource, { relations }: ExportedCard) =>
  relations.length === 0
    ? {}
    : { relations: relations.map((each) => `${typeOf(each)} ${cardPrefix}-${each.otherNumber}`) };

async function* cardText(board: BoardSource, card: ExportedCard, comments: Comments): AsyncGenerator<string> {
  const { lists, labels, people } = board;
  const { title, description, createdAt, checklists, attachments } = card;
  const list = lists.find(({ id }) => id === card.listId);
  const archivedAt = card.archivedAt ?? list?.archivedAt ?? null;
  yield frontMatter({
    id: card.id,
    number: `${board.cardPrefix}-${card.number}`,
    ...named(texts, card),
    board: board.settings.name,
    list: list?.name ?? null,
    ...named(times, card),
    ...valuesByName(board, card),
    labels: card.labels.map((id) => labels.find((label) => label.id === id)?.name ?? id),
    members: card.members.map((id) => people.nameOfMember(id)),
    ...relationsByKey(board, card),
    created: isoMillis(createdAt),
    createdBy: people.nameOfUser(card.createdBy),
    archived: archivedAt === null ? null : isoMillis(archivedAt),
  });
  yield `# ${title}\n`;
  if (description) yield `\n${description}\n`;
  for (const { name, items } of checklists) {
    yield `\n## ${name}\n\n`;
    yield items.map((item) => `- [${item.completed ? 'x' : ' '}] ${item.title}\n`).join('');
  }
  if (attachments.length > 0) yield '\n## Attachments\n\n';
  for (const { id, filename } of attachments) {
    const label = filename.replace(/[\\[\]]/g, '\\$&');
    yield `- [${label}](../files/${encodeURIComponent(attachedName(id, filename))})\n`;
  }
  if (board.showComments) yield* commentsText(board, comments.of(card.id));
}

/**
 * Comments are quoted, so that no text in one looks like another comment. The heading is written even without comments: whatever
 * a description contains, only text below the last such heading is a comment.
 */
async function* commentsText(
  { people }: BoardSource,
  comments: AsyncIterable<CommentRow>,
): AsyncGenerator<string> {
  yield '\n## Comments\n';
  for await (const { text, createdBy, createdAt, updatedAt } of comments) {
    await people.meet({ members: [], users: [createdBy] });
    const edited = updatedAt === null ? '' : ', edited';
    yield `\n### ${people.nameOfUser(createdBy)}, ${isoMillis(createdAt)}${edited}\n\n${quote(text)}\n`;
  }
}

const quote = (text: string): string => text.replace(/^/gm, '> ').replace(/^> $/gm, '>');

/** Splits a sequence of comments by card: the comments of a card must be read before those of the next. */
class Comments {
  readonly #batches: AsyncIterator<CommentRow[]>;
  #batch: CommentRow[] = [];
  #at = 0;

  constructor(batches: AsyncIterable<CommentRow[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  async *of(cardId: string): AsyncGenerator<CommentRow> {
    for (let next = await this.#head(); next?.cardId === cardId; next = await this.#head()) {
      this.#at++;
      yield next;
    }
  }

  async #head(): Promise<CommentRow | undefined> {
    while (this.#at >= this.#batch.length) {
      const { value, done } = await this.#batches.next();
      if (done) return undefined;
      [this.#batch, this.#at] = [value, 0];
    }
    return this.#batch[this.#at];
  }
}
