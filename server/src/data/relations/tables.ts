import type { StoredRelationType } from '../../../../contract/relation-types.ts';
import { micros, type RowOf, table, text } from '../../base/db/table.ts';

/** `card_id` blocks, duplicates or relates to `other_id`, or has it as its parent. */
export const cardRelations = table('card_relations', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    card_id: text(),
    type: text<StoredRelationType>(),
    other_id: text(),
    created_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    card_relations: RowOf<typeof cardRelations>;
  }
}
