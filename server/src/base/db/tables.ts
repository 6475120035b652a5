import { type RowOf, table, text } from './table.ts';

/*
 * The tables of the domains and of the foundation, each described in the folder that writes it: ids are text, times are
 * microseconds since 1970, flags are 0 or 1, JSON is text. What a workspace owns carries `workspace_id` in its primary,
 * unique and foreign keys.
 */

/** The rows of every table by its name, for queries; each description adds its own. */
export interface Tables {
  installation: RowOf<typeof installation>;
}

/** What a workspace owns. */
export type TableOfWorkspace = {
  [T in keyof Tables]: Tables[T] extends { workspace_id: string } ? T : never;
}[keyof Tables];

/** What an installation remembers about itself. */
export const installation = table('installation', {
  key: {
    name: text(),
  },
  own: {
    value: text(),
  },
});
