/* Content of the tables about accounts, members and boards; one workspace has most of it. */

/**
 * The number of rows of a table, and its columns as SQL expressions of `i`, the row number from 0. Omitted columns get
 * generated values.
 */
export interface Filling {
  rows: number;
  columns: Record<string, string>;
}

/** Ids are a kind and a number: `card0000007`. `{card i / 2}` stands for the SQL of one. */
export const idOf = (kind: string, number = 0): string => `${kind}${String(number).padStart(7, '0')}`;

export const cards = 100_000;
export const cardsOfBoard = 200;
const cardsOfList = 40;
const checklists = 50_000;
export const accounts = 20_000;
export const members = 300;

export const time = 'i * 1000000';
export const big = `'${idOf('workspace')}'`;
export const ofBig = { workspace_id: big };
const onCard = { ...ofBig, card_id: '{card i}' };
export const byUser = { user_id: '{user i}' };

export const boardFillings: Record<string, Filling> = {
  users: {
    rows: accounts,
    columns: { id: '{user i}', email: `{user i} || '@example.com'`, deleted_at: 'null' },
  },
  workspaces: {
    rows: 2000,
    columns: {
      id: '{workspace i}',
      slug: '{workspace i}',
      created_by: '{user i}',
      deleted_at: 'case when i % 100 = 99 then i end',
      policies: `case when i % 10 = 0 then '{}' end`,
      storage_quota: 'case when i % 2 = 0 then 1000000000 end',
    },
  },
  roles: {
    rows: 2003,
    columns: {
      workspace_id: '{workspace max(i - 3, 0)}',
      id: '{role i}',
      name: '{role i}',
      level: 'i % 3',
      permissions: '16777215',
    },
  },
  members: {
    rows: members + 4000,
    columns: {
      workspace_id: `case when i < ${members} then ${big} else {workspace (i - ${members}) / 2 + 1} end`,
      id: '{member i}',
      user_id: `case when i < ${members} then {user i} when i % 100 = 0 then {user 0} else {user i} end`,
      email: '{member i}',
      role_id: `case when i < ${members} then {role i % 3} else {role (i - ${members}) / 2 + 4} end`,
      status: `'active'`,
    },
  },
  boards: {
    rows: cards / cardsOfBoard,
    columns: {
      ...ofBig,
      id: '{board i}',
      name: '{board i}',
      slug: '{board i}',
      type: `'regular'`,
      visibility: `'private'`,
      access: `case when i % 10 = 9 then 'members' else 'workspace' end`,
      created_by: '{user 0}',
      created_at: time,
      deleted_at: 'case when i % 50 = 49 then i end',
    },
  },
  lists: {
    rows: cards / cardsOfList,
    columns: {
      ...ofBig,
      id: '{list i}',
      board_id: `{board i / ${cardsOfBoard / cardsOfList}}`,
      position: '{list i}',
    },
  },
  labels: {
    rows: 5000,
    columns: { ...ofBig, id: '{label i}', board_id: '{board i / 10}', name: '{label i}' },
  },
  fields: {
    rows: 5000,
    columns: {
      ...ofBig,
      id: '{field i}',
      board_id: '{board i / 10}',
      name: '{field i}',
      type: `'text'`,
      position: '{field i}',
      workspace_field_id: 'case when i % 10 = 0 then {workspaceField i / 10 % 50} end',
    },
  },
  workspace_fields: {
    rows: 2000,
    columns: {
      workspace_id: `case when i < 50 then ${big} else {workspace i} end`,
      id: '{workspaceField i}',
      name: '{workspaceField i}',
      type: `'text'`,
      position: '{workspaceField i}',
    },
  },
  cards: {
    rows: cards,
    columns: {
      ...ofBig,
      id: '{card i}',
      board_id: `{board i / ${cardsOfBoard}}`,
      list_id: `{list i / ${cardsOfList}}`,
      number: 'i + 1',
      title: '{card i}',
      position: '{card i}',
      created_by: `{user i % ${members}}`,
      created_at: time,
      due_at: `case when i % 4 = 0 then ${time} end`,
      completed_at: `case when i % 5 = 0 then ${time} end`,
      related: '1',
      archived_at: 'case when i % 10 = 8 then i end',
      deleted_at: 'case when i % 10 = 9 then i end',
    },
  },
  card_blocks: {
    rows: cards / cardsOfList,
    columns: { ...ofBig, list_id: '{list i}', starts: `''`, cards: '32' },
  },
  card_labels: {
    rows: cards,
    columns: {
      ...onCard,
      board_id: `{board i / ${cardsOfBoard}}`,
      label_id: `{label (i / ${cardsOfBoard}) * 10 + i % 10}`,
    },
  },
  field_values: {
    rows: cards,
    columns: {
      ...onCard,
      field_id: `{field (i / ${cardsOfBoard}) * 10 + i % 10}`,
      place: '0',
      text_value: '{member i % 300}',
      number_value: 'null',
    },
  },
  card_claims: {
    rows: cards,
    columns: {
      ...onCard,
      board_id: `{board i / ${cardsOfBoard}}`,
      member_id: `{member i % ${members}}`,
      key_id: 'case when i % 2 = 0 then i end',
      key_name: 'null',
      assigned: '1',
      claimed_at: time,
      expires_at: time,
    },
  },
  card_relations: {
    rows: cards,
    columns: {
      ...onCard,
      id: '{relation i}',
      type: `case i % 4 when 0 then 'blocks' when 1 then 'relates' when 2 then 'duplicates' else 'parent' end`,
      other_id: `{card (i + 1) % ${cards}}`,
      created_at: time,
    },
  },
  code_links: {
    rows: cards,
    columns: {
      ...onCard,
      id: '{link i}',
      host_id: '{codeHost i % 10}',
      kind: `case i % 4 when 0 then 'pull-request' when 1 then 'branch' else 'commit' end`,
      ref: `'1:' || i`,
      repository: `'octo/shop'`,
      title: `'WEB-' || i`,
      url: `'https://git.example.com/octo/shop/' || i`,
      number: `case when i % 4 = 0 then i end`,
      state: `case when i % 4 = 0 then 'open' end`,
      comment_due_at: `case when i % 400 = 0 then ${time} end`,
      author: `'ada'`,
      at: time,
      created_at: time,
    },
  },
  card_members: { rows: cards, columns: { ...onCard, member_id: `{member i % ${members}}` } },
  checklists: {
    rows: checklists,
    columns: { ...ofBig, id: '{checklist i}', card_id: '{card i * 2}', position: '{checklist i}' },
  },
  checklist_items: {
    rows: 2 * checklists,
    columns: {
      ...ofBig,
      id: '{item i}',
      checklist_id: '{checklist i / 2}',
      position: '{item i}',
      completed: 'i % 2',
    },
  },
  comments: {
    rows: cards,
    columns: {
      ...onCard,
      id: '{comment i}',
      created_by: `{user i % ${members}}`,
      created_at: time,
      comment: '{comment i}',
      deleted_at: 'case when i % 10 = 9 then i end',
      asks: `case when i % 10 = 0 then 'open' when i % 10 = 5 then 'answered' end`,
      options: `case when i % 5 = 0 then '[]' end`,
      answer_id: 'case when i % 10 = 5 then {comment i + 1} end',
    },
  },
  activities: {
    rows: cards,
    columns: {
      ...onCard,
      id: '{activity i}',
      type: `'card.created'`,
      user_id: `{user i % ${members}}`,
      created_at: time,
      group_started_at: time,
    },
  },
  attachments: {
    rows: 50_000,
    columns: {
      ...ofBig,
      id: '{attachment i}',
      card_id: '{card i * 2}',
      storage_key: '{attachment i}',
      created_by: `{user i % ${members}}`,
      created_at: time,
      preview_due: 'case when i % 100 = 0 then i end',
      preview_deaths: 'case when i % 20 = 1 then 3 else 0 end',
    },
  },
  uploads: {
    rows: 20_000,
    columns: {
      ...onCard,
      id: '{upload i}',
      storage_key: '{upload i}',
      created_by: `{user i % ${members}}`,
      expires_at: time,
      deleted_at: 'case when i % 2 = 0 then i end',
    },
  },
  search_texts: {
    rows: 2 * cards,
    columns: {
      ...ofBig,
      id: `case when i < ${cards} then {card i} else {comment i - ${cards}} end`,
      kind: `case when i < ${cards} then 'card' else 'comment' end`,
      title: `case when i % 100 = 99 then null when i < ${cards} then {card i} else '' end`,
      body: `case when i % 100 = 99 then null when i < ${cards} then '' else {comment i - ${cards}} end`,
    },
  },
  board_members: {
    rows: 2000,
    columns: {
      ...ofBig,
      board_id: '{board i / 4}',
      member_id: `{member i % ${members}}`,
      role_id: '{role i % 3}',
    },
  },
  board_pictures: {
    rows: 500,
    columns: { ...ofBig, board_id: '{board i}', id: '{upload i}', content: "'UklGRg=='" },
  },
};
