import { calendars } from '../../../contract/calendars.ts';
import { addressOf } from '../../../contract/client.ts';
import { allPermissions, holds } from '../../../contract/permissions.ts';
import { locate } from '../base/access/locate.ts';
import { originOf } from '../base/access/origin.ts';
import { hashOf, kindOf } from '../base/access/tokens.ts';
import { day, isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { version } from '../base/config/version.ts';
import { Forbidden, NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { isUnchanged, tagOf } from '../base/http/etag.ts';
import type { Service } from '../base/service.ts';
import { createCalendar, deleteCalendar } from './actions/address.ts';
import { icsOf } from './ics.ts';
import { byToken, calendarOf, dueCards } from './queries.ts';

/** How far back a calendar shows due cards, and max cards. */
const shown = { past: 90 * day, cards: 1000 };

export function calendarRoutes(service: Service): void {
  const { db, clock } = service;

  bind(service, calendars.get, async ({ actor, params }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const found = await db.first(calendarOf, { userId: actor.userId, boardId: board.id });
    return { isActive: found !== undefined, createdAt: isoMillisOrNull(found?.createdAt ?? null) };
  });

  bind(service, calendars.create, ({ change, params, request }) =>
    change(async (work) => {
      const { token, createdAt } = await createCalendar(work, params.boardPublicId, originOf(request));
      const path = addressOf(calendars.feed, { calendarToken: token });
      return { url: `${service.publicUrl}/api/v1${path}`, createdAt: isoMillis(createdAt) };
    }),
  );

  bind(service, calendars.delete, ({ change, params, request }) =>
    change((work) => deleteCalendar(work, params.boardPublicId, originOf(request))),
  );

  bind(service, calendars.feed, async ({ params, query: { as = 'events' }, request, reply }) => {
    const board = await boardOf(service, params.calendarToken);
    const { workspaceId, id: boardId, name, cardPrefix, versions } = board;
    const { publicUrl } = service;
    const from = Math.floor((clock.now() - shown.past) / day) * day;
    const etag = tagOf(version, 'calendar', boardId, versions, publicUrl, from, as);
    if (isUnchanged(request, reply, etag)) {
      reply.code(304);
      return '';
    }
    reply.header('content-type', 'text/calendar; charset=utf-8');
    const cards = await db.all(dueCards, { workspaceId, boardId, from, limit: shown.cards });
    return icsOf({ name, cardPrefix, workspaceId, publicUrl, cards, as });
  });
}

/** The board of an address, as its owner may currently see it. Throws `NotFound` in any other case. */
async function boardOf({ db }: Pick<Service, 'db'>, token: string) {
  const found = kindOf(token) === 'calendar' ? await db.first(byToken, { hash: hashOf(token) }) : undefined;
  if (!found) throw new NotFound();
  const reader = { userId: found.userId, mask: allPermissions, workspaceId: null };
  const board = await locate(db, reader, 'board', found.boardId, 'card:view').catch((error: unknown) => {
    throw error instanceof Forbidden ? new NotFound() : error;
  });
  // The calendar shows the lists of cards.
  if (!holds(board.permissions, 'list:view')) throw new NotFound();
  return board;
}
