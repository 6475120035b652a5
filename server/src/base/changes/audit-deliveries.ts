import { sql } from 'kysely';
import { type AuditType, kindOfAudited } from '../../../../contract/audit.ts';
import { auditEvent, matchesAudit } from '../../../../contract/events.ts';
import { isBot } from '../access/bots.ts';
import { isoMillis } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { query } from '../db/query.ts';
import { boardOrNone, bodyOf, mayReadAudit, storeDeliveries } from './deliveries.ts';

/* Entries of the audit log are delivered to webhooks; the sender finds the deliveries by itself. */

interface Entry {
  workspaceId: string;
  id: string;
  type: AuditType;
  at: number;
  userId: string | null;
  subject: { id: string; name?: string };
  ofClosedBoard: boolean;
  detail: readonly object[];
}

interface About {
  workspaceId: string;
  /** The board that the entry is about. */
  boardId: string | null;
  ofClosedBoard: boolean;
}

/** The webhooks that are told of more than boards and cards, whose creators may read an entry. */
const readers = query(
  'webhooks.ofAudit',
  (_db, p: About) => sql<{ id: string; events: string }>`
  select h.id as id, h.events as events from webhooks h
  where h.workspace_id = ${p.workspaceId} and h.active = 1 and h.board_id is null and h.only_boards is null
    and h.filter is null and h.events like '%"audit%'
    and ${mayReadAudit('h', p.workspaceId, boardOrNone(p.boardId), sql`cast(${p.ofClosedBoard} as bigint)`)}
  order by h.id`,
);

/** The names that an entry leaves to those who read it. */
const names = query(
  'audit_entries.names',
  (_db, p: { workspaceId: string; userId: string | null; subjectId: string }) => sql<{
    user: string | null;
    isBot: 0 | 1 | null;
    member: string | null;
  }>`
  select (select u.name from users u where u.id = coalesce(cast(${p.userId} as text), '')) as "user",
    (select ${isBot('u')} from users u where u.id = coalesce(cast(${p.userId} as text), '')) as "isBot",
    (select u.name from members m join users u on u.id = m.user_id
      where m.workspace_id = ${p.workspaceId} and m.id = ${p.subjectId}) as member`,
);

/** Stores deliveries of an entry that was just written. */
export async function deliverEntry(tx: Writing, entry: Entry, now: number): Promise<void> {
  const { workspaceId, id, type, at, userId, subject, ofClosedBoard, detail } = entry;
  const boardId = kindOfAudited(type) === 'board' ? subject.id : null;
  const found = await tx.all(readers, { workspaceId, boardId, ofClosedBoard });
  const hearing = found.filter(({ events }) => (JSON.parse(events) as string[]).some(matchesAudit));
  if (hearing.length === 0) return;
  const known = await tx.first(names, { workspaceId, userId, subjectId: subject.id });
  const body = bodyOf(auditEvent, at, {
    workspacePublicId: workspaceId,
    entry: {
      publicId: id,
      type,
      createdAt: isoMillis(at),
      user: userId === null ? null : { id: userId, name: known?.user ?? null, isBot: known?.isBot === 1 },
      subject: {
        type: kindOfAudited(type),
        publicId: subject.id,
        name: subject.name ?? known?.member ?? null,
      },
      detail,
    },
  });
  const ids = hearing.map((webhook) => webhook.id);
  await storeDeliveries(tx, ids, { workspaceId, boardId, type: auditEvent, body, now });
}
