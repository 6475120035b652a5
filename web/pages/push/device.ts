import type { ReplyOf } from '../../../contract/operation.ts';
import { push } from '../../../contract/push.ts';
import { me, server } from '../../app/session.ts';
import { dropMark, readMark, setMark } from '../../sync/push-mark.ts';

/* Notifications pushed to this browser: whether it can receive them, and turning them on and off. */

/** Why this browser cannot be notified, or whether it is. */
export type State = 'unsupported' | 'insecure' | 'homeScreen' | 'denied' | 'off' | 'on';

export type Known = ReplyOf<typeof push.list>;

/** iPads say that they are Macs. Apps from the home screen can be notified, and pages in the browser cannot. */
const isAppleDevice = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac OS') && navigator.maxTouchPoints > 1);

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration();

const own = async (): Promise<PushSubscription | null> =>
  (await (await registered())?.pushManager.getSubscription()) ?? null;

/** The state of this browser; `known` are the subscriptions of the user. */
export async function stateOf({ subscriptions }: Known): Promise<State> {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleDevice() ? 'homeScreen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const mark = await readMark();
  const isKnown = subscriptions.some(({ publicId }) => publicId === mark?.id);
  return isKnown && mark?.userId === me.peek()?.id && (await own()) ? 'on' : 'off';
}

/** Returns false if the user did not allow it. Throws if the browser cannot subscribe. */
export async function turnOn({ publicKey }: Known): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  // One that was made by somebody else, or for another key, cannot be used.
  await (await own())?.unsubscribe();
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint = '', keys = {} } = (await pushManager.subscribe(options)).toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { reply } = await server.ask(push.subscribe, { body: { endpoint, keys: { p256dh, auth } } });
  await setMark({ id: reply.publicId, userId: me.peek()?.id ?? '' });
  return true;
}

export async function turnOff(): Promise<void> {
  const subscription = await own();
  if (subscription) {
    await server.ask(push.unsubscribe, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  await dropMark();
}

/** The id of the subscription of this browser. */
export const idHere = async (): Promise<string | undefined> => (await readMark())?.id;
