import { calendars } from '../../../contract/calendars.ts';
import { addressOf } from '../../../contract/client.ts';
import { feeds } from '../../../contract/feeds.ts';
import { languageOf } from '../../../contract/languages.ts';
import { allPermissions, holds, type Permission } from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import { locate } from '../base/access/locate.ts';
import { originOf } from '../base/access/origin.ts';
import { factsOfAddresses, lacksFactor } from '../base/access/policies.ts';
import { hashOf, kindOf } from '../base/access/tokens.ts';
import { day, isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { version } from '../base/config/version.ts';
import { Forbidden, NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { isUnchanged, tagOf } from '../base/http/etag.ts';
import type { Service } from '../base/service.ts';
import { activitiesOn, type BoardActivityRow } from '../reading/board-activities.ts';
import { calendarAddresses, feedAddresses } from './actions/address.ts';
import { atomOf } from './atom.ts';
import { icsOf } from './ics.ts';
import { dueCards, stored } from './queries.ts';

/** How far back a calendar shows due cards, and max cards. */
const shown = { past: 90 * day, cards: 1000 };

/** Max entries of a feed, and looks into the log of a workspace of which one board is a small part. */
const read = { entries: 100, looks: 5 };

export function calendarRoutes(service: Service): void {
  const stateOf = async (kind: keyof typeof stored, actor: Actor, boardPublicId: string) => {
    const board = await locate(service.db, actor, 'board', boardPublicId, 'board:view');
    const found = await service.db.first(stored[kind].ofUser, { userId: actor.userId, boardId: board.id });
    return { isActive: found !== undefined, createdAt: isoMillisOrNull(found?.createdAt ?? null) };
  };
  const made = (path: string, createdAt: number) => ({
    url: `${service.publicUrl}/api/v1${path}`,
    createdAt: isoMillis(createdAt),
  });

  bind(service, calendars.get, ({ actor, params }) => stateOf('calendar', actor, params.boardPublicId));
  bind(service, feeds.get, ({ actor, params }) => stateOf('feed', actor, params.boardPublicId));

  bind(service, calendars.create, ({ change, params, request }) =>
    change(async (work) => {
      const { token, createdAt } = await calendarAddresses.create(
        work,
        params.boardPublicId,
        originOf(request),
      );
      return made(addressOf(calendars.feed, { calendarToken: token }), createdAt);
    }),
  );
  bind(service, feeds.create, ({ change, params, request }) =>
    change(async (work) => {
      const { token, createdAt } = await feedAddresses.create(work, params.boardPublicId, originOf(request));
      return made(addressOf(feeds.read, { feedToken: token }), createdAt);
    }),
  );

  bind(service, calendars.delete, ({ change, params, request }) =>
    change((work) => calendarAddresses.revoke(work, params.boardPublicId, originOf(request))),
  );
  bind(service, feeds.delete, ({ change, params, request }) =>
    change((work) => feedAddresses.revoke(work, params.boardPublicId, originOf(request))),
  );

  readingRoutes(service);
}

/** What programs read at an address. */
function readingRoutes(service: Service): void {
  const { db, clock } = service;

  bind(service, calendars.feed, async ({ params, query: { as = 'events' }, request, reply }) => {
    const { board } = await boardOf(service, 'calendar', params.calendarToken, ['card:view', 'list:view']);
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

  bind(service, feeds.read, async ({ params, request, reply }) => {
    const { board, createdAt, language } = await boardOf(service, 'feed', params.feedToken, ['board:view']);
    const { id, versions, permissions } = board;
    const { publicUrl } = service;
    const today = Math.floor(clock.now() / day);
    const may = String(permissions);
    const etag = tagOf(version, 'feed', id, versions, publicUrl, today, createdAt, may, language);
    if (isUnchanged(request, reply, etag)) {
      reply.code(304);
      return '';
    }
    reply.header('content-type', 'application/atom+xml; charset=utf-8');
    const rows: BoardActivityRow[] = [];
    let before: number | null = Number.MAX_SAFE_INTEGER;
    for (let looks = 0; before !== null && rows.length < read.entries && looks < read.looks; looks++) {
      const found = await activitiesOn(db, board, { before, limit: read.entries - rows.length });
      rows.push(...found.rows);
      before = found.next;
    }
    return atomOf({ board, publicUrl, rows, createdAt, language });
  });
}

/** The board of an address, as its owner may currently see it. Throws `NotFound` in any other case. */
async function boardOf(
  { db, config }: Pick<Service, 'db' | 'config'>,
  kind: keyof typeof stored,
  token: string,
  needs: readonly [Permission, ...Permission[]],
) {
  const found =
    kindOf(token) === 'feed' ? await db.first(stored[kind].byToken, { hash: hashOf(token) }) : undefined;
  if (!found) throw new NotFound();
  const { userId } = found;
  const facts = await factsOfAddresses(db, userId);
  if (lacksFactor(config, facts)) throw new NotFound();
  const reader = { userId, mask: allPermissions, workspaceId: null, openBoards: null, facts };
  const board = await locate(db, reader, 'board', found.boardId, needs[0]).catch((error: unknown) => {
    throw error instanceof Forbidden ? new NotFound() : error;
  });
  if (!needs.every((each) => holds(board.permissions, each))) throw new NotFound();
  return { board, createdAt: found.createdAt, language: languageOf(found.locale) ?? 'en' };
}
