import type { PullRequestState } from '../../../../contract/code-kinds.ts';
import { fieldColumns } from '../../base/card-fields.ts';
import {
  flag,
  integer,
  later,
  micros,
  nullable,
  type RowOf,
  real,
  table,
  text,
} from '../../base/db/table.ts';

export const cards = table('cards', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    list_id: text(),
    number: integer(),
    created_by: text(),
    created_at: micros(),
    archived_at: nullable(micros()),
    /** When it was last changed without an activity of that time. */
    touched_at: nullable(micros()),
    /** When somebody is next to be told that it is due soon, or overdue. */
    alarm_at: nullable(micros()),
    /** Whether it has, or has had, relations: nothing is looked up for a card without. */
    related: flag(),
    /** The state of its pull requests: of the one that is most in progress. */
    pull_request: later(text<PullRequestState>()),
    deleted_at: later(micros()),
    deleted_by: later(text()),
  },
  content: {
    ...fieldColumns,
    /** Null for an open card, and where an import brought the mark. */
    completed_by: nullable(text()),
    position: text(),
  },
});

/** The number of live cards of a list from one order key to the next; maintained by triggers. */
export const cardBlocks = table('card_blocks', {
  key: {
    workspace_id: text(),
    list_id: text(),
    starts: text(),
  },
  own: {
    cards: integer(),
  },
});

export const cardLabels = table('card_labels', {
  key: {
    workspace_id: text(),
    card_id: text(),
    label_id: text(),
  },
  own: {
    board_id: text(),
  },
});

/**
 * The values of fields, one by one, for filters; maintained by triggers from the JSON of cards. Texts, links, dates, and ids of
 * options and members are texts; a checked box is 1.
 */
export const fieldValues = table('field_values', {
  key: {
    workspace_id: text(),
    card_id: text(),
    field_id: text(),
    /** Place among several values. */
    place: integer(),
  },
  own: {
    text_value: nullable(text()),
    number_value: nullable(real()),
  },
});

export const cardMembers = table('card_members', {
  key: {
    workspace_id: text(),
    card_id: text(),
    member_id: text(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    cards: RowOf<typeof cards>;
    card_blocks: RowOf<typeof cardBlocks>;
    card_labels: RowOf<typeof cardLabels>;
    card_members: RowOf<typeof cardMembers>;
    field_values: RowOf<typeof fieldValues>;
  }
}
