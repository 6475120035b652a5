/*
 * Which subscription notifies this browser, and whose it is. It is in a cache, which pages and the service worker can both read:
 * neither shows anything that was pushed to another subscription.
 */

export interface Mark {
  /** The id of the subscription. */
  id: string;
  userId: string;
}

const cacheName = 'push';
const at = '/push-mark';

export async function readMark(): Promise<Mark | undefined> {
  const kept = await caches.match(at, { cacheName });
  return kept ? ((await kept.json()) as Mark) : undefined;
}

export async function setMark(mark: Mark): Promise<void> {
  await (await caches.open(cacheName)).put(at, Response.json(mark));
}

export async function dropMark(): Promise<void> {
  await caches.delete(cacheName);
}
