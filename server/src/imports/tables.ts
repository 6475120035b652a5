import type { UploadFormat } from '../../../contract/imports.ts';
import { integer, later, micros, nullable, type RowOf, table, text } from '../base/db/table.ts';

/** `arriving` is its file; `waiting` to be taken up or gone on with; the last three are for good. */
export type ImportState = 'arriving' | 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

/** What an import was made from. */
export type ImportSource = UploadFormat | 'codehost' | 'boardtool';

/** A board that comes from elsewhere. */
export const imports = table('imports', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    source: text<ImportSource>(),
    state: text<ImportState>(),
    /** JSON: what its reader is told beside the file. */
    options: text(),
    /** The file that it is read from, until it has ended. */
    storage_key: nullable(text()),
    /** Cards that are written. */
    done: integer(),
    total: nullable(integer()),
    /** JSON: what was not taken over as it was. */
    report: text(),
    /** Why it failed. */
    error: later(text()),
    /** The board, which nobody sees until the import is completed. */
    board_id: nullable(text()),
    board_name: nullable(text()),
    /** How often it was taken up. */
    attempts: integer(),
    user_id: text(),
    /** JSON of the API key with which it was asked for; null for a session. */
    api_key: nullable(text()),
    /** What that credential let through. */
    mask: integer(),
    created_at: micros(),
    ended_at: nullable(micros()),
    /** From when on a node may take it up; null once it has ended. */
    due_at: nullable(micros()),
  },
});

declare module '../base/db/tables.ts' {
  interface Tables {
    imports: RowOf<typeof imports>;
  }
}
