import {
  accounts,
  big,
  byUser,
  cards,
  cardsOfBoard,
  type Filling,
  members,
  ofBig,
  time,
} from './board-fillings.ts';

/* Content of the tables of logs, queues and account data. */

const years = 100_000_000_000_000;

/** Columns of background work, most of which has ended. */
const work = {
  ...ofBig,
  board_id: '{board i % 500}',
  state: `'completed'`,
  user_id: `{user i % ${members}}`,
  created_at: time,
  ended_at: time,
  due_at: 'case when i % 1000 = 0 then i end',
};

export const otherFillings: Record<string, Filling> = {
  changes: {
    rows: cards,
    columns: {
      ...ofBig,
      position: 'i + 1',
      type: `'card.created'`,
      board_id: `{board i / ${cardsOfBoard}}`,
      card_id: '{card i}',
      user_id: `{user i % ${members}}`,
      created_at: time,
    },
  },
  versions: {
    rows: 2500,
    columns: {
      workspace_id: `case when i < 500 then ${big} else {workspace i - 500} end`,
      id: 'case when i < 500 then {board i} else {workspace i - 500} end',
    },
  },
  // The last of them are channels.
  webhooks: {
    rows: 210,
    columns: {
      ...ofBig,
      id: '{webhook i}',
      active: '1',
      created_by: '{user 0}',
      events: `'["card.created"]'`,
      kind: `case when i >= 10 then 'slack' end`,
      board_id: 'case when i >= 10 then {board i} end',
    },
  },
  webhook_events: { rows: 20_000, columns: { ...ofBig, id: '{event i}', created_at: time } },
  webhook_deliveries: {
    rows: cards,
    columns: {
      ...ofBig,
      id: '{delivery i}',
      webhook_id: '{webhook i % 10}',
      event_id: '{event i / 5}',
      state: `case when i % 100 = 0 then 'pending' else 'delivered' end`,
      created_at: time,
      next_attempt_at: 'case when i % 100 = 0 then i end',
      claimed_until: 'case when i % 1000 = 0 then i end',
    },
  },
  watches: {
    rows: 50_000,
    columns: { ...ofBig, ...byUser, target_id: '{card i}', watches: '1', created_at: time },
  },
  // Somebody has a hundred thousand.
  notifications: {
    rows: cards,
    columns: {
      ...ofBig,
      id: '{notification i}',
      user_id: '{user 200}',
      kind: `'commented'`,
      card_id: '{card i}',
      times: '1',
      created_at: time,
      told_at: time,
      read_at: 'case when i % 2 = 0 then i end',
      archived_at: 'case when i % 5 = 0 then i end',
      mail_at: 'case when i % 100 = 1 then i end',
      mail_id: 'case when i % 1000 = 1 then {mail i} end',
      push_at: 'case when i % 1000 = 0 then i end',
    },
  },
  push_subscriptions: {
    rows: 20_000,
    columns: {
      id: '{subscription i}',
      user_id: '{user i / 3}',
      session_id: '{session i}',
      endpoint_hash: '{subscription i}',
      created_at: time,
      due_at: 'case when i % 1000 = 0 then i end',
      held_until: '0',
      failures: '0',
    },
  },
  pushes: {
    rows: 50_000,
    columns: {
      notification_id: '{notification i}',
      subscription_id: '{subscription i / 10}',
      told_at: time,
      due_at: time,
    },
  },
  notification_settings: { rows: accounts, columns: { ...byUser, settings: `'{}'`, summary_at: time } },
  notification_batches: {
    rows: 1000,
    columns: { ...ofBig, id: '{batch i}', news: `'{"what":[],"to":[]}'`, next: '0', created_at: time },
  },
  audit_entries: {
    rows: 50_000,
    columns: { ...ofBig, ...byUser, id: '{entry i}', created_at: time, of_closed_board: '0' },
  },
  presences: {
    rows: 500,
    columns: {
      ...ofBig,
      board_id: '{board i}',
      user_id: `{user i % ${members}}`,
      tab_id: '{tab i}',
      expires_at: time,
    },
  },
  favourites: { rows: 5000, columns: { ...ofBig, board_id: '{board i / 10}', user_id: '{user i % 10}' } },
  views: {
    rows: 5000,
    columns: {
      ...ofBig,
      board_id: '{board i / 10}',
      id: '{view i}',
      user_id: 'case when i % 2 = 0 then {user i % 10} end',
      place: 'i',
      created_by: '{user i % 10}',
      created_at: time,
    },
  },
  user_views: {
    rows: 5000,
    columns: { id: '{view i}', user_id: '{user i / 20}', place: 'i', created_at: time },
  },
  rules: {
    rows: 5000,
    columns: {
      ...ofBig,
      board_id: '{board i / 10}',
      id: '{rule i}',
      kind: `'button'`,
      settings: `'{"when":{"type":"button"},"if":"","then":[]}'`,
      place: 'i',
      active: '1',
      paused: 'null',
      listens: 'i % 2',
      since: '0',
      next_at: 'case when i % 10 = 0 then i end',
      failures: '0',
      mask: '0',
      made_by: '{user i % 10}',
      created_at: time,
    },
  },
  rule_runs: {
    rows: 100_000,
    columns: {
      ...ofBig,
      board_id: '{board i / 200}',
      id: '{run i}',
      rule_id: '{rule i / 20}',
      cause: '{run i}',
      card_id: '{card i % 100}',
      state: `'done'`,
      actions: `'move'`,
      error: 'null',
      depth: '1',
      created_at: time,
    },
  },
  rule_positions: { rows: 1, columns: { ...ofBig, position: '100' } },
  placeholders: {
    rows: 100,
    columns: {
      ...ofBig,
      member_id: '{member i + 200}',
      email: `case when i % 2 = 0 then {member i + 200} end`,
      merged_into: 'null',
      due_at: 'case when i % 10 = 0 then i end',
    },
  },
  bots: {
    rows: 50,
    columns: {
      ...ofBig,
      member_id: '{member i + 300}',
      user_id: '{user i + 300}',
      owner_id: '{member i % 10}',
      created_at: time,
    },
  },
  code_hosts: {
    rows: 10,
    columns: {
      ...ofBig,
      id: '{codeHost i}',
      kind: `'github'`,
      name: `'GitHub'`,
      secret_sealed: `'sealed'`,
      token_sealed: `'sealed'`,
      comment_due_at: time,
      created_by: '{user i}',
      created_at: time,
    },
  },
  code_deliveries: {
    rows: 2000,
    columns: {
      ...ofBig,
      id: '{codeDelivery i}',
      host_id: '{codeHost i % 10}',
      hash: `'hash ' || i`,
      event: `'push'`,
      outcome: `'linked'`,
      cards: '1',
      repeats: '0',
      created_at: time,
    },
  },
  invites: {
    rows: 1000,
    columns: {
      ...ofBig,
      id: '{invite i}',
      member_id: '{member i}',
      code_hash: '{invite i}',
      deactivated_at: 'i',
      created_by: '{user 0}',
    },
  },
  imports: { rows: 20_000, columns: { ...work, id: '{import i}' } },
  exports: { rows: 20_000, columns: { ...work, id: '{export i}' } },
  mailboxes: { rows: 5000, columns: { ...byUser, board_id: '{board i / 10}', id: '{mailbox i}' } },
  calendars: { rows: 5000, columns: { ...byUser, board_id: '{board i / 10}', token_hash: '{calendar i}' } },
  feeds: { rows: 5000, columns: { ...byUser, board_id: '{board i / 10}', token_hash: '{calendar i}' } },
  old_board_slugs: {
    rows: 20_000,
    columns: { ...ofBig, slug: '{slug i}', board_id: '{board i / 40}', free_at: time },
  },
  old_workspace_slugs: {
    rows: 20_000,
    columns: { workspace_id: '{workspace i / 10}', slug: '{slug i}', free_at: time },
  },
  sent_invitations: {
    rows: 20_000,
    columns: { ...ofBig, ...byUser, id: '{invitation i}', email: '{user i}', sent_at: time },
  },
  sessions: {
    rows: 50_000,
    columns: {
      id: '{session i}',
      user_id: '{user i / 3}',
      token_hash: '{session i}',
      last_used_at: time,
      expires_at: `${years} + i`,
    },
  },
  api_keys: {
    rows: 20_000,
    columns: { ...byUser, id: 'i + 1', key_hash: '{key i}', workspace_id: 'null', expires_at: 'null' },
  },
  idempotency_keys: { rows: 50_000, columns: { user_id: '{user i / 3}', key: '{key i}', expires_at: time } },
  identities: { rows: accounts, columns: { ...byUser, issuer: `'issuer'`, subject: '{user i}' } },
  integrations: { rows: 10_000, columns: { ...byUser, provider: `'codehost'` } },
  claimed_ids: { rows: 50_000, columns: { id: '{claimed i}', expires_at: time } },
  security_events: {
    rows: 50_000,
    columns: { user_id: '{user i / 3}', id: '{security i}', type: `'sign-in'`, created_at: time },
  },
  mail_tokens: {
    rows: 20_000,
    columns: {
      ...byUser,
      token_hash: '{token i}',
      email: '{user i}',
      purpose: `'sign-in'`,
      created_at: time,
      expires_at: time,
    },
  },
  oauth_clients: {
    rows: 20_000,
    columns: { id: '{client i}', created_at: time, used_at: 'case when i % 2 = 0 then i end' },
  },
  oauth_grants: {
    rows: 10_000,
    columns: {
      key_id: 'i + 1',
      code_hash: '{code i}',
      code_used_at: 'i',
      works_until: time,
      ends_at: 'null',
    },
  },
  oauth_refresh_tokens: {
    rows: 50_000,
    columns: {
      token_hash: '{refresh i}',
      key_id: 'i % 10000 + 1',
      used_at: 'case when i >= 10000 then i * 1000000 end',
    },
  },
  used_openid_states: { rows: 20_000, columns: { nonce: '{nonce i}', expires_at: time } },
};
