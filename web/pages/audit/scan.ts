import { audit } from '../../../contract/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { server } from '../../app/session.ts';
import { type AuditFilter, queryOf } from './rules.ts';

/* The audit log, read page by page, newest first. */

export type Entry = ReplyOf<typeof audit.list>['entries'][number];

export interface Scanned {
  found: readonly Entry[];
  /** Where to look further; null at the end. */
  cursor: string | null | undefined;
}

export const nothing: Scanned = { found: [], cursor: undefined };

/** So many more entries are shown at a time, for which so many pages are asked: each looks through some thousand entries. */
const atOnce = { found: 50, pages: 2 };

interface Scan {
  workspacePublicId: string;
  filter: AuditFilter;
  /** Where an earlier search ended. */
  after: Scanned;
  signal: AbortSignal;
  onProgress: (so: Scanned) => void;
}

/** Looks through the log from where an earlier search ended. */
export async function scan({ workspacePublicId, filter, after, signal, onProgress }: Scan) {
  let so = after;
  for (
    let pages = 0;
    so.cursor !== null && pages < atOnce.pages && so.found.length - after.found.length < atOnce.found;
    pages++
  ) {
    const query = { limit: atOnce.found, ...queryOf(filter), ...(so.cursor ? { cursor: so.cursor } : {}) };
    const { reply } = await server.ask(audit.list, { params: { workspacePublicId }, query }, { signal });
    so = { found: [...so.found, ...reply.entries], cursor: reply.nextCursor };
    onProgress(so);
  }
  return so;
}
