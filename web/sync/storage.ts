import type { Mutation } from './mutation.ts';
import type { Keeper } from './outbox.ts';

/*
 * What outlives the page, in the browser's own database. Where there is none (private windows of some browsers), the
 * page works all the same, as long as it is open.
 */

const storeName = 'mutations';

interface Kept {
  id: string;
  boardId: string;
  /** The order in which they were made. */
  at: number;
  mutation: Mutation;
}

let opened: Promise<IDBDatabase | undefined> | undefined;

const database = (): Promise<IDBDatabase | undefined> => {
  opened ??= new Promise((resolve) => {
    const request = indexedDB.open('taskboard', 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(storeName, { keyPath: 'id' }).createIndex('board', 'boardId');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
  return opened;
};

async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const db = await database();
  if (!db) return undefined;
  return new Promise((resolve) => {
    const request = work(db.transaction(storeName, mode).objectStore(storeName));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

let made = 0;

/** Keeps the changes of one board that are not sent yet. */
export const keeperOf = (boardId: string): Keeper => ({
  async load() {
    const found = await within<Kept[]>('readonly', (store) => store.index('board').getAll(boardId));
    return (found ?? []).sort((a, b) => a.at - b.at).map(({ mutation }) => mutation);
  },
  async keep(mutation) {
    const at = performance.timeOrigin + performance.now() + ++made / 1000;
    await within('readwrite', (store) =>
      store.put({ id: mutation.id, boardId, at, mutation } satisfies Kept),
    );
  },
  async drop(id) {
    await within('readwrite', (store) => store.delete(id));
  },
});
