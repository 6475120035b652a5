import type { Static } from 'typebox';
import { boardActivities } from '../../../contract/board-activities.ts';
import { locate } from '../base/access/locate.ts';
import { isoMillis } from '../base/clock.ts';
import { Invalid } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { activitiesOn, type BoardActivityRow } from '../reading/board-activities.ts';

type Shown = Static<typeof boardActivities.list.reply>['activities'][number];

const shown = (row: BoardActivityRow): Shown => ({
  position: Number(row.position),
  type: row.type,
  kind: row.kind,
  createdAt: isoMillis(row.at),
  user: { id: row.actorId, name: row.actorName },
  key: row.apiKey === null ? null : (JSON.parse(row.apiKey) as { id: number; name: string }),
  card:
    row.cardId === null
      ? null
      : { publicId: row.cardId, title: row.cardTitle ?? '', number: row.cardNumber ?? 0 },
  list: row.listId === null ? null : { publicId: row.listId, name: row.listName ?? '' },
});

/** Cursors are positions in the log. */
function positionIn(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^\d{1,15}$/.test(cursor)) throw new Invalid('wrong-cursor', { field: 'query/cursor' });
  return Number(cursor);
}

export function boardActivityRoutes(service: Service): void {
  const { db } = service;

  bind(service, boardActivities.list, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const { userId, kind, cursor, limit = 50 } = query;
    const { rows, next } = await activitiesOn(db, board, { before: positionIn(cursor), userId, kind, limit });
    return {
      activities: rows.map(shown),
      hasMore: next !== null,
      nextCursor: next === null ? null : String(next),
    };
  });
}
