import { idOf } from './board-fillings.ts';

/* The example things of statements: a card in the middle of the large workspace, and its surroundings. */

export const workspace = idOf('workspace');
export const time = 50_000_000_000;
export const some = (kind: string, first: number, count: number, step = 1): string[] =>
  Array.from({ length: count }, (_, n) => idOf(kind, first + n * step));

/** Related things. */
export const things = {
  workspace,
  board: idOf('board', 250),
  list: idOf('list', 1250),
  label: idOf('label', 2500),
  field: idOf('field', 2500),
  workspaceField: idOf('workspaceField', 25),
  card: idOf('card', 50_000),
  checklist: idOf('checklist', 25_000),
  item: idOf('item', 50_000),
  comment: idOf('comment', 50_000),
  rule: idOf('rule', 2500),
  run: idOf('run', 50_000),
  proposal: idOf('proposal', 50_000),
  plan: idOf('plan', 2500),
  relation: idOf('relation', 50_000),
  codeHost: idOf('codeHost', 3),
  codeDelivery: idOf('codeDelivery', 1003),
  link: idOf('link', 50_000),
  activity: idOf('activity', 50_000),
  attachment: idOf('attachment', 25_000),
  upload: idOf('upload', 10_000),
  member: idOf('member', 200),
  user: idOf('user', 200),
  role: idOf('role', 1),
  webhook: idOf('webhook', 3),
  event: idOf('event', 10_000),
  delivery: idOf('delivery', 50_000),
  import: idOf('import', 5000),
  export: idOf('export', 5000),
  entry: idOf('entry', 25_000),
  session: idOf('session', 600),
  notification: idOf('notification', 50_000),
  subscription: idOf('subscription', 600),
  invite: idOf('invite', 200),
};
export type Kind = keyof typeof things;

/** The kind of `id` and `ids`, by the first part of a statement's name. */
export const kinds: Record<string, Kind> = {
  card_relations: 'relation',
  code_hosts: 'codeHost',
  code_deliveries: 'codeDelivery',
  code_links: 'link',
  activities: 'activity',
  attachments: 'attachment',
  boards: 'board',
  cards: 'card',
  channels: 'webhook',
  checklist_items: 'item',
  checklists: 'checklist',
  comments: 'comment',
  exports: 'export',
  fields: 'field',
  files: 'attachment',
  imports: 'import',
  invites: 'invite',
  labels: 'label',
  lists: 'list',
  members: 'member',
  placeholders: 'member',
  push_subscriptions: 'subscription',
  roles: 'role',
  rules: 'rule',
  rule_runs: 'run',
  proposals: 'proposal',
  sessions: 'session',
  uploads: 'upload',
  users: 'user',
  versions: 'board',
  webhook_deliveries: 'delivery',
  webhook_events: 'event',
  webhooks: 'webhook',
  workspaces: 'workspace',
  workspace_fields: 'workspaceField',
};
