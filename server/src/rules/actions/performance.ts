import type { Action } from '../../../../contract/rule-shapes.ts';
import type { OfBoard, RuleRow } from '../queries.ts';

/** What is to be done, and for which rule. */
export interface Performance extends OfBoard {
  rule: Pick<RuleRow, 'id' | 'name' | 'madeBy' | 'mask'>;
  actions: readonly Action[];
  /** The cards on which it is done; empty if the actions need none. */
  cardIds: readonly string[];
}
