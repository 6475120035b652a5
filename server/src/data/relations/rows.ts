import { insertRows } from '../../base/db/statements.ts';
import { cardRelations } from './tables.ts';

/** Relates many cards, none of which was related in the same way before. */
export const insertRelations = insertRows('card_relations.insertMany', cardRelations, [
  'workspace_id',
  'created_at',
]);
