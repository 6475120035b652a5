import { JsonSplitter } from '../reading/split-json.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';

/*
 * Of a large export most is said again and again: each action repeats its board, list, card and author. Only what is
 * read of it is kept, and people once.
 */

const cardFields =
  'id name desc idList pos closed dateClosed due dueComplete dueReminder start idLabels idMembers idMembersVoted ' +
  'badges customFieldItems stickers coordinates locationName address cover idAttachmentCover isTemplate pluginData ' +
  'idShort shortLink checklists subscribed';

const kept: Record<string, readonly string[]> = {
  lists: 'id name pos closed dateClosed softLimit'.split(' '),
  labels: 'id name color'.split(' '),
  members: 'id username fullName email'.split(' '),
  cards: cardFields.split(' '),
  checklists: 'id idCard name pos checkItems'.split(' '),
  customFields: [],
  pluginData: [],
};

/** What a board has once. */
const single = new Set(['name', 'desc', 'starred', 'prefs']);

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));

/** Puts an export together from its text, piece by piece. */
export class BoardtoolParts {
  readonly #board: Record<string, unknown> = {};
  readonly #people = new Map<string, Fields>();
  readonly splitter = new JsonSplitter(
    (key, value, inList) => this.#take(key, value, inList),
    (list) => {
      if (list in kept || list === 'actions') this.#board[list] = [];
    },
  );

  /** What `readBoardtoolJson` takes. */
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
    if (key === 'actions') return this.#action(fields);
    const names = kept[key];
    if (!names) return undefined;
    if (key !== 'cards') return pick(fields, names);
    const labels = listOf(fields.labels).map((label) => pick(label, kept.labels ?? []));
    const attachments = listOf(fields.attachments).map((file) =>
      pick(file, ['name', 'url', 'isUpload', 'date', 'idMember']),
    );
    return {
      ...pick(fields, names),
      ...('labels' in fields ? { labels } : {}),
      ...('attachments' in fields ? { attachments } : {}),
    };
  }

  #action(fields: Fields): Fields {
    const data = fieldsOf(fields.data);
    return {
      ...pick(fields, ['id', 'type', 'date', 'idMemberCreator']),
      memberCreator: this.#person(fields.memberCreator),
      member: this.#person(fields.member),
      data: {
        ...pick(data, ['text', 'idOriginalCommenter', 'dateLastEdited']),
        card: pick(fieldsOf(data.card), ['id', 'closed']),
        list: pick(fieldsOf(data.list), ['id', 'closed']),
        old: pick(fieldsOf(data.old), ['closed']),
      },
    };
  }

  #person(value: unknown): Fields {
    const fields = fieldsOf(value);
    const id = textOf(fields.id);
    const known = this.#people.get(id) ?? pick(fields, kept.members ?? []);
    this.#people.set(id, known);
    return known;
  }
}
