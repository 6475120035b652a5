import { newKey } from './mutation.ts';
import type { Server } from './server.ts';
import type { Heard, Said } from './shared.ts';
import { default as address } from './shared.worker.ts?sharedworker&url';
import { sharedWorkerAt } from './shared-worker.ts';
import { type Follow, type Following as Subscription, streamOf } from './stream.ts';

/* How a tab follows a workspace: by the stream that all tabs share, or by its own in browsers without shared workers. */

interface Following {
  subscription: Subscription;
  /** Every event up to this position has arrived. */
  position: number;
  end: (how: Promise<void>) => void;
}

/** Milliseconds between two heartbeats; a port does not report that its tab is gone. */
const beat = 20_000;

export function sharedStream(server: Server): Follow {
  const own = streamOf(server);
  const worker = sharedWorkerAt(address, 'stream');
  if (!worker) return own;
  const followings = new Map<string, Following>();
  let isBroken = false;
  const say = (said: Said) => worker.port.postMessage(said);
  const sayFollow = (id: string, { subscription, position }: Following) =>
    say({
      type: 'follow',
      id,
      workspaceId: subscription.workspacePublicId,
      boardId: subscription.boardPublicId ?? '',
      after: position,
    });
  worker.port.onmessage = ({ data }: MessageEvent<Heard>) => {
    const following = followings.get(data.id);
    if (following) hear(data, following, () => sayFollow(data.id, following));
  };
  worker.onerror = () => {
    isBroken = true;
    for (const { subscription, position, end } of followings.values())
      end(own({ ...subscription, after: position }));
  };
  const alive = () => followings.size > 0 && say({ type: 'alive', ids: [...followings.keys()] });
  setInterval(alive, beat);
  addEventListener('pageshow', ({ persisted }) => persisted && alive());
  addEventListener('pagehide', () => {
    for (const id of followings.keys()) say({ type: 'leave', id });
  });
  return (subscription) => {
    if (isBroken) return own(subscription);
    return new Promise((resolve) => {
      const id = newKey();
      const end = (how: Promise<void>) => {
        followings.delete(id);
        resolve(how);
      };
      const following = { subscription, position: subscription.after ?? 0, end };
      followings.set(id, following);
      sayFollow(id, following);
      subscription.signal.addEventListener('abort', () => {
        say({ type: 'leave', id });
        end(Promise.resolve());
      });
    });
  };
}

function hear(heard: Heard, following: Following, followAnew: () => void): void {
  const { subscription } = following;
  switch (heard.type) {
    case 'event':
      return subscription.onEvent(heard.event);
    case 'position':
      following.position = Math.max(following.position, heard.at.position);
      return subscription.onPosition?.(heard.at);
    case 'reset':
      following.position = heard.position;
      return subscription.onReset(heard.position);
    case 'presence':
      return subscription.onPresence?.(heard.viewing);
    case 'line':
      return subscription.onLine?.(heard.isOpen);
    case 'end':
      return following.end(Promise.reject(new Ended(heard.status)));
    case 'unknown':
      return followAnew();
  }
}

/** The stream was refused. */
class Ended extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the stream was refused: ${status}`);
    this.status = status;
  }
}
