import type { ExportFormat, ExportState } from '../../../../contract/exports.ts';
import { integer, nullable, type RowOf, table, text } from '../../base/db/table.ts';
import { claimable } from '../../base/jobs/claims.ts';

/** An export that a job writes, outside of any request. */
export const exportsTable = table('exports', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    /** Null for the whole workspace. */
    board_id: nullable(text()),
    format: text<ExportFormat>(),
    /** The cards that it has, in the filter language; null for all. */
    filter: nullable(text()),
    filename: text(),
    /** Also `deleted`: nobody can see it any more, but its file is not removed yet. */
    state: text<ExportState>(),
    /** Approximate number of cards. */
    total: integer(),
    /** Bytes of the file; null until it is complete. */
    size: nullable(integer()),
    ...claimable,
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    exports: RowOf<typeof exportsTable>;
  }
}
