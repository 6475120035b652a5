import { audit } from '../../../contract/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { server } from '../../app/session.ts';
import { type AuditFilter, isBefore, matches } from './rules.ts';

/* The audit log, read page by page and filtered here: the service sends it newest first. */

export type Entry = ReplyOf<typeof audit.list>['entries'][number];

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
