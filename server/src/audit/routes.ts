import { audit, kindOfAudited } from '../../../contract/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { locate } from '../base/access/locate.ts';
import { forgetAudit } from '../base/changes/forget-audit.ts';
import { hour, isoMillis, second } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom, pageOf } from '../base/http/cursor.ts';
import type { Service } from '../base/service.ts';
import { type AuditRow, newestEntries } from './queries.ts';

export function auditRoutes(service: Service): void {
  const { db } = service;

  bind(service, audit.list, async ({ actor, params, query: { limit = 20, cursor } }) => {
    const after = cursorFrom(cursor);
    const standing = await locate(db, actor, 'workspace', params.workspacePublicId, 'workspace:manage');
    const { workspaceId, showEmails, principal } = standing;
    const found = await db.all(newestEntries, { workspaceId, ...principal, ...after, limit: limit + 1 });
    const { shown, hasMore, nextCursor } = pageOf(found, limit);
    return { entries: shown.map((row) => entryOf(row, showEmails)), hasMore, nextCursor };
  });

  service.jobs.every('expired-audit-entries', hour / second, () => forgetAudit(service));
}

type Entry = ReplyOf<typeof audit.list>['entries'][number];

const entryOf = (row: AuditRow, showEmails: boolean): Entry => ({
  publicId: row.id,
  type: row.type as Entry['type'],
  createdAt: isoMillis(row.at),
  user:
    row.userId === null
      ? null
      : {
          id: row.userId,
          name: row.userName,
          email: showEmails ? row.userEmail : null,
          isBot: row.userIsBot === 1,
        },
  subject: {
    type: kindOfAudited(row.type),
    publicId: row.subjectId,
    name: row.subjectName,
    email: showEmails ? row.subjectEmail : null,
  },
  detail: JSON.parse(row.detail) as Entry['detail'],
});
