import { sql } from 'kysely';
import type { Field, WorkspaceField } from '../../../../contract/field-shapes.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { boardFieldsJson, workspaceFieldsJson } from './fragments.ts';

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const ofBoard = query(
  'fields.ofBoard',
  (_db, p: OfBoard, fn) => sql<{ fields: string }>`select ${boardFieldsJson(fn, p)} as fields`,
);

/** The fields of a board as JSON, in order. */
export const fieldsJsonOf = async (tx: Reading, { workspaceId, boardId }: OfBoard): Promise<string> =>
  (await tx.first(ofBoard, { workspaceId, boardId }))?.fields ?? '[]';

/** The fields of a board, in order. */
export const fieldsOf = async (tx: Reading, board: OfBoard): Promise<Field[]> =>
  JSON.parse(await fieldsJsonOf(tx, board)) as Field[];

const ofWorkspace = query(
  'workspace_fields.all',
  (_db, p: { workspaceId: string }, fn) =>
    sql<{ fields: string }>`select ${workspaceFieldsJson(fn, p)} as fields`,
);

/** The fields of a workspace, in order. */
export const workspaceFieldsOf = async (
  tx: Reading,
  { workspaceId }: { workspaceId: string },
): Promise<WorkspaceField[]> =>
  JSON.parse((await tx.first(ofWorkspace, { workspaceId }))?.fields ?? '[]') as WorkspaceField[];
