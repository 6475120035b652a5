import type { BoardKeeper, KeptBoard } from './follow.ts';
import type { Mutation } from './mutation.ts';
import type { Keeper } from './outbox.ts';
import { shape } from './shape.ts';
import type { CardKeeper, ReadCard } from './whole.ts';

/*
 * What outlives the page, in the browser's own database, for each who signs in. Where there is none (private windows of
 * some browsers), the page works all the same, as long as it is open.
 */

interface KeptMutation {
  id: string;
  userId: string;
  boardId: string;
  /** The order in which they were made. */
  at: number;
  mutation: Mutation;
}

interface BoardRecord extends KeptBoard {
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

/** So many boards are kept, and no more cards in all of them together. */
const mostBoards = 20;
const mostCards = 40_000;
/** So many cards are kept as their pages show them. */
const mostRead = 200;

const names = ['mutations', 'boards', 'cards'] as const;

/** What can be told of a board, or of a card, without reading it: to read a large one takes as long as to show it. */
const told: (keyof BoardRecord)[] = ['at', 'userId', 'cardCount'];

let opened: Promise<IDBDatabase | undefined> | undefined;

const database = (): Promise<IDBDatabase | undefined> => {
  opened ??= new Promise((resolve) => {
    const request = indexedDB.open('taskboard', 5);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result: db } = request;
      for (const name of names) {
        // What is not sent yet is understood from the second version on; a board is read again.
        if (db.objectStoreNames.contains(name) && oldVersion < (name === 'mutations' ? 2 : 5))
          db.deleteObjectStore(name);
        if (db.objectStoreNames.contains(name)) continue;
        const store = db.createObjectStore(name, { keyPath: 'id' });
        if (name !== 'mutations') store.createIndex('told', told);
        if (name === 'cards') store.createIndex('board', 'boardId');
      }
    };
    request.onsuccess = () => {
      // A newer page wants another form of it: this one goes on without.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });
  return opened;
};

async function within<T>(
  name: (typeof names)[number],
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const db = await database();
  if (!db) return undefined;
  return new Promise((resolve) => {
    try {
      const request = work(db.transaction(name, mode).objectStore(name));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      // It was closed, or there is no room.
      resolve(undefined);
    }
  });
}

let made = 0;

/** When those that this page knows were made. */
const times = new Map<string, number>();

/** Keeps the changes of one board that are not sent yet. */
export const keeperOf = (userId: string, boardId: string): Keeper => ({
  async load() {
    const kept = await mutationsOf(userId);
    return kept.filter((each) => each.boardId === boardId).map(({ mutation }) => mutation);
  },
  async keep(mutation) {
    const { id } = mutation;
    const at = times.get(id) ?? performance.timeOrigin + performance.now() + ++made / 1000;
    times.set(id, at);
    const record: KeptMutation = { id, userId, boardId, at, mutation };
    await within('mutations', 'readwrite', (store) => store.put(record));
  },
  async isKept(id) {
    return (await within('mutations', 'readonly', (store) => store.count(id))) !== 0;
  },
  async drop(id) {
    times.delete(id);
    await within('mutations', 'readwrite', (store) => store.delete(id));
  },
});

/** The boards on which something was changed that is not sent yet. */
export const boardsToSend = async (userId: string): Promise<string[]> => [
  ...new Set((await mutationsOf(userId)).map(({ boardId }) => boardId)),
];

/** How many changes of someone are not sent yet. */
export const countUnsent = async (userId: string): Promise<number> => (await mutationsOf(userId)).length;

async function mutationsOf(userId: string): Promise<KeptMutation[]> {
  const all = await within<KeptMutation[]>('mutations', 'readonly', (store) => store.getAll());
  const own = (all ?? []).filter((each) => each.userId === userId).sort((a, b) => a.at - b.at);
  for (const { id, at } of own) times.set(id, at);
  return own;
}

/** Who is signed in: what is seen here is kept for them and nobody else. */
let keptFor: string | undefined;

/** Keeps a board for whoever sees it. What was kept in another shape is not understood any more. */
export function boardKeeperOf(userId: string, boardId: string): BoardKeeper {
  let isDropped = false;
  return {
    async load() {
      const found = await within<BoardRecord>('boards', 'readonly', (store) => store.get(boardId));
      return found?.userId === userId && found.shape === shape ? found : undefined;
    },
    save(read) {
      whenIdle(() => {
        if (isDropped || keptFor !== userId) return;
        const kept = read();
        const cardCount = kept.contents.cards.length;
        const record: BoardRecord = { ...kept, id: boardId, userId, shape, at: Date.now(), cardCount };
        void within('boards', 'readwrite', (store) => store.put(record)).then(() =>
          bound('boards', mostBoards),
        );
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

/** Leaves nothing of a board, nor of its cards. */
export async function forgetBoard(boardId: string): Promise<void> {
  await within('boards', 'readwrite', (store) => store.delete(boardId));
  const cards = await within('cards', 'readonly', (store) => store.index('board').getAllKeys(boardId));
  for (const id of cards ?? []) await within('cards', 'readwrite', (store) => store.delete(id));
}

/** The boards of which something is kept. */
export async function keptBoards(): Promise<Set<string>> {
  const boards = await within('boards', 'readonly', (store) => store.getAllKeys());
  const cards = await within<CardRecord[]>('cards', 'readonly', (store) => store.getAll());
  return new Set([...(boards ?? []).map(String), ...(cards ?? []).map(({ boardId }) => boardId)]);
}

/** When nothing else is to be done; Safari does not say. */
const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else work();
};

interface Told {
  id: string;
  userId: string;
  cardCount: number;
}

/** What is kept of boards or cards, the one that was seen last first. */
async function keptIn(name: 'boards' | 'cards'): Promise<Told[]> {
  const db = await database();
  const kept: Told[] = [];
  if (!db) return kept;
  return new Promise((resolve) => {
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
}

/** Lets go of what was seen longest ago, where there is too much or it is too large. */
async function bound(name: 'boards' | 'cards', most: number): Promise<void> {
  let cards = 0;
  for (const [index, { id, cardCount }] of (await keptIn(name)).entries()) {
    cards += cardCount;
    if (index > 0 && (index >= most || cards > mostCards))
      await within(name, 'readwrite', (store) => store.delete(id));
  }
}

/** Keeps a card as its page shows it. */
export const cardKeeperOf = (userId: string, boardId: string, id: string): CardKeeper => ({
  async load() {
    const found = await within<CardRecord>('cards', 'readonly', (store) => store.get(id));
    return found?.userId === userId && found.shape === shape ? found : undefined;
  },
  save(read) {
    whenIdle(() => {
      if (keptFor !== userId) return;
      const record: CardRecord = { ...read, id, userId, boardId, shape, at: Date.now(), cardCount: 1 };
      void within('cards', 'readwrite', (store) => store.put(record)).then(() => bound('cards', mostRead));
    });
  },
  async drop() {
    await within('cards', 'readwrite', (store) => store.delete(id));
  },
});

/** The board on which a card was made here that is not sent yet. */
export async function boardMadeOn(userId: string, cardId: string): Promise<string | undefined> {
  const made = (await mutationsOf(userId)).find(({ mutation }) =>
    mutation.effects.some(({ id, isNew }) => isNew && id === cardId),
  );
  return made?.boardId;
}

/** The board on which a card was seen here. */
export async function boardSeenWith(userId: string, cardId: string): Promise<string | undefined> {
  const read = await within<CardRecord>('cards', 'readonly', (store) => store.get(cardId));
  if (read?.userId === userId) return read.boardId;
  const boards = await within<BoardRecord[]>('boards', 'readonly', (store) => store.getAll());
  return (boards ?? []).find(
    (each) => each.userId === userId && each.contents.cards.some(({ publicId }) => publicId === cardId),
  )?.id;
}

/** Leaves nothing of what was seen here to anyone but `userId`, and to nobody if there is none; from now on, too. */
export async function forgetBoards(userId?: string): Promise<void> {
  keptFor = userId;
  for (const name of ['boards', 'cards'] as const)
    for (const each of await keptIn(name))
      if (each.userId !== userId) await within(name, 'readwrite', (store) => store.delete(each.id));
}

/** Takes away what someone has not sent, with all that was seen here: they sign out. */
export async function forgetAll(userId: string): Promise<void> {
  await forgetBoards();
  for (const { id } of await mutationsOf(userId))
    await within('mutations', 'readwrite', (store) => store.delete(id));
}
