import { type AuditKind, type audit, kindOfAudited } from '../../../contract/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { isoMillis } from '../base/clock.ts';
import { csvRow } from '../base/csv.ts';
import type { AuditRow } from './queries.ts';

export type Entry = ReplyOf<typeof audit.list>['entries'][number];

export const entryOf = (row: AuditRow, showEmails: boolean): Entry => ({
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

export const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

/** An entry in the columns that the contract names. */
export const rowOf = ({ publicId, createdAt, type, user, subject, detail }: Entry): string =>
  csvRow([
    publicId,
    createdAt,
    type,
    user?.id ?? '',
    user?.name ?? '',
    user?.email ?? '',
    user ? String(user.isBot) : '',
    subject.type,
    subject.publicId,
    subject.name ?? '',
    subject.email ?? '',
    detail.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('\n'),
  ]);

/** Which entries are wanted, besides when they were made. */
export interface Wanted {
  kind?: AuditKind | undefined;
  user?: string | undefined;
}

export const isWanted = ({ kind, user }: Wanted, row: AuditRow): boolean =>
  row.isShown === 1 &&
  (kind === undefined || kind === kindOfAudited(row.type)) &&
  (user === undefined || user === (row.userId ?? 'service'));
