import { sql } from 'kysely';
import { foldedName } from '../../../../contract/field-types.ts';
import type { Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { insertRows, updateRow } from '../../base/db/statements.ts';
import { type Brought, hideBrought, rehideBrought, showBrought } from '../imports/brought.ts';
import { fieldsOf } from './definitions.ts';
import { unusedName } from './names.ts';
import { fields } from './tables.ts';

/* Statements by which other domains write fields. */

export const insertFields = insertRows('fields.insertMany', fields, [
  'workspace_id',
  'board_id',
  'created_at',
]);

export const hideFields = hideBrought('fields.hide', fields);
export const rehideFields = rehideBrought('fields.rehide', fields);

const show = showBrought('fields.show', fields);
const rename = updateRow('fields.rename', fields, ['name']);

const hidden = query(
  'fields.hidden',
  (_db, p: Brought) => sql<{ id: string; name: string }>`
  select f.id as id, f.name as name from fields f
  where f.workspace_id = ${p.workspaceId} and f.board_id = ${p.boardId} and f.deleted_by = ${p.by}
  order by f.position`,
);

/**
 * Shows the hidden fields of an import. One whose name was given to another field while the import wrote gets a name of its own.
 * The transaction has locked the workspace, under which names of fields change.
 */
export async function showFields(tx: Writing, brought: Brought): Promise<void> {
  const shown = await tx.all(hidden, brought);
  if (shown.length === 0) return;
  const names = new Set((await fieldsOf(tx, brought)).map(({ name }) => foldedName(name)));
  for (const { id, name } of shown) {
    const free = unusedName(name, names);
    if (free !== name) await tx.run(rename, { workspaceId: brought.workspaceId, id, name: free });
  }
  await tx.run(show, brought);
}
