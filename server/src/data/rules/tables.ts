import type { PauseReason, RunState } from '../../../../contract/rules.ts';
import { flag, integer, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** What a board does by itself, and its buttons. */
export const rules = table('rules', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    active: flag(),
    /** Why it is not active; null if it is. */
    paused: nullable(text<PauseReason>()),
    /** Whether it waits for changes: it is active, and runs for what happens to cards. */
    listens: flag(),
    /** Nothing that happened earlier lets it run. */
    since: micros(),
    /** When it is to be looked at next; null unless it is active, and runs at times. */
    next_at: nullable(micros()),
    /** How often it failed since it last ran. */
    failures: integer(),
    /** The permissions that the credential of its maker allowed. */
    mask: integer(),
    made_by: text(),
    created_at: micros(),
  },
  content: {
    name: text(),
    /** What it runs for, as `when` says it. */
    kind: text(),
    /** What it waits for and does, as JSON. */
    settings: text(),
    /** They are ordered by this, and then by age. */
    place: integer(),
  },
});

/** What rules did. */
export const ruleRuns = table('rule_runs', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    rule_id: text(),
    /** What let it run: a position of the change log, or a time, and the card. */
    cause: text(),
    card_id: nullable(text()),
    state: text<RunState>(),
    /** The types of its actions, separated by spaces. */
    actions: text(),
    error: nullable(text()),
    depth: integer(),
    created_at: micros(),
  },
});

/** How far the change log of a workspace was read for its rules. */
export const rulePositions = table('rule_positions', {
  key: {
    workspace_id: text(),
  },
  own: {
    position: integer(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    rules: RowOf<typeof rules>;
    rule_runs: RowOf<typeof ruleRuns>;
    rule_positions: RowOf<typeof rulePositions>;
  }
}
