import { audit } from '../../../contract/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { server } from '../../app/session.ts';

/* The audit log, read page by page and filtered here: the service sends it newest first. */

export type Entry = ReplyOf<typeof audit.list>['entries'][number];

export interface AuditFilter {
  /** The id of a user, `service` for what the service did itself, or an empty string for anyone. */
  who: string;
  /** A kind of thing, or an empty string for anything. */
  kind: string;
  /** Days as `2031-11-26`, or empty strings. */
  from: string;
  to: string;
}

export const noFilter: AuditFilter = { who: '', kind: '', from: '', to: '' };

export const isFiltered = (filter: AuditFilter): boolean => Object.values(filter).some(Boolean);

const startOf = (day: string, days = 0): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).getTime();
};

/** Whether an entry is before the first day of the filter: so are all that follow. */
export const isBefore = ({ from }: AuditFilter, { createdAt }: Pick<Entry, 'createdAt'>): boolean =>
  from !== '' && Date.parse(createdAt) < startOf(from);

export function matches(
  filter: AuditFilter,
  entry: Pick<Entry, 'createdAt' | 'user'> & { subject: Pick<Entry['subject'], 'type'> },
): boolean {
  const { who, kind, to } = filter;
  if (isBefore(filter, entry)) return false;
  if (to !== '' && Date.parse(entry.createdAt) >= startOf(to, 1)) return false;
  if (who !== '' && who !== (entry.user?.id ?? 'service')) return false;
  return kind === '' || kind === entry.subject.type;
}

export interface Scanned {
  found: readonly Entry[];
  /** How many entries were looked at, and when the last of them was recorded. */
  looked: number;
  back: string | undefined;
  /** Where to look further; null at the end. */
  cursor: string | null | undefined;
}

export const nothing: Scanned = { found: [], looked: 0, back: undefined, cursor: undefined };

interface Scan {
  workspacePublicId: string;
  filter: AuditFilter;
  /** Where an earlier search ended. */
  after: Scanned;
  /** Ends once so many more entries were found, or so many more were looked at. */
  most: { found: number; looked: number };
  signal: AbortSignal;
  onProgress?: (so: Scanned) => void;
}

/** Looks through the log from where an earlier search ended. */
export async function scan({ workspacePublicId, filter, after, most, signal, onProgress }: Scan) {
  let so = after;
  while (
    so.cursor !== null &&
    so.found.length - after.found.length < most.found &&
    so.looked - after.looked < most.looked
  ) {
    const query = { limit: 100, ...(so.cursor ? { cursor: so.cursor } : {}) };
    const { reply } = await server.ask(audit.list, { params: { workspacePublicId }, query }, { signal });
    const { entries, nextCursor } = reply;
    const last = entries.at(-1);
    so = {
      found: [...so.found, ...entries.filter((entry) => matches(filter, entry))],
      looked: so.looked + entries.length,
      back: last?.createdAt ?? so.back,
      cursor: last && isBefore(filter, last) ? null : nextCursor,
    };
    onProgress?.(so);
  }
  return so;
}
