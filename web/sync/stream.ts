import { live } from '../../contract/live.ts';
import { follow, type Subscription } from '../../contract/subscribe.ts';
import type { Server } from './server.ts';

/** Milliseconds for which the line may be down, or a change may wait, before the page says so. */
export const grace = 3000;

export interface Following extends Subscription {
  /** Called when the stream has opened, and with false before each attempt to open it. */
  onLine?: (isOpen: boolean) => void;
}

/** Follows a workspace: the contract's `follow`, bound to a server. */
export type Follow = (subscription: Following) => Promise<void>;

/** Follows each subscription over a stream of its own. */
export const streamOf =
  (server: Server): Follow =>
  (subscription) =>
    follow(subscription, async (query, signal) => {
      const params = { workspacePublicId: subscription.workspacePublicId };
      subscription.onLine?.(false);
      const response = await server.open(live.events, { params, query }, signal);
      subscription.onLine?.(true);
      return response;
    });
