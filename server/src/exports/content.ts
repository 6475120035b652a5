import { Readable } from 'node:stream';
import type { ExportFormat } from '../../../contract/exports.ts';
import type { Actor } from '../base/access/actor.ts';
import { isoMicros } from '../base/clock.ts';
import { version } from '../base/config/version.ts';
import { NotFound } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { boardsWith, type Sources } from './board.ts';
import { csvOf } from './csv.ts';
import { markdownEntries } from './markdown.ts';
import { nativeEntries } from './native.ts';
import { exportedWorkspace, fieldNamesOf } from './queries.ts';
import { zipOf } from './zip.ts';

/** The boards to export, and for whom. */
export interface Wanted {
  actor: Actor;
  workspaceId: string;
  boardIds: readonly string[];
  format: ExportFormat;
  /** Only cards that pass; null for all. */
  filter: string | null;
}

const isZip = (format: ExportFormat): boolean => format !== 'csv';

export const contentTypeOf = (format: ExportFormat): string =>
  isZip(format) ? 'application/zip' : 'text/csv; charset=utf-8';

/** The name of the file; `slug` is that of a board or a workspace. */
export const nameOfFile = (slug: string, format: ExportFormat, now: number): string =>
  `${slug}-${isoMicros(now).slice(0, 10)}.${isZip(format) ? 'zip' : 'csv'}`;

/** The content of an export, created while it is read. */
export async function contentOf(
  { storage, clock }: Pick<Service, 'storage' | 'clock'>,
  sources: Sources,
  { actor, workspaceId, boardIds, format, filter }: Wanted,
): Promise<Readable> {
  const now = clock.now();
  const only = filter === null ? null : { filter, at: { now, timeZone: actor.timeZone } };
  const boards = boardsWith(sources, actor, boardIds, only);
  if (format === 'csv') {
    const names = await fieldNamesOf(sources.db, { workspaceId, boardIds });
    return Readable.from(csvOf(boards, names), { objectMode: false });
  }
  if (format === 'markdown') return zipOf(markdownEntries(sources, storage, boards), now / 1000);
  const found = await sources.db.first(exportedWorkspace, { workspaceId });
  if (!found) throw new NotFound();
  const { id: _id, createdAt: _createdAt, ...workspace } = found;
  const manifest = { exportedAt: isoMicros(now), service: version, workspace };
  return zipOf(nativeEntries(sources, storage, manifest, boards), now / 1000);
}
