import { flag, integer, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const roles = table('roles', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    name: text(),
    description: nullable(text()),
    /** A lower level ranks higher; `admin` is 0. */
    level: integer(),
    is_system: flag(),
    permissions: integer(),
    created_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    roles: RowOf<typeof roles>;
  }
}
