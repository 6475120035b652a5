import { signal } from '@preact/signals';
import { routes } from '../../../contract/routes.ts';
import { problemOf } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import { unread } from '../../app/told.ts';
import { toast } from '../../ui/toast.tsx';
import type { Notification, State } from './notification.ts';

/* The notifications that the inbox shows, and what is done to them: shown at once, and taken back if it fails. */

interface Shown {
  state: State;
  items: readonly Notification[];
  nextCursor: string | null;
}

/** Undefined until the first page has been read. */
export const shown = signal<Shown | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);

/** What a request does to some notifications. */
type Change = { read: boolean } | { archived: boolean } | { snoozeUntil: string };

const perPage = 50;

/** Reads the first page; what was shown before stays until it is there. */
export async function readInbox(state: State): Promise<void> {
  if (shown.peek()?.state !== state) shown.value = undefined;
  await readPage(state, undefined);
}

export async function readMore(): Promise<void> {
  const before = shown.peek();
  if (before?.nextCursor) await readPage(before.state, before);
}

async function readPage(state: State, before: Shown | undefined): Promise<void> {
  const query = { state, limit: perPage, ...(before?.nextCursor ? { cursor: before.nextCursor } : {}) };
  try {
    const { reply } = await server.ask(routes.notifications.list, { query });
    const { notifications, nextCursor } = reply;
    // The user may have changed to another state by now.
    if (before && shown.peek() !== before) return;
    shown.value = { state, items: [...(before?.items ?? []), ...notifications], nextCursor };
    unread.value = reply.unread;
    problem.value = undefined;
  } catch (error) {
    problem.value = problemOf(error);
  }
}

/** Shows a notification that has just arrived or was raised; a row that the reader has before them stays in its place. */
export function arrived(notification: Notification): void {
  const now = shown.peek();
  if (!now || now.state === 'archived') return;
  const { publicId } = notification;
  const others = now.items.filter((each) => each.publicId !== publicId);
  shown.value = { ...now, items: [notification, ...others] };
}

/** Changes some notifications; those that no longer belong to the state shown disappear. */
export async function changeAll(those: readonly Notification[], change: Change): Promise<void> {
  const before = shown.peek();
  if (!before || those.length === 0) return;
  const ids = those.map(({ publicId }) => publicId);
  const at = new Date().toISOString();
  const items = before.items.flatMap((each): Notification[] => {
    if (!ids.includes(each.publicId)) return [each];
    if ('read' in change) return [{ ...each, readAt: change.read ? at : null }];
    return [];
  });
  shown.value = { ...before, items };
  const wasUnread = those.filter(({ readAt }) => !readAt).length;
  if ('read' in change) unread.value += change.read ? -wasUnread : those.length - wasUnread;
  else unread.value -= wasUnread;
  try {
    const { reply } = await server.ask(routes.notifications.update, { body: { ids, ...change } });
    unread.value = reply.unread;
  } catch (error) {
    shown.value = before;
    toast(problemOf(error));
    await readInbox(before.state);
  }
}

/** Marks everything up to now as read. */
export async function readAll(): Promise<void> {
  const before = shown.peek();
  if (!before) return;
  try {
    const body = { before: new Date().toISOString(), read: true };
    const { reply } = await server.ask(routes.notifications.update, { body });
    unread.value = reply.unread;
    await readInbox(before.state);
  } catch (error) {
    toast(problemOf(error));
  }
}
