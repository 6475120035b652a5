import { Readable } from 'node:stream';
import { type AuditFormat, audit, auditColumns } from '../../../contract/audit.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import type { Actor } from '../base/access/actor.ts';
import { locate } from '../base/access/locate.ts';
import { forgetAudit } from '../base/changes/forget-audit.ts';
import { afterAllTime, beforeAllTime, hour, isoMillis, microsOf, second } from '../base/clock.ts';
import { csvBegin, csvRow } from '../base/csv.ts';
import type { Reading } from '../base/db/database.ts';
import { Invalid } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { type Cursor, cursorFrom, cursorText } from '../base/http/cursor.ts';
import { createTurns, type Turns } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { type AuditRow, newestEntries, oldestEntries, placeOfEntry } from './queries.ts';
import { entryOf, isWanted, lineOf, rowOf } from './shape.ts';

/** How many entries a step looks at, and how many a page of the list with a filter looks through. */
const ofStep = 200;
const ofPage = 4000;

/** A change may commit after one that began later: only what is older than this has come to rest. */
const unsettled = 10 * second;

const types = { jsonl: 'application/jsonl', csv: 'text/csv; charset=utf-8' } as const;

export function auditRoutes(service: Service): void {
  const { db, clock } = service;
  // Others get their turn between the steps: those of the embedded database do not wait for anything.
  const turns = createTurns(1);

  bind(service, audit.list, async ({ actor, params, query }) => {
    const { limit = 20, cursor, ...filter } = query;
    const { after, before } = timesOf(filter);
    const standing = await locate(db, actor, 'workspace', params.workspacePublicId, 'workspace:manage');
    const { workspaceId, showEmails, principal } = standing;
    const found: AuditRow[] = [];
    let at = earlier(cursorFrom(cursor), before);
    let looked = 0;
    let isEnd = false;
    while (!isEnd && found.length <= limit && looked < ofPage) {
      const most = looked === 0 ? limit + 1 : ofStep;
      const wanted = { workspaceId, ...principal, ...between(after, at), limit: most };
      const rows = await turns(() => db.all(newestEntries, wanted));
      found.push(...rows.filter((row) => isWanted(filter, row)));
      looked += rows.length;
      at = rows.at(-1) ?? at;
      isEnd = rows.length < most;
    }
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit || !isEnd;
    const last = found.length > limit ? shown.at(-1) : at;
    return {
      entries: shown.map((row) => entryOf(row, showEmails)),
      hasMore,
      nextCursor: hasMore && last ? cursorText(last) : null,
    };
  });

  bind(service, audit.export, async ({ actor, params, query, request, reply }) => {
    const { workspacePublicId: id } = params;
    const { slug, workspaceId } = await locate(db, actor, 'workspace', id, 'workspace:manage');
    const { format = 'jsonl', after, ...filter } = query;
    const place = after === undefined ? undefined : await db.first(placeOfEntry, { workspaceId, id: after });
    if (after !== undefined && !place) throw new Invalid('not-found', { field: 'query/after' });
    const times = timesOf(filter);
    const to = earlier(times.before, { at: clock.now() - unsettled, id: '' });
    const from = place && isBefore(times.after, place) ? place : times.after;
    reply.headers({
      'content-type': types[format],
      // A slug has no characters that need escaping.
      'content-disposition': `attachment; filename="audit-${slug}-${isoMillis(clock.now()).slice(0, 10)}.${format}"`,
    });
    if (request.method === 'HEAD') return Readable.from([]);
    return Readable.from(fileOf({ db, turns }, actor, { workspaceId, format, from, to, filter }));
  });

  service.jobs.every('expired-audit-entries', hour / second, () => forgetAudit(service));
}

interface WantedFile {
  workspaceId: string;
  format: AuditFormat;
  from: Cursor;
  to: Cursor;
  filter: QueryOf<typeof audit.export>;
}

/** The file, a few hundred entries at a time; it breaks off once its reader may no longer read the log. */
async function* fileOf(
  { db, turns }: { db: Reading; turns: Turns },
  actor: Actor,
  { workspaceId, format, from, to, filter }: WantedFile,
): AsyncGenerator<string> {
  const write = format === 'csv' ? rowOf : lineOf;
  const step = async (after: Cursor) => {
    const { principal, showEmails } = await locate(db, actor, 'workspace', workspaceId, 'workspace:manage');
    const part = { workspaceId, ...principal, ...between(after, to), limit: ofStep };
    const rows = await db.all(oldestEntries, part);
    const wanted = rows.filter((row) => isWanted(filter, row));
    return {
      text: wanted.map((row) => write(entryOf(row, showEmails))).join(''),
      last: rows.length < ofStep ? undefined : rows.at(-1),
    };
  };
  if (format === 'csv') yield csvBegin + csvRow(auditColumns);
  for (let after = from; ; ) {
    const { text, last } = await turns(() => step(after));
    if (text !== '') yield text;
    if (!last) return;
    after = { at: last.at, id: last.id };
  }
}

const isBefore = (a: Cursor, b: Cursor): boolean => a.at < b.at || (a.at === b.at && a.id < b.id);

const earlier = (a: Cursor, b: Cursor): Cursor => (isBefore(b, a) ? b : a);

const between = (after: Cursor, before: Cursor) => ({
  afterAt: after.at,
  afterId: after.id,
  beforeAt: before.at,
  beforeId: before.id,
});

/** The times of a filter as places in the log. */
function timesOf({ from, until }: { from?: string | undefined; until?: string | undefined }) {
  const place = (at: number): Cursor => ({ at, id: '' });
  return {
    after: place(from === undefined ? beforeAllTime : microsOf(from)),
    before: place(until === undefined ? afterAllTime : microsOf(until)),
  };
}
