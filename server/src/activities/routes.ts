import { activities } from '../../../contract/activities.ts';
import { locate } from '../base/access/locate.ts';
import { viewerOf } from '../base/changes/activity.ts';
import { afterAllTime, beforeAllTime, isoMicros, microsOf } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { pageJson } from '../base/http/cursor.ts';
import type { Service } from '../base/service.ts';
import { newestFirst, newestFirstWithKeys, oldestFirst, oldestFirstWithKeys } from './queries.ts';

const pages = { desc: newestFirst, asc: oldestFirst };
const pagesWithKeys = { desc: newestFirstWithKeys, asc: oldestFirstWithKeys };

export function activityRoutes(service: Service): void {
  const { db } = service;

  bind(service, activities.list, async ({ actor, params, query }) => {
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const { order = 'desc', limit = 20, cursor, include = [] } = query;
    const farthest = order === 'desc' ? afterAllTime : beforeAllTime;
    const wanted = include.includes('apiKey') ? pagesWithKeys : pages;
    const found = await db.all(wanted[order], {
      workspaceId: card.workspaceId,
      cardId: card.id,
      ...viewerOf(card),
      cursor: cursor === undefined ? farthest : microsOf(cursor),
      // One more than is shown tells whether there is a further page.
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = shown.at(-1);
    const next = hasMore && last ? isoMicros(order === 'desc' ? last.startedAt : last.endedAt) : null;
    return pageJson('activities', shown, next);
  });
}
