import type { UploadFormat } from '../../../../contract/imports.ts';
import { integer, nullable, type RowOf, table, text } from '../../base/db/table.ts';
import { claimable } from '../../base/jobs/claims.ts';

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
    total: nullable(integer()),
    /** JSON: what was not taken over as it was. */
    report: text(),
    /** The board, which nobody sees until the import is completed. */
    board_id: nullable(text()),
    board_name: nullable(text()),
    ...claimable,
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    imports: RowOf<typeof imports>;
  }
}
