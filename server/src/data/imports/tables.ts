import type { UploadFormat } from '../../../../contract/imports.ts';
import { integer, later, nullable, type RowOf, table, text } from '../../base/db/table.ts';
import { claimable } from '../../base/jobs/claims.ts';

/** `arriving`: its file is being uploaded; `waiting`: to be claimed or continued; the last three are final. */
export type ImportState = 'arriving' | 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

/** The source of an import. */
export type ImportSource = UploadFormat | 'codehost' | 'boardtool';

/** An import of a board from a file or another service. */
export const imports = table('imports', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    source: text<ImportSource>(),
    state: text<ImportState>(),
    /** JSON: what its reader needs besides the file. */
    options: text(),
    total: nullable(integer()),
    /** JSON: what was not imported unchanged. */
    report: text(),
    /** The board, hidden until the import is completed. */
    board_id: nullable(text()),
    board_name: nullable(text()),
    /** JSON: the new ids of cards that are related to some of other boards, by those in the file. */
    known_cards: later(text()),
    ...claimable,
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    imports: RowOf<typeof imports>;
  }
}
