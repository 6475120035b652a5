import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { memberOf } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, signIn, visited } from './browser.ts';

/* The user's own pages: keys and their limits, what happened to the account, workspaces in the trash, and cards. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true };

async function someone(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  return { service, person, ...(await service.visitor(options, person)) };
}

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

test('a key is limited to a workspace, to rights and in time, as chosen', { skip }, async () => {
  const { service, person, page, complaints } = await someone('kim');
  const { workspace, lists } = await makeBoard(person);
  const elsewhere = await makeBoard(person, { name: 'Elsewhere' });
  const { name } = await person.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  await page.goto('/profile/keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.keyboard.type('Nightly export');
  await page.getByLabel('Permissions').selectOption({ label: 'Do everything that I may do' });
  await page.getByText('A key without limits').waitFor();
  await page.getByLabel('Workspace').selectOption(workspace);
  await page.getByText('A key without limits').waitFor({ state: 'detached' });
  await page.getByLabel('Permissions').selectOption({ label: 'Do what I choose' });
  await page.getByLabel('Create cards').check();
  await page.getByLabel('See members').uncheck();
  await page.getByLabel('Expires').selectOption({ label: 'In 7 days' });
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = service.caller(await page.getByLabel('Your new key').inputValue());
  await makeCard({ ...person, ...key }, nth(lists, 0));
  await key.refused(403, api.members.list, { params: { workspacePublicId: workspace } });
  await key.refused(403, api.boards.get, { params: { boardPublicId: elsewhere.board } });
  const [stored] = await person.call(api.users.apiKeys);
  assert.equal(stored?.workspacePublicId, workspace);
  const days = (Date.parse(stored?.expiresAt ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days < 7.1);
  await page.getByText(new RegExp(`6 permissions · ${name} · expires`)).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});

test('a key for an agent comes with the settings of its client, which work', { skip }, async () => {
  const { service, person, page, context, complaints } = await someone('agnes', narrow);
  const { workspace } = await makeBoard(person);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile/keys');
  await page.getByRole('button', { name: 'Key for an agent' }).click();
  await page.getByLabel('Name of the agent').fill('Scout');
  await page.getByLabel('Permissions').selectOption({ label: 'Only read' });
  assert.equal(await page.getByLabel('Expires').inputValue(), '30');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByLabel('Your new key').inputValue();
  for (const [client, sign] of [
    ['Claude Code', 'claude mcp add --transport http taskboard'],
    ['Cursor', '"mcpServers"'],
    ['VS Code', '"type": "http"'],
    ['Codex', '[mcp_servers.taskboard]'],
    ['Zed', '"context_servers"'],
  ]) {
    await page.getByRole('button', { name: client ?? '', exact: true }).click();
    const text = await page.locator('pre').innerText();
    assert.ok(text.includes(sign ?? '') && text.includes(`Bearer ${secret}`), client);
    assert.ok(text.includes(`${service.address}/mcp`), client);
    await page.locator('.paste').getByRole('button', { name: 'Copy' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), text, client);
  }
  assert.ok(await fits(page));
  assert.deepEqual(await violationsOn(page), []);
  const { permissions, workspacePublicId } = await service.caller(secret).call(api.users.credential);
  assert.equal(workspacePublicId, workspace);
  assert.ok(permissions?.every((permission) => permission.endsWith(':view')));
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.reload();
  await page.getByText('Scout').waitFor();
  assert.ok(!(await page.locator('body').innerText()).includes(secret));
  assert.deepEqual(complaints, []);
});

test('a key is limited to boards, found by their names, and the list says which', { skip }, async () => {
  const { service, person, page, complaints } = await someone('borys', narrow);
  const { workspace, board } = await makeBoard(person, { name: 'Harbour' });
  const second = await makeBoard(person, { workspace, name: 'נמל' });
  await makeBoard(person, { workspace, name: 'Quarry' });
  await page.goto('/profile/keys');
  await page.getByRole('button', { name: 'Key for an agent' }).click();
  await page.getByLabel('Name of the agent').fill('Scout');
  await page.getByRole('button', { name: 'Boards' }).press('Enter');
  const find = page.getByRole('combobox', { name: 'Find a board' });
  await find.pressSequentially('harb');
  await page.keyboard.press('Enter');
  await find.fill('');
  await page.getByRole('option', { name: 'נמל' }).click();
  assert.ok(await fits(page));
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('Escape');
  await page.getByText('Everything else in the workspace stays hidden from the key.').waitFor();
  assert.ok(await fits(page));
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByLabel('Your new key').inputValue();
  assert.ok((await page.locator('pre').innerText()).includes(secret));
  const { boardPublicIds } = await service.caller(secret).call(api.users.credential);
  assert.deepEqual(boardPublicIds?.toSorted(), [board, second.board].toSorted());
  await page.getByText('Harbour and נמל').waitFor();
  assert.deepEqual(complaints, []);
});

test('sign-ins, failed ones too, and changes of keys are listed', { skip }, async () => {
  assert.ok(service);
  const person = await service.signUp('sigrid');
  const { page, complaints } = await service.visitor();
  await signIn(page, 'sigrid');
  await service
    .caller()
    .refused(401, api.auth.signIn, { body: { email: person.email, password: 'not the password' } });
  await service.jobs.run('failed-sign-ins');
  await person.call(api.users.createApiKey, { body: { name: 'x' } });
  await page.goto('/profile/security');
  for (const text of ['Account created', 'Sign-in failed', 'API key created', 'Signed in'])
    await page.locator('.happenings > li', { hasText: text }).first().waitFor();
  await page
    .getByText(/from 127\.0\.0\.1, Chrome/)
    .first()
    .waitFor();
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});

test('a deleted workspace is restored', { skip }, async () => {
  const { person, page, complaints } = await someone('dina', narrow);
  const { workspace } = await makeBoard(person);
  const params = { workspacePublicId: workspace };
  const { name } = await person.call(api.workspaces.get, { params });
  await page.goto('/profile/deleted-workspaces');
  await page.getByText('No workspace of yours is in the trash.').waitFor();
  await person.call(api.workspaces.delete, { params });
  await page.reload();
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await page.getByText('No workspace of yours is in the trash.').waitFor();
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`/w/${workspace}`);
  assert.deepEqual(complaints, []);
});

for (const [screen, options] of [
  ['desktop', {}],
  ['a narrow phone', narrow],
] as const) {
  test(`the cards of a user are grouped by when they are due, from all workspaces: ${screen}`, {
    skip,
  }, async () => {
    const { service, person, page, complaints } = await someone(`carla-${screen.length}`, options);
    await page.goto('/my-work');
    await page.getByText('No cards are assigned to you').waitFor();
    const noon = (days: number) => {
      const date = new Date();
      return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 23, 59).toISOString();
    };
    const due = { Yesterday: noon(-1), Tonight: noon(0), Soon: noon(3), [`${'W'.repeat(64)}`]: noon(30) };
    for (const [title, dueDate] of [...Object.entries(due), ['Some day', undefined] as const]) {
      const { workspace, lists } = await makeBoard(person, { name: `Board of ${title.slice(0, 9)}` });
      const member = await memberOf(service, workspace, person);
      const given = { title, memberPublicIds: [member], ...(dueDate ? { dueDate } : {}) };
      await makeCard(person, nth(lists, 0), given);
      await makeCard(person, nth(lists, 0), { title: 'Not mine' });
    }
    await page.reload();
    await page.getByText('5 cards on 5 boards').waitFor();
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    assert.deepEqual(headings, ['Overdue 1', 'Today 1', 'Next 7 days 1', 'Later 1', 'No date 1']);
    assert.equal(await page.getByText('Not mine').count(), 0);
    assert.ok(await fits(page));
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('link', { name: /^Tonight/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/c\//);
    await page.getByRole('dialog').getByText('Tonight').first().waitFor();
    await page.goBack();
    await page.getByText('5 cards on 5 boards').waitFor();
    assert.deepEqual(complaints, []);
  });
}
