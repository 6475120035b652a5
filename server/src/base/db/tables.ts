import { type RowOf, table, text } from './table.ts';

/*
 * The tables of the domains and of the base layer, each described in the folder that writes it. Ids are text, times are
 * microseconds since 1970, flags are 0 or 1, JSON is text. Tables owned by a workspace have `workspace_id` in their
 * primary, unique and foreign keys.
 *
 * `data/<domain>` is open to all domains: `tables.ts` describes the tables, `rows.ts` has statements that write whole rows
 * (permissions and notifications are up to the caller), and `fragments.ts` has pieces of SQL that build the JSON of a
 * resource.
 */

/** The row types of all tables by name, for queries; each description adds its own. */
export interface Tables {
  installation: RowOf<typeof installation>;
}

/** The tables owned by a workspace. */
export type TableOfWorkspace = {
  [T in keyof Tables]: Tables[T] extends { workspace_id: string } ? T : never;
}[keyof Tables];

/** The installation's own settings. */
export const installation = table('installation', {
  key: {
    name: text(),
  },
  own: {
    value: text(),
  },
});
