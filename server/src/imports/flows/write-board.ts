import type { Field } from '../../../../contract/field-shapes.ts';
import type { ListThen } from '../../base/changes/activity.ts';
import { positionsAfter } from '../../base/ordering/order.ts';
import {
  type BoardKey,
  writeCards,
  writeComments,
  writeItems,
  writeLabels,
  writeLists,
} from '../../boards/actions/content.ts';
import type { RunSlice, Slice } from '../../boards/actions/create.ts';
import { hideWritten } from '../../boards/actions/hidden-lists.ts';
import { storedTraits } from '../../data/lists/traits.ts';
import { aroundOf, begin, type Hidden, type Into, isLists, keep, labelsStillOn } from '../destination.ts';
import type { ImportedAttachment, ImportedBoard, ImportedCard } from '../imported-board.ts';
import { type Fit, fitOf, requireRoomFor } from '../limits.ts';
import { Links } from '../links.ts';
import { type KnownPerson, knownPeople } from '../people.ts';
import { Relations } from '../relations.ts';
import { slicesOf } from '../slices.ts';
import { Warnings } from '../warnings.ts';
import { addLinks } from './add-links.ts';
import { attachFile, type FilesOf } from './attach-file.ts';
import { writeFieldsFor } from './fields.ts';
import { archivedAtOf, countLost, firstOf, inParts, newCard, restOf } from './new-card.ts';
import { Numbers } from './numbers.ts';
import { Places } from './places.ts';
import { bringViewsAndRules } from './views-and-rules.ts';

/** The destination of a board. */
export interface Destination extends FilesOf {
  workspaceId: string;
  /** The prefix of links to cards. */
  publicUrl: string;
  /** An existing board that gets the lists. */
  into?: Into | undefined;
}

/** A board that is completely written, but still hidden. */
export interface WrittenBoard {
  board: Hidden;
  people: readonly (KnownPerson | undefined)[];
  isClosed: boolean;
  counts: { lists: number; labels: number; cards: number };
  /** The bytes of its files, and `STORAGE_QUOTA`. */
  stored: { bytes: number; byDefault: number | undefined };
  /** JSON: see `Relations`. */
  knownCards: string | null;
  warnings: Warnings;
}

/** Callbacks: `begun` once the board exists, `writing` before each slice, with the number of cards including that slice. */
export interface Progress {
  begun(board: Hidden): void;
  writing(cards: number): void;
}

/**
 * Writes an imported board, with the contents of its cards, while it is hidden: a few hundred rows per slice. On an error a hidden
 * board is left, which is removed later.
 */
export async function writeBoard(
  run: RunSlice,
  destination: Destination,
  given: ImportedBoard,
  progress: Progress = { begun: () => {}, writing: () => {} },
): Promise<WrittenBoard> {
  const warnings = new Warnings();
  const writer = new BoardWriter(run, destination, given, warnings);
  progress.begun(await writer.begin());
  for await (const cards of slicesOf(fitted(given.cards, writer.fit))) {
    progress.writing(writer.cards + cards.length);
    await writer.frame();
    await writer.write(cards);
  }
  await writer.frame();
  // A slice records which board an import has begun, and an empty board has no other slice.
  if (writer.cards === 0) await run(async () => {});
  const written = await writer.end();
  // The reader's warnings are complete by now.
  const all = new Warnings();
  all.addAll(given.warnings.report());
  all.addAll(warnings.report());
  return { ...written, warnings: all };
}

async function* fitted(cards: ImportedBoard['cards'], fit: Fit): AsyncGenerator<ImportedCard> {
  for await (const card of cards) yield fit.card(card);
}

class BoardWriter {
  readonly fit: Fit;
  readonly #runSlice: RunSlice;
  readonly #to: Destination;
  readonly #given: ImportedBoard;
  readonly #warnings: Warnings;
  readonly #links: Links;
  readonly #relations: Relations;
  #board: Hidden | undefined;
  readonly #lists: ListThen[] = [];
  readonly #labels: string[] = [];
  readonly #fields: Field[] = [];
  /** Labels that the board already had. */
  readonly #reused = new Set<string>();
  #people: (KnownPerson | undefined)[] = [];
  readonly #places = new Places();
  #lastList: string | null = null;
  readonly #numbers: Numbers;
  cards = 0;
  readonly #stored = { bytes: 0 };

  constructor(run: RunSlice, to: Destination, given: ImportedBoard, warnings: Warnings) {
    this.#runSlice = run;
    this.#to = to;
    this.#given = given;
    this.#warnings = warnings;
    this.#links = new Links(given.cardLink);
    this.#relations = new Relations(warnings);
    this.#numbers = new Numbers(given.highestNumber, warnings);
    this.fit = fitOf(given, warnings);
  }

  async begin(): Promise<Hidden> {
    const { workspaceId, into } = this.#to;
    const name = this.fit.board(this.#given.name);
    const { type = 'regular', access = 'workspace', background = null, picture = null } = this.#given;
    const board = await this.#runSlice(async (slice) => {
      await slice.tx.lock('workspaces', workspaceId, [workspaceId]);
      const made = await begin(slice, workspaceId, into, { name, type, access, background, picture });
      await this.#numbers.reserve(slice.tx, workspaceId);
      return made;
    });
    this.#board = board;
    return board;
  }

  /**
   * Runs a slice that writes hidden rows, and extends the time for which they are kept, because waiting for a file or a card may
   * take longer.
   */
  readonly #run = async <T>(slice: (work: Slice, hidden: Hidden) => Promise<T>): Promise<T> => {
    const [value, kept] = await this.#runSlice(async (work) => {
      const hidden = await keep(work, this.#hidden);
      return [await slice(work, hidden), hidden] as const;
    });
    this.#board = kept;
    return value;
  };

  get #hidden(): Hidden {
    if (!this.#board) throw new Error('a board is written before it was begun');
    return this.#board;
  }

  /** What is written so far. */
  get #here() {
    return { lists: this.#lists, labels: this.#labels, fields: this.#fields, people: this.#people };
  }

  get #place(): BoardKey {
    return { workspaceId: this.#to.workspaceId, boardId: this.#hidden.id };
  }

  /** Writes the lists, labels, fields and people that were added since the last call. */
  async frame(): Promise<void> {
    const { lists, labels, fields = [], people } = this.#given;
    const known = [this.#lists, this.#labels, this.#fields, this.#people];
    if ([lists, labels, fields, people].every(({ length }, at) => length === known[at]?.length)) return;
    requireRoomFor(this.#given);
    const more = {
      lists: lists.slice(this.#lists.length).map((list) => this.fit.list(list)),
      labels: labels.slice(this.#labels.length).map((label) => this.fit.label(label)),
      fields: fields.slice(this.#fields.length).map((field) => this.fit.field(field)),
      people: people.slice(this.#people.length).map((person) => this.fit.person(person)),
    };
    const made = await this.#run(async (slice, hidden) => {
      const { workspaceId } = this.#place;
      const around = isLists(hidden)
        ? await aroundOf(slice, hidden, { ...more, lists: more.lists.length })
        : { last: this.#lastList, labelOf: () => undefined, fields: [] };
      await slice.tx.lock('workspaces', workspaceId, [workspaceId]);
      const positions = positionsAfter(around.last, more.lists.length);
      const placed = more.lists.map(({ name, ...list }, index) => ({
        name,
        ...storedTraits(list),
        position: positions[index] ?? '',
        archivedAt: archivedAtOf(list, slice.now),
      }));
      const written = await writeLists(slice, this.#place, placed);
      const missing = more.labels.filter((label) => around.labelOf(label) === undefined);
      const labelIds = await writeLabels(slice, this.#place, missing);
      const added = labelIds.values();
      const fields = await writeFieldsFor(slice, this.#place, more.fields, [
        ...around.fields,
        ...this.#fields,
      ]);
      if (isLists(hidden)) {
        const ids = written.map(({ publicId }) => publicId);
        await hideWritten(slice, hidden, { lists: ids, labels: labelIds, fields: fields.added });
      }
      return {
        lists: written,
        last: positions.at(-1) ?? around.last,
        labels: more.labels.map((label) => around.labelOf(label) ?? added.next().value ?? ''),
        fields: fields.all,
        reused: more.labels.flatMap((label) => around.labelOf(label) ?? []),
        people: await knownPeople(slice, workspaceId, more.people),
      };
    });
    const before = lists.slice(0, this.#lists.length).filter(({ archived }) => !archived).length;
    this.#lists.push(...made.lists.map((list) => ({ ...list, index: list.index + before })));
    this.#lastList = made.last;
    this.#labels.push(...made.labels);
    this.#fields.push(...made.fields);
    for (const id of made.reused) this.#reused.add(id);
    this.#people = [...this.#people, ...made.people];
  }

  /** Writes cards with their contents; whatever is too large for one transaction follows in others. */
  async write(cards: readonly ImportedCard[]): Promise<void> {
    const positions = this.#places.of(cards);
    const made = cards.map((card, index) => ({
      card,
      position: positions[index] ?? '',
      number: this.#numbers.of(card),
    }));
    for (const { card } of made) countLost(card, this.#here, this.#given.people, this.#warnings);
    const [rest, written] = await this.#run(async (slice) => {
      const gone = await this.#labelsGone(slice, cards);
      const known = { ...this.#here, labels: this.#labels.map((id) => (gone.has(id) ? undefined : id)) };
      const all = made.map(({ card, ...place }) => newCard(slice, known, card, place));
      const checklists = await writeCards(slice, this.#place, all.map(firstOf));
      return [restOf(all, checklists), all] as const;
    });
    for (const [index, { madeId: id = '', description, comments }] of written.entries()) {
      const card = cards[index];
      for (const each of [card?.key ?? null, ...(card?.furtherKeys ?? [])]) this.#links.card(each, id);
      if (card) this.#relations.card(card, id);
      this.#links.description(id, description);
      for (const comment of comments) this.#links.comment(comment.id ?? '', comment.comment);
    }
    this.cards += cards.length;
    const { workspaceId } = this.#place;
    for (const items of inParts(rest.items))
      await this.#run((slice) => writeItems(slice, workspaceId, items));
    for (const some of inParts(rest.comments))
      await this.#run((slice) => writeComments(slice, workspaceId, some));
    // Activities of attachments come after all others of the card.
    for (const [index, { madeId: id = '', description }] of written.entries()) {
      const links: string[] = [];
      for (const file of cards[index]?.attachments ?? []) links.push(...(await this.#attach(id, file)));
      if (links.length > 0) await addLinks(this.#run, { workspaceId, id, description }, links);
    }
  }

  async end(): Promise<Omit<WrittenBoard, 'warnings'>> {
    const { workspaceId, publicUrl } = this.#to;
    const { viewsAndRules } = this.#given;
    const followed = await this.#links.follow(this.#run, workspaceId, publicUrl);
    this.#warnings.note('texts whose links to cards lead to their new places', followed);
    await this.#relations.write(this.#run, workspaceId, (key) => this.#links.cardOf(key));
    if (viewsAndRules)
      await bringViewsAndRules(this.#run, this.#hidden, viewsAndRules, this.#here, this.#warnings);
    const counts = { lists: this.#lists.length, labels: this.#labels.length, cards: this.cards };
    const isClosed = this.#given.access === 'members';
    const stored = { ...this.#stored, byDefault: this.#to.config.storageQuota };
    const knownCards = this.#relations.kept;
    return { board: this.#hidden, people: this.#people, isClosed, counts, stored, knownCards };
  }

  /** Labels that the board already had, that these cards use, and that were deleted meanwhile. */
  async #labelsGone(slice: Slice, cards: readonly ImportedCard[]): Promise<ReadonlySet<string>> {
    const hidden = this.#hidden;
    if (!isLists(hidden)) return new Set();
    const all = new Set(cards.flatMap((card) => card.labels.map((index) => this.#labels[index] ?? '')));
    const wanted = [...all].filter((id) => this.#reused.has(id));
    const left = await labelsStillOn(slice, hidden, wanted);
    return new Set(wanted.filter((id) => !left.has(id)));
  }

  /** Attaches a file; if that fails, returns the link to add instead, if any. */
  async #attach(cardId: string, file: ImportedAttachment): Promise<string[]> {
    const { by } = file;
    const createdBy = by === null ? undefined : (this.#people[by]?.userId ?? undefined);
    const stored = isLists(this.#hidden) ? { bytes: 0 } : this.#stored;
    const lost = await attachFile(this.#run, this.#to, { ...this.#place, cardId, createdBy, file, stored });
    if (!lost) return [];
    this.#warnings.add(lost, 1, file.name);
    return file.link === undefined ? [] : [file.link];
  }
}
