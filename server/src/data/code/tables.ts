import type {
  CodeDeliveryOutcome,
  CodeHostKind,
  CodeLinkKind,
  CodeLinkState,
} from '../../../../contract/code-kinds.ts';
import { integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** A code host that tells a workspace of its branches, commits and pull requests. */
export const codeHosts = table('code_hosts', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    kind: text<CodeHostKind>(),
    name: text(),
    secret_sealed: text(),
    /** The secret before the last rotation, which is taken until `previous_secret_until`. */
    previous_secret_sealed: later(text()),
    previous_secret_until: later(micros()),
    /** As whom it changes cards. */
    created_by: text(),
    created_at: micros(),
    updated_at: later(micros()),
    last_delivered_at: later(micros()),
    last_refused_at: later(micros()),
    /** With which it comments on pull requests. */
    token_sealed: later(text()),
    /** The address of its API. */
    api_url: later(text()),
    /** When the next comment is due. */
    comment_due_at: later(micros()),
    last_posted_at: later(micros()),
    post_problem: later(text()),
  },
});

/** What a code host has delivered; the newest are kept. */
export const codeDeliveries = table('code_deliveries', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    host_id: text(),
    /** Of its bytes: the same is not carried out twice. */
    hash: text(),
    event: text(),
    outcome: text<CodeDeliveryOutcome>(),
    cards: integer(),
    repeats: integer(),
    created_at: micros(),
  },
});

/** A branch, commit or pull request that names a card. Its host may not be connected any more. */
export const codeLinks = table('code_links', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    card_id: text(),
    host_id: text(),
    kind: text<CodeLinkKind>(),
    /** What it is among those of its kind at the host. */
    ref: text(),
    repository: text(),
    title: text(),
    url: text(),
    number: nullable(integer()),
    state: nullable(text<CodeLinkState>()),
    author: nullable(text()),
    /** When it last changed, as the host says. */
    at: micros(),
    created_at: micros(),
    /** When its pull request is to be told of the card; null if it was, or is not to be. */
    comment_due_at: nullable(micros()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    code_hosts: RowOf<typeof codeHosts>;
    code_deliveries: RowOf<typeof codeDeliveries>;
    code_links: RowOf<typeof codeLinks>;
  }
}
