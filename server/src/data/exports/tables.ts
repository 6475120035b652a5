import type { ExportFormat, ExportState } from '../../../../contract/exports.ts';
import { integer, nullable, type RowOf, table, text } from '../../base/db/table.ts';
import { claimable } from '../../base/jobs/claims.ts';

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
    /** `deleted` beside these, of one that nobody sees any more, until its file is gone. */
    state: text<ExportState>(),
    /** About how many cards there are. */
    total: integer(),
    /** Bytes of the file; null until it is whole. */
    size: nullable(integer()),
    ...claimable,
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    exports: RowOf<typeof exportsTable>;
  }
}
