import { effect } from '@preact/signals';
import { forgetPushes, shownHere } from '../sync/push-here.ts';
import { readMark } from '../sync/push-mark.ts';
import type { Carried } from '../sync/pushed.ts';
import { go } from './location.ts';
import { ended, me } from './session.ts';
import { unread } from './told.ts';

/* What the page does with notifications that are pushed to this browser; they are shown by the service worker. */

/** Ends notifications to this browser unless they are for this user. */
async function keepOnly(userId: string | undefined): Promise<void> {
  const mark = 'caches' in globalThis ? await readMark() : undefined;
  if (mark && mark.userId !== userId) await forgetPushes();
}

/** Takes away what is shown of what was read meanwhile, here or elsewhere. */
async function closeRead(count: number): Promise<void> {
  const notifications = await shownHere();
  if (notifications.length === 0) return;
  const left = new Set(count === 0 ? [] : await unreadIds());
  for (const each of notifications) {
    const { id } = each.data as Carried;
    if (id === null ? count === 0 : !left.has(id)) each.close();
  }
}

async function unreadIds(): Promise<readonly string[]> {
  const reply = await fetch('/api/v1/users/me/notifications?state=unread&limit=100');
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  const { notifications } = (await reply.json()) as { notifications: readonly { publicId: string }[] };
  return notifications.map(({ publicId }) => publicId);
}

/** Keeps the app's badge and what is shown up to date, from now on. */
export function followPushes(): void {
  let before = 0;
  effect(() => {
    const count = unread.value;
    void navigator.setAppBadge?.(count);
    // It is 0 until it is known.
    if (count !== before) void closeRead(count).catch(() => undefined);
    before = count;
  });
  effect(() => {
    const someone = me.value;
    if (someone !== undefined) void keepOnly(ended.value ? undefined : someone?.id).catch(() => undefined);
  });
  // A notification was clicked.
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: string }>) => {
    if (data.open === undefined) return;
    ports[0]?.postMessage('went');
    go(data.open);
  });
}
