import { activities } from '../../../contract/activities.ts';
import { locate } from '../base/access/locate.ts';
import { viewerOf } from '../base/changes/activity.ts';
import { afterAllTime, beforeAllTime, isoMicros, microsOf } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { type SlicedList, slicedPage } from '../base/http/sliced-page.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { shownTo } from '../data/comments/reactions.ts';
import { boardActivityRoutes } from './board-routes.ts';
import { flowRoutes } from './flow-routes.ts';
import { type FeedEntry, feedOf } from './queries.ts';

function withReactions(entry: FeedEntry, userId: string): FeedEntry {
  const { json, replyTo = null, reactions = null } = entry;
  if (json === null) return entry;
  const more = JSON.stringify({ replyTo, reactions: shownTo(userId, reactions) });
  return { ...entry, json: `${json.slice(0, -1)},${more.slice(1)}` };
}

export function activityRoutes(service: Service): void {
  const { db } = service;
  const turns = turnsOn(db.engine);
  boardActivityRoutes(service);
  flowRoutes(service);

  bind(service, activities.list, async ({ actor, params, query }) => {
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const { order = 'desc', limit = 20, cursor, include = [] } = query;
    const farthest = order === 'desc' ? afterAllTime : beforeAllTime;
    const reactions = include.includes('reactions');
    const wanted = feedOf({
      apiKey: include.includes('apiKey'),
      change: include.includes('work'),
      reactions,
    });
    const list: SlicedList<FeedEntry, number> = {
      key: 'activities',
      read: async (after, most) => {
        const found = await db.all(wanted[order], {
          workspaceId: card.workspaceId,
          cardId: card.id,
          ...viewerOf(card),
          cursor: after,
          limit: most,
        });
        return reactions ? found.map((entry) => withReactions(entry, actor.userId)) : found;
      },
      behind: ({ startedAt, endedAt }) => (order === 'desc' ? startedAt : endedAt),
      textOf: isoMicros,
    };
    return slicedPage(turns, list, cursor === undefined ? farthest : microsOf(cursor), limit);
  });
}
