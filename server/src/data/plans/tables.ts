import type { ProposalState } from '../../../../contract/proposals.ts';
import { micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** Cards of plans that wait for somebody to accept them, and what became of them. A copy of a board leaves them behind. */
export const proposals = table('proposals', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    plan_id: text(),
    /** The card as JSON: with the id of its list, and relations by the ids of cards and of proposals of the plan. */
    content: text(),
    state: text<ProposalState>(),
    proposed_by: text(),
    /** JSON of the API key by which it was proposed; null for a session. */
    api_key: nullable(text()),
    /** Within a plan they differ, in its order. */
    created_at: micros(),
    decided_by: nullable(text()),
    decided_at: nullable(micros()),
    /** What it became; null unless it is accepted. */
    card_id: nullable(text()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    proposals: RowOf<typeof proposals>;
  }
}
