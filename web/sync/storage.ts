import type { CardKeeper, ReadCard } from './card-reader.ts';
import { answer, database, quick, slow, within } from './database.ts';
import type { Keeper } from './entry.ts';
import { afterOthers, read, written } from './in-turns.ts';
import type { BoardKeeper, KeptBoard } from './kept-board.ts';
import type { Mutation } from './mutation.ts';
import { shape } from './shape.ts';

/*
 * Data that outlives the page, in IndexedDB, separate for each user. If there is none (private windows of some
 * browsers), the page still works while it is open.
 *
 * When access to a board or the session ends, only the user's unsent changes are kept. Signing out deletes those too.
 */

interface KeptMutation {
  id: string;
  userId: string;
  boardId: string;
  /** A number that preserves the order in which the changes were made. */
  at: number;
  mutation: Mutation;
}

interface BoardRecord extends Omit<KeptBoard, 'contents'> {
  contents: Omit<KeptBoard['contents'], 'cards'>;
  /** Its cards; absent in what an earlier version has stored. */
  texts?: string[];
  id: string;
  userId: string;
  shape: string;
  at: number;
  cardCount: number;
}

interface CardRecord extends ReadCard {
  id: string;
  userId: string;
  boardId: string;
  shape: string;
  at: number;
  cardCount: 1;
}

/** What a page other than a board's has read. */
interface PageRecord {
  id: string;
  userId: string;
  shape: string;
  at: number;
  cardCount: 0;
  value: unknown;
}

/** What is stored of what the service has. */
const copies = ['boards', 'cards', 'pages'] as const;

/** Max number of boards stored, and of cards in all of them together. */
const maxBoards = 20;
const maxCards = 40_000;
/** Max number of cards stored as their pages show them. */
const maxRead = 200;

let made = 0;

/** The order numbers of the changes that this page knows. */
const times = new Map<string, number>();

/** Changes that are not stored: not yet, or because that is not possible. */
const unstored = new Map<string, KeptMutation>();

/** Stores a change; returns whether that was possible. Copies of what the server has make room for it. */
async function store(record: KeptMutation): Promise<boolean> {
  const { id } = record;
  unstored.set(id, record);
  const put = async () =>
    (await within('mutations', 'readwrite', (all) => all.put(record), slow)) !== undefined;
  let isStored = await put();
  if (!isStored) {
    for (const name of copies) await within(name, 'readwrite', (all) => all.clear());
    isStored = await put();
  }
  // It was sent meanwhile.
  if (!unstored.has(id)) await within('mutations', 'readwrite', (all) => all.delete(id));
  if (isStored) unstored.delete(id);
  return isStored;
}

/** Stores the unsent changes of one board. */
export const keeperOf = (userId: string, boardId: string): Keeper => ({
  async load() {
    const kept = await mutationsOf(userId, slow);
    return kept.filter((each) => each.boardId === boardId).map(({ mutation }) => mutation);
  },
  async keep(mutation) {
    const { id } = mutation;
    const at = times.get(id) ?? performance.timeOrigin + performance.now() + ++made / 1000;
    times.set(id, at);
    return store({ id, userId, boardId, at, mutation });
  },
  async isKept(id) {
    return (await within('mutations', 'readonly', (store) => store.count(id))) !== 0;
  },
  async drop(id) {
    times.delete(id);
    unstored.delete(id);
    await within('mutations', 'readwrite', (store) => store.delete(id));
  },
});

/** The boards that have unsent changes. */
export const boardsToSend = async (userId: string): Promise<string[]> => [
  ...new Set((await mutationsOf(userId)).map(({ boardId }) => boardId)),
];

/** The number of unsent changes of a user. */
export const countUnsent = async (userId: string): Promise<number> => (await mutationsOf(userId)).length;

async function mutationsOf(userId: string, patience = quick): Promise<KeptMutation[]> {
  const stored = await within<KeptMutation[]>('mutations', 'readonly', (all) => all.getAll(), patience);
  const all = new Map([...(stored ?? []).map((each) => [each.id, each] as const), ...unstored]);
  const own = [...all.values()].filter((each) => each.userId === userId).sort((a, b) => a.at - b.at);
  for (const { id, at } of own) times.set(id, at);
  return own;
}

/** The signed-in user: boards and cards are stored for this user only. */
let keptFor: string | undefined;

/** Stores a board for a user. Data of another shape is ignored. */
export function boardKeeperOf(userId: string, boardId: string): BoardKeeper {
  let isDropped = false;
  return {
    async load() {
      const found = await within<BoardRecord>('boards', 'readonly', (store) => store.get(boardId));
      if (!found?.texts || found.userId !== userId || found.shape !== shape) return undefined;
      // What cannot be read is as good as not stored.
      const cards = await read<KeptBoard['contents']['cards'][number]>(found.texts, afterOthers).catch(
        () => undefined,
      );
      return cards && { ...found, contents: { ...found.contents, cards } };
    },
    save(kept) {
      const isNotFor = () => isDropped || keptFor !== userId;
      whenIdle(async () => {
        if (isNotFor()) return;
        const { contents, ...rest } = kept();
        const { cards, ...others } = contents;
        const texts = await written(cards, () => new Promise<void>(whenIdle));
        if (isNotFor()) return;
        const of = { id: boardId, userId, shape, at: Date.now(), cardCount: cards.length };
        const record: BoardRecord = { ...rest, ...of, contents: others, texts };
        await within('boards', 'readwrite', (store) => store.put(record));
        await bound('boards', maxBoards);
      });
    },
    async drop() {
      isDropped = true;
      await forgetBoard(boardId);
    },
    async dropCard(id) {
      await within('cards', 'readwrite', (store) => store.delete(id));
    },
  };
}

/** Deletes a board and its cards. */
export async function forgetBoard(boardId: string): Promise<void> {
  await within('boards', 'readwrite', (store) => store.delete(boardId));
  const cards = await within('cards', 'readonly', (store) => store.index('board').getAllKeys(boardId));
  for (const id of cards ?? []) await within('cards', 'readwrite', (store) => store.delete(id));
}

/** The boards that are stored here, or of which a card is. */
export async function keptBoards(): Promise<Set<string>> {
  const boards = await within('boards', 'readonly', (store) => store.getAllKeys());
  const cards = await within<CardRecord[]>('cards', 'readonly', (store) => store.getAll());
  return new Set([...(boards ?? []).map(String), ...(cards ?? []).map(({ boardId }) => boardId)]);
}

/** Runs work when the browser is idle; Safari has no such callback. */
const whenIdle = (work: () => unknown): void => {
  // A page that is never idle waits a second, and stores all the same.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void work(), { timeout: 1000 });
  else setTimeout(work);
};

interface Told {
  id: string;
  userId: string;
  cardCount: number;
}

/** The index entries of stored boards or cards, the most recently seen first. */
async function keptIn(name: (typeof copies)[number]): Promise<Told[]> {
  const db = await answer(database(), quick);
  const kept: Told[] = [];
  if (!db) return kept;
  const found = new Promise<Told[]>((resolve) => {
    try {
      const request = db.transaction(name).objectStore(name).index('told').openKeyCursor(null, 'prev');
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return resolve(kept);
        const [, userId, cardCount] = cursor.key as [number, string, number];
        kept.push({ id: cursor.primaryKey as string, userId, cardCount });
        cursor.continue();
      };
      request.onerror = () => resolve([]);
    } catch {
      resolve([]);
    }
  });
  return (await answer(found, quick)) ?? [];
}

/** Deletes the entries seen longest ago if there are too many or they are too large. */
async function bound(name: 'boards' | 'cards', most: number): Promise<void> {
  let cards = 0;
  for (const [index, { id, cardCount }] of (await keptIn(name)).entries()) {
    cards += cardCount;
    if (index > 0 && (index >= most || cards > maxCards))
      await within(name, 'readwrite', (store) => store.delete(id));
  }
}

/** Stores a card as its page shows it. */
export const cardKeeperOf = (userId: string, boardId: string, id: string): CardKeeper => ({
  async load() {
    const found = await within<CardRecord>('cards', 'readonly', (store) => store.get(id));
    return found?.userId === userId && found.shape === shape ? found : undefined;
  },
  save(read) {
    whenIdle(() => {
      if (keptFor !== userId) return;
      const record: CardRecord = { ...read, id, userId, boardId, shape, at: Date.now(), cardCount: 1 };
      void within('cards', 'readwrite', (store) => store.put(record)).then(() => bound('cards', maxRead));
    });
  },
  async drop() {
    await within('cards', 'readwrite', (store) => store.delete(id));
  },
});

/** Stores what a page has read, for the next time without a connection. */
export function keepPage(id: string, value: unknown): void {
  const userId = keptFor;
  if (userId === undefined) return;
  const record: PageRecord = { id, userId, shape, at: Date.now(), cardCount: 0, value };
  void within('pages', 'readwrite', (store) => store.put(record));
}

/** What a page read the last time; undefined if that is unknown, or from before an update of the service. */
export async function keptPage(id: string): Promise<unknown> {
  const found = await within<PageRecord>('pages', 'readonly', (store) => store.get(id));
  return found?.userId === keptFor && found?.shape === shape ? found.value : undefined;
}

/** The board on which an unsent new card was created. */
export async function boardMadeOn(userId: string, cardId: string): Promise<string | undefined> {
  const made = (await mutationsOf(userId)).find(({ mutation }) =>
    mutation.effects.some(({ id, isNew }) => isNew && id === cardId),
  );
  return made?.boardId;
}

/** The board on which a card was last seen in this browser. */
export async function boardSeenWith(userId: string, cardId: string): Promise<string | undefined> {
  const read = await within<CardRecord>('cards', 'readonly', (store) => store.get(cardId));
  if (read?.userId === userId) return read.boardId;
  const boards = await within<BoardRecord[]>('boards', 'readonly', (store) => store.getAll());
  return (boards ?? []).find(
    (each) => each.userId === userId && each.texts?.some((text) => text.includes(`"publicId":"${cardId}"`)),
  )?.id;
}

/**
 * Deletes the stored boards and cards of everybody except `userId` (of everybody if there is none), and stores no
 * others from now on.
 */
export async function forgetBoards(userId?: string): Promise<void> {
  keptFor = userId;
  for (const name of copies)
    for (const each of await keptIn(name))
      if (each.userId !== userId) await within(name, 'readwrite', (store) => store.delete(each.id));
}

/** Deletes a user's unsent changes and everything seen here, when they sign out. */
export async function forgetAll(userId: string): Promise<void> {
  await forgetBoards();
  for (const { id } of await mutationsOf(userId)) await keeperOf(userId, '').drop(id);
}
