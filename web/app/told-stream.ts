import { effect } from '@preact/signals';
import { sharedWorkerAt } from '../sync/shared-worker.ts';
import type { Asked } from '../sync/told.worker.ts';
import { default as address } from '../sync/told.worker.ts?sharedworker&url';
import { listenTo, type Told } from '../sync/told-events.ts';
import { tellZone } from './own-zone.ts';
import { followPushes } from './pushed.ts';
import { me } from './session.ts';
import { latest, unread } from './told.ts';

/* Loaded after the page is shown: keeps `told.ts` up to date, by one stream for all tabs where browsers have shared workers. */

const stream = '/api/v1/users/me/events';

function hear({ type, data }: Told): void {
  if (type === 'unread') unread.value = (data as { unread: number }).unread;
  else latest.value = data;
}

/** A stream of this tab alone. */
function own(): () => void {
  const source = new EventSource(stream);
  listenTo(source, hear);
  return () => source.close();
}

function shared(worker: SharedWorker, userId: string): () => void {
  worker.port.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  const asked: Asked = { address: stream, userId };
  const ask = () => worker.port.postMessage(asked);
  // A tab that comes back may find that the stream has ended meanwhile.
  const again = () => document.visibilityState === 'visible' && ask();
  document.addEventListener('visibilitychange', again);
  addEventListener('pagehide', () => worker.port.postMessage('leave'));
  ask();
  return () => document.removeEventListener('visibilitychange', again);
}

let isFollowing = false;

/** Follows whoever is signed in, from now on. Not when it is loaded: it may come in one file with others. */
export function followOwn(): void {
  if (isFollowing) return;
  isFollowing = true;
  followPushes();
  const worker = sharedWorkerAt(address, 'told');
  let end: (() => void) | undefined;
  effect(() => {
    const { id } = me.value ?? {};
    end?.();
    unread.value = 0;
    if (id !== undefined) void tellZone(id);
    end = id === undefined ? undefined : worker ? shared(worker, id) : own();
  });
}
