import type { FieldType } from '../../../../contract/field-types.ts';
import { flag, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** What is known of a field. */
const definition = {
  name: text(),
  type: text<FieldType>(),
  /** JSON: what can be chosen, as replies have it; null for other types. */
  options: nullable(text()),
  /** JSON: `currency` or `max`, where the type has it. */
  settings: nullable(text()),
  shown_on_tile: flag(),
  /** Order key. */
  position: text(),
};

/** Those that boards have, and those that they use of their workspace. */
export const fields = table('fields', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    created_at: micros(),
    /** Set if an import has added it and it is still hidden. */
    deleted_at: later(micros()),
    /** The import. */
    deleted_by: later(text()),
  },
  content: {
    ...definition,
    /** The field of the workspace that it follows; null for a field of the board's own. */
    workspace_field_id: nullable(text()),
  },
});

/** Fields that the boards of a workspace can use. */
export const workspaceFields = table('workspace_fields', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    created_at: micros(),
  },
  content: definition,
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    fields: RowOf<typeof fields>;
    workspace_fields: RowOf<typeof workspaceFields>;
  }
}
