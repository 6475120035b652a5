import type { Operation } from '../../../../contract/operation.ts';
import type { Reference } from './values.ts';

/*
 * Everything that the service has returned so far, by kind: ids, and fields that can be sent back with them. Each thing
 * knows its parents, so that a request can name things that belong together.
 */

/** Ids of the parents of a thing, or of the things that a request names, by kind. */
export type Context = Record<string, string>;

type Fact = string | number;

interface Created {
  id: Fact;
  within: Context;
  fields: Record<string, Fact>;
}

/** The kinds of the possible parents of a kind; other kinds have none. */
const surroundings: Record<string, readonly string[]> = {
  board: ['workspace'],
  list: ['workspace', 'board'],
  label: ['workspace', 'board'],
  card: ['workspace', 'board', 'list'],
  checklist: ['workspace', 'board', 'card'],
  checklistItem: ['workspace', 'board', 'card', 'checklist'],
  comment: ['workspace', 'board', 'card'],
  question: ['workspace', 'board', 'card'],
  proposal: ['workspace', 'board'],
  relation: ['workspace', 'board', 'card'],
  codeLink: ['workspace', 'board', 'card'],
  upload: ['workspace', 'board', 'card'],
  attachment: ['workspace', 'board', 'card'],
  member: ['workspace'],
  role: ['workspace'],
  webhook: ['workspace'],
  codeHost: ['workspace'],
  delivery: ['workspace', 'webhook'],
  channel: ['workspace', 'board'],
  channelDelivery: ['workspace', 'board', 'channel'],
};

/** The kinds that words of paths and properties stand for; the last word of a path is the kind that is created there. */
const kindOfWord: Record<string, string> = {
  workspaces: 'workspace',
  workspace: 'workspace',
  boards: 'board',
  board: 'board',
  lists: 'list',
  allLists: 'list',
  list: 'list',
  labels: 'label',
  label: 'label',
  cards: 'card',
  card: 'card',
  duplicate: 'card',
  checklists: 'checklist',
  items: 'checklistItem',
  comments: 'comment',
  relations: 'relation',
  code: 'codeLink',
  'code-hosts': 'codeHost',
  comment: 'comment',
  attachments: 'attachment',
  attachment: 'attachment',
  confirm: 'attachment',
  members: 'member',
  member: 'member',
  invite: 'member',
  roles: 'role',
  webhooks: 'webhook',
  channels: 'channel',
  deliveries: 'delivery',
  sessions: 'session',
  'api-keys': 'apiKey',
  invites: 'invite',
};

/** Kinds whose id property is called `id`. */
const kindsById = new Set(['session', 'apiKey', 'delivery']);

/** Kinds of which a request means a single thing: all its fields in the request must fit together. */
const oneOfAKind = new Set(['upload', 'attachment', 'person']);

/** Stands for a thing of a kind that does not exist yet. */
const absent: Record<string, Fact> = {
  id: '0123456789abcdef',
  apiKey: 1,
  size: 1,
  expires: 1,
  contentType: 'text/plain',
};

export class Pool {
  readonly #things = new Map<string, Map<Fact, Created>>();

  add(kind: string, id: Fact, context: Context, fields: Record<string, Fact> = {}): void {
    const known = this.#ofKind(kind).get(id);
    const places = surroundings[kind] ?? (kind.startsWith('cursor') ? Object.keys(context) : []);
    const found = Object.entries(this.surrounding(context)).filter(([place]) => places.includes(place));
    this.#ofKind(kind).set(id, {
      id,
      within: { ...Object.fromEntries(found), ...known?.within },
      fields: { ...known?.fields, ...fields },
    });
  }

  /** Resolves a reference in a request that already names the things in `context`, and adds it to them. */
  resolve({ kind, pick, field, loose }: Reference, context: Context): Fact {
    const all = [...this.#ofKind(kind).values()].filter(({ fields }) => field === 'id' || field in fields);
    const surrounding = this.surrounding(context);
    const matching = loose ? all : all.filter((thing) => agrees(kind, thing, surrounding));
    const among = matching.length > 0 ? matching : all;
    const thing = among[among.length - 1 - (pick % among.length)];
    if (!thing) return absent[kind] ?? absent[field] ?? 'nothing';
    context[kind] ??= String(thing.id);
    return field === 'id' ? thing.id : (thing.fields[field] ?? 'nothing');
  }

  has = (kind: string): boolean => this.#ofKind(kind).size > 0;

  /** A context, extended by the known parents of its things. */
  surrounding(context: Context): Context {
    const known = Object.entries(context).map(([kind, id]) => this.#ofKind(kind).get(id)?.within);
    return Object.assign({}, ...known.reverse(), context) as Context;
  }

  /** Stores the things in the reply to a request; `sent` is the body of the request. */
  harvest(operation: Operation, context: Context, reply: unknown, sent: unknown): void {
    const words = operation.path.split('/').filter((word) => !word.startsWith('{'));
    this.#walk(reply, kindOfWord[words.at(-1) ?? ''], context);
    if (!isObject(reply)) return;
    if (typeof reply.nextCursor === 'string') {
      this.add(`cursor of ${operation.id}`, reply.nextCursor, context);
    }
    if (typeof reply.inviteCode === 'string') {
      this.add('invite', reply.inviteCode, context, { code: reply.inviteCode });
    }
    if (typeof reply.storageKey === 'string' && typeof reply.url === 'string' && isObject(sent)) {
      const [, id = ''] = /\/uploads\/(\w+)/.exec(reply.url) ?? [];
      const { contentType, size } = sent as { contentType: string; size: number };
      const { storageKey } = reply;
      this.add('upload', id, context, { contentType, size, storageKey, ...signatureOf(reply.url) });
    }
  }

  #ofKind(kind: string): Map<Fact, Created> {
    const things = this.#things.get(kind) ?? new Map<Fact, Created>();
    this.#things.set(kind, things);
    return things;
  }

  #walk(value: unknown, kind: string | undefined, context: Context): void {
    if (Array.isArray(value)) for (const each of value) this.#walk(each, kind, context);
    if (!isObject(value)) return;
    const id = kind !== undefined && kindsById.has(kind) ? value.id : value.publicId;
    const inside = { ...context };
    if (kind !== undefined && (typeof id === 'string' || typeof id === 'number')) {
      this.add(kind, id, context, factsOf(value));
      inside[kind] = String(id);
    }
    for (const [name, child] of Object.entries(value)) this.#walk(child, kindOfWord[name], inside);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a thing is consistent with those already named. */
const agrees = (kind: string, { id, within }: Created, context: Context): boolean =>
  (!oneOfAKind.has(kind) || context[kind] === undefined || context[kind] === String(id)) &&
  Object.entries(within).every(([place, of]) => context[place] === undefined || context[place] === of);

/** The fields of a thing that can be sent back: its slug, and the signature of its address. */
function factsOf({ slug, url }: Record<string, unknown>): Record<string, Fact> {
  return {
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(typeof url === 'string' ? signatureOf(url) : {}),
  };
}

/** The parameters of a signed address. */
export function signatureOf(url: string): Record<string, Fact> {
  const [, expires, signature] = /\?expires=(\d+)&signature=(.+)$/.exec(url) ?? [];
  return expires && signature ? { expires: Number(expires), signature } : {};
}
