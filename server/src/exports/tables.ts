import type { ExportFormat, ExportState } from '../../../contract/exports.ts';
import { integer, micros, nullable, type RowOf, table, text } from '../base/db/table.ts';

/** An export that is written beside the requests. */
export const exportsTable = table('exports', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    /** Null for the whole workspace. */
    board_id: nullable(text()),
    format: text<ExportFormat>(),
    filename: text(),
    state: text<ExportState>(),
    /** Cards that are written, of how many. */
    done: integer(),
    total: integer(),
    /** Bytes of the file; null until it is whole. */
    size: nullable(integer()),
    storage_key: nullable(text()),
    error: nullable(text()),
    attempts: integer(),
    user_id: text(),
    /** JSON `{id, name}` of the API key by which it was asked for; null for a session. */
    api_key: nullable(text()),
    mask: integer(),
    created_at: micros(),
    ended_at: nullable(micros()),
    /** From when on a node may take it up; null once it has ended. */
    due_at: nullable(micros()),
  },
});

declare module '../base/db/tables.ts' {
  interface Tables {
    exports: RowOf<typeof exportsTable>;
  }
}
