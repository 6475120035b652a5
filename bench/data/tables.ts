import { sql } from 'kysely';
import { command } from '../../server/src/base/db/query.ts';

export type Row = Record<string, string | number | null>;

/** The tables to fill, with the columns that the rows set; the others keep their defaults. */
export const columns = {
  users: {
    id: 'text',
    email: 'text',
    email_verified_at: 'integer',
    name: 'text',
    password_hash: 'text',
    created_at: 'integer',
  },
  sessions: {
    id: 'text',
    user_id: 'text',
    token_hash: 'text',
    created_at: 'integer',
    last_used_at: 'integer',
    expires_at: 'integer',
  },
  workspaces: {
    id: 'text',
    name: 'text',
    slug: 'text',
    plan: 'text',
    card_prefix: 'text',
    show_emails_to_members: 'integer',
    week_start_day: 'integer',
    card_counter: 'integer',
    created_by: 'text',
    created_at: 'integer',
  },
  roles: {
    workspace_id: 'text',
    id: 'text',
    name: 'text',
    level: 'integer',
    is_system: 'integer',
    permissions: 'integer',
    created_at: 'integer',
  },
  members: {
    workspace_id: 'text',
    id: 'text',
    user_id: 'text',
    email: 'text',
    role_id: 'text',
    status: 'text',
    created_at: 'integer',
  },
  boards: {
    workspace_id: 'text',
    id: 'text',
    name: 'text',
    slug: 'text',
    type: 'text',
    visibility: 'text',
    created_by: 'text',
    created_at: 'integer',
  },
  lists: {
    workspace_id: 'text',
    id: 'text',
    board_id: 'text',
    name: 'text',
    position: 'text',
    created_at: 'integer',
  },
  labels: {
    workspace_id: 'text',
    id: 'text',
    board_id: 'text',
    name: 'text',
    colour_code: 'text',
    created_at: 'integer',
  },
  cards: {
    workspace_id: 'text',
    id: 'text',
    board_id: 'text',
    list_id: 'text',
    number: 'integer',
    title: 'text',
    description: 'text',
    position: 'text',
    created_by: 'text',
    created_at: 'integer',
  },
  card_labels: { workspace_id: 'text', board_id: 'text', card_id: 'text', label_id: 'text' },
  card_members: { workspace_id: 'text', card_id: 'text', member_id: 'text' },
  checklists: {
    workspace_id: 'text',
    id: 'text',
    card_id: 'text',
    name: 'text',
    position: 'text',
    created_at: 'integer',
  },
  checklist_items: {
    workspace_id: 'text',
    id: 'text',
    checklist_id: 'text',
    title: 'text',
    completed: 'integer',
    position: 'text',
    created_at: 'integer',
  },
  comments: {
    workspace_id: 'text',
    id: 'text',
    card_id: 'text',
    comment: 'text',
    created_by: 'text',
    created_at: 'integer',
  },
  activities: {
    workspace_id: 'text',
    id: 'text',
    card_id: 'text',
    type: 'text',
    user_id: 'text',
    created_at: 'integer',
    group_started_at: 'integer',
    from_title: 'text',
    to_title: 'text',
    comment_id: 'text',
  },
} as const satisfies Record<string, Record<string, 'text' | 'integer'>>;

export type Table = keyof typeof columns;

/** Statements that insert rows into tables. */
const insertsInto = (tables: Record<string, Record<string, 'text' | 'integer'>>) =>
  Object.fromEntries(
    Object.entries(tables).map(([table, types]) => [
      table,
      command(`bench.${table}`, (_db, p: { rows: readonly Row[] }, fn) => {
        const names = sql.join(Object.keys(types).map((name) => sql.ref(name)));
        return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${fn.rows(p.rows, types)} r where true`;
      }),
    ]),
  );

export const inserts = insertsInto(columns);

const valueColumns = {
  workspace_id: 'text',
  id: 'text',
  field_values: 'text',
  start_at: 'integer',
  due_at: 'integer',
} as const;

/** Of tables that not every version has, and of such columns of cards. */
export const laterInserts: ReturnType<typeof insertsInto> = {
  values: command(
    'bench.values',
    (_db, p: { rows: readonly Row[] }, fn) => sql`
    update cards set field_values = r.field_values, start_at = r.start_at, due_at = r.due_at
    from ${fn.rows(p.rows, valueColumns)} r where cards.workspace_id = r.workspace_id and cards.id = r.id`,
  ),
  ...insertsInto({
    fields: {
      workspace_id: 'text',
      id: 'text',
      board_id: 'text',
      name: 'text',
      type: 'text',
      options: 'text',
      settings: 'text',
      shown_on_tile: 'integer',
      position: 'text',
      created_at: 'integer',
    },
    watches: {
      workspace_id: 'text',
      user_id: 'text',
      target_id: 'text',
      watches: 'integer',
      created_at: 'integer',
    },
    notification_settings: { user_id: 'text', settings: 'text' },
    notifications: {
      workspace_id: 'text',
      id: 'text',
      user_id: 'text',
      kind: 'text',
      board_id: 'text',
      card_id: 'text',
      actor_id: 'text',
      times: 'integer',
      created_at: 'integer',
      told_at: 'integer',
    },
  }),
};
