import { dropMark } from './push-mark.ts';

/* What was pushed to this browser and is shown, and the end of it. */

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;

export const shownHere = async (): Promise<readonly Notification[]> =>
  (await (await registration())?.getNotifications?.()) ?? [];

/** Takes away everything of an account that was notified in this browser, and ends that. */
export async function forgetPushes(): Promise<void> {
  void navigator.setAppBadge?.(0);
  if (!('caches' in globalThis)) return;
  await dropMark();
  for (const each of await shownHere()) each.close();
  await (await (await registration())?.pushManager?.getSubscription())?.unsubscribe();
}
