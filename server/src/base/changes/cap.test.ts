import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { caps } from '../../../../contract/caps.ts';
import { beginUpload, confirmation, sendBytes } from '../../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../../testing/fixtures.ts';
import { mailedCode } from '../../testing/mails.ts';
import { testService } from '../../testing/service.ts';
import { makeThings } from '../../testing/things.ts';
import { second } from '../clock.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const things = await makeThings(service, ada, await service.signUp('bob'));
const { workspace, board, card, checklist } = things;
// Channels are rows of the same table, with a cap of their own.
await service.sql(`delete from webhooks where id = '${things.channel}'`);

const within = { workspacePublicId: workspace };
let counted = 0;
const name = () => `one more ${++counted}`;

/** Differs from row to row. */
const unique = ['id', 'position', 'slug', 'email', 'name', 'storage_key', 'key_hash', 'token_hash'];

/** Copies a row of a table until `parent` holds all but one of as many as it may. */
async function fill(table: string, column: string, parent: string, most: number): Promise<void> {
  // Bots take no place of a member.
  const only = table === 'members' ? "and email not like '%@bot.invalid'" : '';
  const there = `from ${table} where ${column} = '${parent}' ${only}`;
  const [row] = await service.sql(`select * ${there} limit 1`);
  const [has] = await service.sql<{ count: number }>(`select count(*) as count ${there}`);
  const columns = Object.entries(row ?? {}).flatMap(([each, value]) =>
    (each === 'id' && typeof value === 'number') || (table === 'members' && each === 'user_id') ? [] : [each],
  );
  const copied = columns.map((each) => (unique.includes(each) ? `x.${each} || n.i || '5'` : `x.${each}`));
  await service.sql(`insert into ${table} (${columns.join()})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most - 1 - Number(has?.count)})
    select ${copied.join()} from n, (select * ${there} limit 1) x`);
}

interface Case {
  table: string;
  column: string;
  parent: string;
  most: number;
  refusal: 400 | 409;
  operation: Parameters<typeof ada.refused>[1];
  input: () => object;
}

const cases: Case[] = [
  {
    table: 'members',
    column: 'workspace_id',
    parent: workspace,
    most: caps.membersOfWorkspace,
    refusal: 409,
    operation: api.invites.inviteMember,
    input: () => ({ params: within, body: { email: `someone${++counted}@example.com` } }),
  },
  {
    table: 'boards',
    column: 'workspace_id',
    parent: workspace,
    most: caps.boardsOfWorkspace,
    refusal: 409,
    operation: api.boards.create,
    input: () => ({ params: within, body: { name: name() } }),
  },
  {
    table: 'roles',
    column: 'workspace_id',
    parent: workspace,
    most: caps.rolesOfWorkspace,
    refusal: 409,
    operation: api.roles.create,
    input: () => ({ params: within, body: { name: name(), permissions: ['card:view'] } }),
  },
  {
    table: 'webhooks',
    column: 'workspace_id',
    parent: workspace,
    most: caps.webhooksOfWorkspace,
    refusal: 409,
    operation: api.webhooks.create,
    input: () => ({
      params: within,
      body: { name: name(), url: 'http://127.0.0.1:10009/', events: ['card.*'] },
    }),
  },
  {
    table: 'lists',
    column: 'board_id',
    parent: board,
    most: caps.listsOfBoard,
    refusal: 409,
    operation: api.lists.create,
    input: () => ({ body: { name: name(), boardPublicId: board } }),
  },
  {
    table: 'labels',
    column: 'board_id',
    parent: board,
    most: caps.labelsOfBoard,
    refusal: 409,
    operation: api.labels.create,
    input: () => ({ body: { name: name(), boardPublicId: board, colourCode: '#0d9488' } }),
  },
  {
    table: 'checklists',
    column: 'card_id',
    parent: card,
    most: caps.checklistsOfCard,
    refusal: 400,
    operation: api.checklists.create,
    input: () => ({ params: { cardPublicId: card }, body: { name: name() } }),
  },
  {
    table: 'checklist_items',
    column: 'checklist_id',
    parent: checklist,
    most: caps.itemsOfChecklist,
    refusal: 409,
    operation: api.checklists.createItem,
    input: () => ({ params: { checklistPublicId: checklist }, body: { title: name() } }),
  },
];

for (const { table, column, parent, most, refusal, operation, input } of cases) {
  test(`of ${table}, ${most} fit`, async () => {
    await fill(table, column, parent, most);
    await ada.call(operation, input() as never);
    const { issues } = await ada.refused(refusal, operation, input() as never);
    const what = table.replace('_', ' ');
    assert.deepEqual(issues, [{ message: `At most ${most} ${what} are allowed` }]);
  });
}

test('of checklist items on a card, 2000 fit; one that has more is read, and not copied', async () => {
  const { lists } = await makeBoard(ada);
  const full = await makeCard(ada, nth(lists, 0));
  const params = { cardPublicId: full };
  const add = () => ada.call(api.checklists.create, { params, body: { name: name() } });
  const addItem = (checklistPublicId: string) => ({ params: { checklistPublicId }, body: { title: name() } });
  const last = await add();
  for (let n = 0; n < 4; n++) {
    const { publicId } = await add();
    await ada.call(api.checklists.createItem, addItem(publicId));
    await fill('checklist_items', 'checklist_id', publicId, caps.itemsOfChecklist);
  }
  for (let n = 0; n < 4; n++) await ada.call(api.checklists.createItem, addItem(last.publicId));
  const { issues } = await ada.refused(409, api.checklists.createItem, addItem(last.publicId));
  assert.deepEqual(issues, [{ message: 'A card can have at most 2000 checklist items' }]);
  const copy = { params, body: { listPublicId: nth(lists, 0), copyChecklists: true } };
  await ada.call(api.cards.duplicate, copy);
  await fill('checklist_items', 'checklist_id', last.publicId, 500);
  const { checklists } = await ada.call(api.cards.get, { params });
  assert.equal(checklists.flatMap(({ items }) => items).length, 4 * 499 + 499);
  await ada.refused(400, api.cards.duplicate, copy);
});

test('an account is in so many workspaces, its own and those of others', async () => {
  const dan = await service.signUp('dan');
  await ada.call(api.invites.inviteMember, {
    params: { workspacePublicId: things.otherWorkspace },
    body: { email: dan.email },
  });
  const inviteCode = await mailedCode(service, dan.email);
  const first = await makeWorkspace(dan);
  const id = `'dan-' || (1000000 + n.i)`;
  for (const [table, own] of [
    ['workspaces', { id, slug: id }],
    ['roles', { workspace_id: id }],
    ['members', { workspace_id: id, id }],
  ] as const) {
    const [key] = Object.keys(own);
    const [row] = await service.sql(`select * from ${table} where ${key} = '${first}'`);
    const values = Object.keys(row ?? {}).map(
      (column) => (own as Record<string, string>)[column] ?? `x.${column}`,
    );
    await service.sql(`insert into ${table} (${Object.keys(row ?? {}).join()})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${caps.workspacesOfUser - 2})
      select ${values.join()} from n, (select * from ${table} where ${key} = '${first}') x`);
  }
  await makeWorkspace(dan);
  const { issues } = await dan.refused(409, api.workspaces.create, { body: { name: name() } });
  assert.deepEqual(issues, [{ message: `At most ${caps.workspacesOfUser} workspaces are allowed` }]);
  await dan.refused(409, api.invites.accept, { body: { inviteCode } });
  assert.equal((await dan.call(api.workspaces.list, {})).length, caps.workspacesOfUser);
});

test('a card that holds all the attachments it may takes no upload, nor one that was under way', async () => {
  const params = { cardPublicId: card };
  const last = await beginUpload(ada, card);
  const late = await beginUpload(ada, card);
  for (const upload of [last, late]) await sendBytes(upload);
  await fill('attachments', 'card_id', card, caps.attachmentsOfCard);
  const body = { filename: 'a', contentType: 'text/plain', size: 1 };
  await ada.refused(409, api.attachments.createUpload, { params, body });
  await ada.call(api.attachments.confirm, { params, body: confirmation(last) });
  await ada.refused(400, api.attachments.confirm, { params, body: confirmation(late) });
  await ada.refused(409, api.attachments.createUpload, { params, body });
});

test('an account has room for so many API keys', async () => {
  await ada.call(api.users.createApiKey, { body: { name: 'one' } });
  await fill('api_keys', 'user_id', ada.id, caps.keysOfUser);
  await ada.call(api.users.createApiKey, { body: { name: 'the last' } });
  await ada.refused(409, api.users.createApiKey, { body: { name: 'one too many' } });
  const keys = await ada.call(api.users.apiKeys, {});
  assert.equal(keys.length, caps.keysOfUser);
  await ada.call(api.users.deleteApiKey, { params: { id: nth(keys, 0).id } });
  await ada.call(api.users.createApiKey, { body: { name: 'again' } });
});

test('signing in once too often ends the session that was used longest ago', async () => {
  const carol = await service.signUp('carol');
  const body = { email: carol.email, password: 'password of carol' };
  const signIn = async () => service.caller((await service.caller().call(api.auth.signIn, { body })).token);
  service.clock.pass(second);
  const newer = await signIn();
  await fill('sessions', 'user_id', carol.id, caps.sessionsOfUser + 1);
  await service.sql(`update sessions set last_used_at = last_used_at + ${2 * second}
    where user_id = '${carol.id}' and length(token_hash) > 64`);
  await signIn();
  assert.equal((await newer.call(api.auth.sessions, {})).length, caps.sessionsOfUser);
  await carol.refused(401, api.users.me, {});
});
