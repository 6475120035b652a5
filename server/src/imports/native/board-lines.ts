import { importedValues } from '../../base/card-fields.ts';
import { microsOf } from '../../base/clock.ts';
import { Invalid } from '../../base/errors.ts';
import { picked } from '../../base/picked.ts';
import { traitNames } from '../../data/lists/traits.ts';
import type {
  ImportedAttachment,
  ImportedBoard,
  ImportedCard,
  ImportedField,
  ImportedList,
  ImportedValue,
} from '../imported-board.ts';
import { type Loss, Warnings } from '../warnings.ts';
import { NativeFields } from './fields.ts';
import { itemOf } from './items.ts';
import { Lines } from './lines.ts';
import { ownPicture } from './picture.ts';
import { Places } from './places.ts';
import { isLineType, issueOf, type LineOf, type LineType } from './schemas.ts';
import { NativeViewsAndRules, peopleOn } from './views-and-rules.ts';

/** A card of an export, with the paths of its files. */
export interface NativeCard extends Omit<ImportedCard, 'attachments'> {
  attachments: (Omit<ImportedAttachment, 'open'> & { file: string; size: number })[];
}

/** The frame of a board, known after its last line. */
export interface NativeFrame
  extends Pick<ImportedBoard, 'name' | 'lists' | 'labels' | 'people' | 'viewsAndRules' | 'highestNumber'> {
  fields: ImportedField[];
  type: 'regular' | 'template';
  access: 'workspace' | 'members';
  total: number;
  report: Loss[];
}

/** Max cards that wait for their comments and activities; an export writes fewer cards before these. */
const maxWaiting = 500;

/** Activities that the import itself writes. */
const written = new Set(['card.created', 'card.updated.comment.added', 'card.updated.attachment.added']);

/** Reads the lines of a board as they arrive: returns complete cards and, at the end, the frame of the board. */
export class BoardLines {
  readonly #lines = new Lines();
  readonly #warnings = new Warnings();
  #board: LineOf<'board'> | undefined;
  readonly #lists = new Places<ImportedList>();
  readonly #labels = new Places<ImportedBoard['labels'][number]>();
  readonly #fields = new NativeFields();
  readonly #viewsAndRules = new NativeViewsAndRules(this.#warnings);
  readonly #persons = new Map<string, LineOf<'person'>>();
  /** The people that are referred to, by line, because a person may have two ids. */
  readonly #people = new Map<LineOf<'person'>, number>();
  #highestNumber = 0;
  readonly #counts = { cards: 0, comments: 0, activities: 0, attachments: 0 };
  readonly #waiting = new Map<string, NativeCard>();
  /** Whether comments or activities of the waiting cards have begun. */
  #hanging = false;
  #isWhole = false;
  #whole: NativeCard[] = [];

  push(bytes: Uint8Array): NativeCard[] {
    for (const [line, number] of this.#lines.push(bytes)) this.#line(line, number);
    return this.#whole.splice(0);
  }

  end(): { frame: NativeFrame; cards: NativeCard[] } {
    for (const [line, number] of this.#lines.end()) this.#line(line, number);
    const board = this.#board;
    if (!board || !this.#isWhole) throw new Invalid('export-cut-off');
    this.#release();
    if (board.visibility === 'public') this.#warnings.add('public boards made private');
    if (board.archivedAt !== null) this.#warnings.add('archived boards made live');
    const frame = {
      name: board.name,
      type: board.boardType,
      access: board.access,
      background: board.background?.colour ?? null,
      picture: ownPicture(board, this.#warnings),
      lists: this.#lists.all,
      labels: this.#labels.all,
      fields: this.#fields.all,
      people: [...this.#people.keys()].map((person) => ({
        name: person.name ?? person.email ?? 'Unknown',
        email: isPlaceholder(person.email) ? null : person.email,
        username: person.user ?? person.member,
      })),
      ...this.#viewsAndRules.of({
        board: board.id ?? null,
        lists: this.#lists.ids,
        labels: this.#labels.ids,
        fields: this.#fields.ids,
        people: peopleOn(board, [...this.#people.keys()]),
      }),
      highestNumber: this.#highestNumber,
      total: this.#counts.cards,
      report: this.#warnings.report(),
    };
    return { frame, cards: this.#whole.splice(0) };
  }

  #line(line: unknown, number: number): void {
    const { type } = (line ?? {}) as { type?: unknown };
    if (typeof type !== 'string') throw new Invalid('line-without-type', { line: number });
    if (this.#isWhole) throw new Invalid('line-after-end', { line: number });
    // A newer version may write more types.
    if (!isLineType(type)) return;
    const issue = issueOf(type, line) ?? this.#read(type, line);
    if (issue !== undefined) throw new Invalid('line-invalid', { line: number, reason: issue });
  }

  /** Returns the issue, if any. */
  #read(type: LineType, line: unknown): string | undefined {
    switch (type) {
      case 'person':
        return this.#person(line as LineOf<'person'>);
      case 'board':
        if (this.#board) return 'the board is there twice';
        this.#board = line as LineOf<'board'>;
        return undefined;
      case 'boardMember':
        this.#warnings.add('roles of people on the board left out');
        return undefined;
      case 'list':
        return this.#list(line as LineOf<'list'>);
      case 'label': {
        const { id, name, colourCode } = line as LineOf<'label'>;
        return this.#labels.add(id, { name, colourCode });
      }
      case 'field':
        return this.#fields.add(line as LineOf<'field'>);
      case 'view':
        return this.#viewsAndRules.view(line as LineOf<'view'>);
      case 'rule':
        return this.#rule(line as LineOf<'rule'>);
      case 'card':
        return this.#card(line as LineOf<'card'>);
      case 'comment':
        return this.#comment(line as LineOf<'comment'>);
      case 'activity':
        return this.#activity(line as LineOf<'activity'>);
      case 'end':
        return this.#end(line as LineOf<'end'>);
    }
  }

  #list({ archivedAt = null, ...list }: LineOf<'list'>): string | undefined {
    const archived = archivedAt === null ? {} : { archived: true, archivedAt: microsOf(archivedAt) };
    return this.#lists.add(list.id, { name: list.name, ...picked(list, traitNames), ...archived });
  }

  #person(person: LineOf<'person'>): undefined {
    const ids = [person.user, person.member].filter((id) => id !== null);
    const known = ids.map((id) => this.#persons.get(id)).find((each) => each !== undefined);
    for (const id of ids) this.#persons.set(id, known ?? person);
    return undefined;
  }

  /** On a closed board nobody but the importing user is there to be assigned. */
  #rule(line: LineOf<'rule'>): undefined {
    for (const id of this.#viewsAndRules.rule(line))
      if (this.#board?.access === 'workspace' && this.#persons.has(id)) this.#placeOf(id);
    return undefined;
  }

  #placeOf(id: string | null): number | null {
    const person = id === null ? undefined : this.#persons.get(id);
    if (!person) {
      if (id !== null) this.#warnings.add('people who are not in the file left out');
      return null;
    }
    const place = this.#people.get(person) ?? this.#people.size;
    this.#people.set(person, place);
    return place;
  }

  #card(card: LineOf<'card'>): string | undefined {
    if (!this.#board) return 'a card comes before the board';
    if (this.#hanging || this.#waiting.size === maxWaiting) this.#release();
    if (this.#waiting.has(card.id)) return 'the card is there twice';
    this.#counts.cards += 1;
    this.#counts.attachments += card.attachments.length;
    this.#highestNumber = Math.max(this.#highestNumber, card.number);
    const { access, id: boardId } = this.#board;
    this.#waiting.set(card.id, {
      ...importedValues(card),
      description: card.description ?? '',
      list: this.#listOf(card),
      labels: card.labels.flatMap((id) => this.#labels.placeOf(id) ?? this.#lost('labels', card)),
      members: this.#membersOf(card, access),
      values: this.#valuesOf(card, access),
      createdAt: microsOf(card.createdAt),
      createdBy: this.#placeOf(card.createdBy),
      archived: card.archivedAt !== null,
      archivedAt: card.archivedAt === null ? null : microsOf(card.archivedAt),
      number: card.number,
      key: card.id,
      relations: (card.relations ?? []).map(({ type, card: key, board }) => ({
        type,
        key,
        isElsewhere: board !== boardId,
      })),
      // Not as they are in the file: unknown keys would be sent to the database along with the rows.
      checklists: card.checklists.map(({ name, items }) => ({
        name,
        items: items.map((item) => ({
          ...itemOf(item, this.#warnings),
          member: access === 'workspace' ? this.#placeOf(item.member ?? null) : null,
        })),
      })),
      comments: [],
      attachments: card.attachments.map((file) => ({
        name: file.filename,
        originalName: file.originalFilename,
        contentType: file.contentType,
        by: this.#placeOf(file.createdBy),
        at: microsOf(file.createdAt),
        file: file.file,
        isCover: file.id !== undefined && file.id === card.cover?.attachmentPublicId,
        size: file.size,
      })),
    });
    return undefined;
  }

  /** On a closed board only its members can be assigned, and an import adds only the importing user. */
  #membersOf({ members, title }: LineOf<'card'>, access: string): number[] {
    if (access === 'workspace') return members.flatMap((id) => this.#placeOf(id) ?? []);
    this.#warnings.add('assignments on a closed board left out', members.length, title);
    return [];
  }

  #valuesOf(card: LineOf<'card'>, access: string): ImportedValue[] {
    const personOf = (id: string) => (access === 'workspace' ? this.#placeOf(id) : null);
    const values = this.#fields.valuesOf(card.fields ?? {}, personOf);
    const lost = Object.keys(card.fields ?? {}).length - values.length;
    if (lost > 0) this.#warnings.add('values of fields that are not in the file left out', lost, card.title);
    return values;
  }

  /** Labels and the like that were created while the export was written are not in it. */
  #lost(kind: string, { title }: LineOf<'card'>): never[] {
    this.#warnings.add(`${kind} that are not in the file left out`, 1, title);
    return [];
  }

  #listOf(card: LineOf<'card'>): number {
    const place = this.#lists.placeOf(card.list);
    if (place !== undefined) return place;
    this.#warnings.add('cards whose list is not in the file, in a list of their own', 1, card.title);
    this.#lists.add(card.list, { name: 'Other cards' });
    return this.#lists.all.length - 1;
  }

  #comment(line: LineOf<'comment'>): string | undefined {
    const { card: cardId, id: key, text, createdBy, createdAt, updatedAt, replyTo: answers = null } = line;
    this.#hanging = true;
    this.#counts.comments += 1;
    const card = this.#waiting.get(cardId);
    if (!card) return 'the comment does not follow its card';
    const editedAt = updatedAt === null ? null : microsOf(updatedAt);
    const reactions = (line.reactions ?? []).map(({ emoji, users }) => ({
      emoji,
      by: users.map((id) => this.#placeOf(id)),
    }));
    const by = this.#placeOf(createdBy);
    const id = key === undefined ? {} : { key };
    card.comments.push({ ...id, text, by, at: microsOf(createdAt), editedAt, answers, reactions });
    return undefined;
  }

  #activity({ card, activity }: LineOf<'activity'>): string | undefined {
    this.#hanging = true;
    this.#counts.activities += 1;
    if (!this.#waiting.has(card)) return 'the activity does not follow its card';
    if (!written.has(activity)) this.#warnings.note('history entries left out');
    return undefined;
  }

  #end(given: LineOf<'end'>): string | undefined {
    this.#isWhole = true;
    for (const [kind, count] of Object.entries(this.#counts)) {
      const stated = given[kind as keyof typeof given];
      if (stated !== count) return `there should be ${stated} ${kind}, not ${count}`;
    }
    return undefined;
  }

  #release(): void {
    this.#hanging = false;
    this.#whole.push(...this.#waiting.values());
    this.#waiting.clear();
  }
}

/** Whether an address is that of a placeholder. */
const isPlaceholder = (email: string | null): boolean => email?.endsWith('.placeholder.invalid') ?? false;
