/*
 * The browser's database. It may be missing, full, or never answer, and the page has to work without it: then each
 * question ends with undefined.
 */

const names = ['mutations', 'boards', 'cards', 'pages'] as const;

/**
 * Fields that can be read of a board or card through the index, without loading it: loading a large one takes as long
 * as showing it.
 */
const told = ['at', 'userId', 'cardCount'];

/** Milliseconds to wait for an answer: for what the page waits for, and for what must not be lost. */
export const quick = 1000;
export const slow = 10_000;

export const answer = <T>(given: Promise<T>, patience: number): Promise<T | undefined> =>
  Promise.race([given, new Promise<undefined>((resolve) => setTimeout(resolve, patience))]);

let opened: Promise<IDBDatabase | undefined> | undefined;

export function database(): Promise<IDBDatabase | undefined> {
  // Without IndexedDB, or without permission to use it, opening throws.
  opened ??= open().catch(() => undefined);
  return opened;
}

const open = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    const request = indexedDB.open('taskboard', 6);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result: db } = request;
      for (const name of names) {
        // Unsent changes are readable from version 2 on; boards are simply read again.
        if (db.objectStoreNames.contains(name) && oldVersion < (name === 'mutations' ? 2 : 5))
          db.deleteObjectStore(name);
        if (db.objectStoreNames.contains(name)) continue;
        const store = db.createObjectStore(name, { keyPath: 'id' });
        if (name !== 'mutations') store.createIndex('told', told);
        if (name === 'cards') store.createIndex('board', 'boardId');
      }
    };
    request.onsuccess = () => {
      // A newer page needs another version of the database: this page continues without it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });

/** Does one thing in a store; undefined if that was not possible. */
export const within = <T>(
  name: (typeof names)[number],
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
  patience = quick,
): Promise<T | undefined> =>
  answer(
    database().then((db) => db && transact(db, name, mode, work)),
    patience,
  );

const transact = <T>(
  db: IDBDatabase,
  name: (typeof names)[number],
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    try {
      const transaction = db.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      // A write that has succeeded is undone in the end if there is no room for it.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => resolve(undefined);
    } catch {
      // The database was closed.
      resolve(undefined);
    }
  });
