import type { Place } from '../../base/storage/spool.ts';
import type { SyncSpool } from '../../base/storage/sync-spool.ts';
import { JsonSplitter } from '../reading/split-json.ts';
import { headOf } from './cards.ts';
import { type Fields, fieldsOf, listOf, textOf, type Whole } from './fields.ts';

/*
 * Most of a large export is repetition: each action repeats its board, list, card and author. Only the fields that are needed are
 * kept, on disk, because cards, checklists and actions arrive in another order than they are written in. Memory holds only their
 * places on disk and the fields that determine their order.
 */

const cardFields =
  'id name desc idList pos closed dateClosed dateLastActivity dateCompleted due dueComplete dueReminder start idLabels idMembers ' +
  'idMembersVoted badges customFieldItems stickers coordinates locationName address cover idAttachmentCover isTemplate ' +
  'pluginData idShort shortLink subscribed';

const kept = new Map<string, readonly string[]>(
  Object.entries({
    lists: 'id name pos closed dateClosed softLimit color'.split(' '),
    labels: 'id name color'.split(' '),
    members: 'id username fullName email'.split(' '),
    cards: cardFields.split(' '),
    checklists: 'id idCard name pos checkItems'.split(' '),
    customFields: 'id name type pos display options'.split(' '),
    pluginData: [],
  }),
);

/** Fields of the board itself. */
const single = new Set(['name', 'desc', 'starred', 'prefs']);

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])));

/** Builds an export from its text, which arrives in chunks. */
export class BoardtoolParts {
  readonly #spool: SyncSpool;
  /** The places on disk of elements that are held only in part. */
  readonly #places = new Map<Fields, Place>();
  readonly #board: Record<string, unknown> = {};
  readonly #people = new Map<string, Fields>();
  readonly splitter = new JsonSplitter(
    (key, value, inList) => this.#take(key, value, inList),
    (list) => {
      if (kept.has(list) || list === 'actions') this.#board[list] = [];
    },
  );

  constructor(spool: SyncSpool) {
    this.#spool = spool;
  }

  readonly whole: Whole = (element) => {
    const place = this.#places.get(element);
    return place ? fieldsOf(this.#spool.get(place)) : element;
  };

  /** The first argument of `readBoardtoolJson`; `whole` is the second. */
  get board(): Fields {
    return this.#board;
  }

  #take(key: string, value: unknown, inList: boolean): void {
    if (!inList) {
      if (single.has(key)) this.#board[key] = value;
      return;
    }
    const part = this.#part(key, fieldsOf(value));
    if (!part) return;
    const list = this.#board[key];
    if (Array.isArray(list)) list.push(part);
    else this.#board[key] = [part];
  }

  #part(key: string, fields: Fields): Fields | undefined {
    if (key === 'actions') return this.#aside({}, this.#action(fields));
    if (key === 'cards') return this.#card(fields);
    if (key === 'checklists') return this.#checklist(fields);
    const names = kept.get(key);
    return names && pick(fields, names);
  }

  #aside(head: Fields, element: Fields): Fields {
    this.#places.set(head, this.#spool.put(element));
    return head;
  }

  #card(fields: Fields): Fields {
    const labels = listOf(fields.labels).map((label) => pick(label, kept.get('labels') ?? []));
    const attachments = listOf(fields.attachments).map((file) =>
      pick(file, ['name', 'url', 'isUpload', 'date', 'idMember']),
    );
    const checklists = listOf(fields.checklists).map((checklist) => this.#checklist(checklist));
    return this.#aside(
      { ...headOf(fields), checklists },
      {
        ...pick(fields, kept.get('cards') ?? []),
        ...('labels' in fields ? { labels } : {}),
        ...('attachments' in fields ? { attachments } : {}),
      },
    );
  }

  #checklist(fields: Fields): Fields {
    return this.#aside(pick(fields, ['id', 'idCard', 'pos']), pick(fields, kept.get('checklists') ?? []));
  }

  #action(fields: Fields): Fields {
    const data = fieldsOf(fields.data);
    return {
      ...pick(fields, ['id', 'type', 'date', 'idMemberCreator']),
      memberCreator: this.#person(fields.memberCreator),
      member: this.#person(fields.member),
      data: {
        ...pick(data, ['text', 'idOriginalCommenter', 'dateLastEdited']),
        card: pick(fieldsOf(data.card), ['id', 'closed', 'dueComplete']),
        list: pick(fieldsOf(data.list), ['id', 'closed']),
        old: pick(fieldsOf(data.old), ['closed', 'dueComplete']),
      },
    };
  }

  #person(value: unknown): Fields {
    const fields = fieldsOf(value);
    const id = textOf(fields.id);
    const known = this.#people.get(id) ?? pick(fields, kept.get('members') ?? []);
    this.#people.set(id, known);
    return known;
  }
}
