import { live } from '../../contract/live.ts';
import { follow, type Subscription } from '../../contract/subscribe.ts';
import type { Server } from './server.ts';

/** Follows a workspace: the contract's `follow`, bound to a server. */
export type Follow = (subscription: Subscription) => Promise<void>;

/** Follows each subscription over a stream of its own. */
export const streamOf =
  (server: Server): Follow =>
  (subscription) =>
    follow(subscription, (query, signal) => {
      const params = { workspacePublicId: subscription.workspacePublicId };
      return server.open(live.events, { params, query }, signal);
    });
