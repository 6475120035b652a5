import { sql } from 'kysely';
import { passingOn } from '../../base/db/pass-on.ts';
import { command } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { failedIn } from '../../base/jobs/failed.ts';
import { maxDeaths } from '../../base/jobs/leases.ts';
import { attachments, uploads } from './tables.ts';

/* Statements by which other domains write files. */

/** A file that is about to be stored; if it is never attached, it is removed once this has expired. */
export const insertUpload = insertRow('uploads.insertImported', uploads);

export const insertAttachment = insertRow('attachments.insertImported', attachments);

/** Removes the upload of a file; returns its id if it existed. */
export const takeUpload = command(
  'uploads.takeImported',
  (_db, p: { workspaceId: string; id: string }) => sql<{ id: string }>`
  delete from uploads where workspace_id = ${p.workspaceId} and id = ${p.id} returning id`,
);

export const passAttachments = passingOn('attachments', 'id', { user: 'created_by' });

export const passUploads = passingOn('uploads', 'id', { user: 'created_by' });

/** Small versions of pictures that were given up: the attempt that finds two deaths counts as one itself. They get one more. */
export const failedPreviews = failedIn({
  table: 'attachments',
  id: 'id',
  isFailed: () => sql`preview_due is null and preview_deaths > ${sql.lit(maxDeaths)}`,
  set: ({ now }) => sql`preview_due = ${now}, preview_deaths = ${sql.lit(maxDeaths - 1)}`,
});
