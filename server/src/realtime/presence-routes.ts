import { presence } from '../../../contract/presence.ts';
import type { Actor } from '../base/access/actor.ts';
import { locate } from '../base/access/locate.ts';
import { createRateLimit } from '../base/access/rate-limit.ts';
import { minute } from '../base/clock.ts';
import { fromBody, Invalid, TooManyRequests } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import type { Hub } from './hub.ts';
import { Presences } from './presences.ts';

/** Max reports per account and node, from all its tabs; this also bounds what is stored. */
const saidByOne = { count: 240, window: minute };

/** `hubs`: the open hubs, by workspace. */
export function presenceRoutes(service: Service, hubs: ReadonlyMap<string, Hub>): void {
  const { db, jobs, clock } = service;
  const presences = new Presences(service);
  const limit = createRateLimit(clock, saidByOne);

  const tabOf = async (actor: Actor, boardPublicId: string, tabId = '') => {
    const { allowed, retryAfter } = limit.use(actor.userId);
    if (!allowed) throw new TooManyRequests(retryAfter);
    const { workspaceId, id: boardId } = await locate(db, actor, 'board', boardPublicId, 'board:view');
    return { workspaceId, boardId, userId: actor.userId, tabId };
  };

  bind(service, presence.set, async ({ actor, params, query, body }) => {
    const tab = await tabOf(actor, params.boardPublicId, query.tabId);
    const cardId = body.cardPublicId ?? null;
    if (cardId !== null) {
      const card = await fromBody('cardPublicId', locate(db, actor, 'card', cardId, 'card:view'));
      if (card.boardId !== tab.boardId)
        throw new Invalid('card-on-other-board', { field: 'body/cardPublicId' });
    }
    presences.say(tab, { cardId, editing: cardId !== null && body.isEditing === true });
    return { success: true };
  });

  bind(service, presence.remove, async ({ actor, params, query }) => {
    presences.leave(await tabOf(actor, params.boardPublicId, query.tabId));
    return { success: true };
  });

  // Each round stores the reports of this node and sends out those of all nodes.
  jobs.every('presence', 1, async () => {
    await presences.store();
    if (hubs.size === 0) return;
    const present = await presences.in([...hubs.keys()]);
    const byWorkspace = Map.groupBy(present, ({ workspaceId }) => workspaceId);
    for (const [workspaceId, hub] of hubs) await hub.tellViewers(byWorkspace.get(workspaceId) ?? []);
  });

  jobs.every('forget-presences', 60, () => presences.forget());
}
