import { activities } from '../../../contract/activities.ts';
import { locate } from '../base/access/locate.ts';
import { viewerOf } from '../base/changes/activity.ts';
import { afterAllTime, beforeAllTime, isoMicros, microsOf } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { type SlicedList, slicedPage } from '../base/http/sliced-page.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { type FeedEntry, feedOf } from './queries.ts';

export function activityRoutes(service: Service): void {
  const { db } = service;
  const turns = turnsOn(db.engine);

  bind(service, activities.list, async ({ actor, params, query }) => {
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const { order = 'desc', limit = 20, cursor, include = [] } = query;
    const farthest = order === 'desc' ? afterAllTime : beforeAllTime;
    const wanted = feedOf({ apiKey: include.includes('apiKey'), change: include.includes('work') });
    const list: SlicedList<FeedEntry, number> = {
      key: 'activities',
      read: (after, most) =>
        db.all(wanted[order], {
          workspaceId: card.workspaceId,
          cardId: card.id,
          ...viewerOf(card),
          cursor: after,
          limit: most,
        }),
      behind: ({ startedAt, endedAt }) => (order === 'desc' ? startedAt : endedAt),
      textOf: isoMicros,
    };
    return slicedPage(turns, list, cursor === undefined ? farthest : microsOf(cursor), limit);
  });
}
