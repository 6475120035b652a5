import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* Bots: on the members page, and how what they are and did is marked. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const narrow = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function someone(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const made = await makeBoard(person);
  const at = { params: { workspacePublicId: made.workspace } };
  return { service, person, ...made, at, ...(await service.visitor(options, person)) };
}

test('a bot is added, given a key, paused and removed', { skip }, async () => {
  const { service, person, workspace, lists, at, page, complaints } = await someone('bea', narrow);
  await page.goto(`/w/${workspace}/members`);
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.keyboard.type('Release bot');
  assert.ok(
    !(await page.getByLabel('Role', { exact: true }).last().locator('option').allTextContents()).includes(
      'Admin',
    ),
  );
  await page.locator('.boxed').getByRole('button', { name: 'Add a bot' }).click();
  await page.getByText('belongs to bea · Member · no keys').waitFor();
  await page.getByText('1 member', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Manage Release bot' }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name of the agent').fill('Scout');
  await page.getByRole('button', { name: 'Create key' }).click();
  const bot = service.caller(await page.getByLabel('Your new key').inputValue());
  await page.getByText('claude mcp add').waitFor();
  await page.getByText('belongs to bea · Member · 1 key').waitFor();
  await makeCard({ ...person, ...bot }, nth(lists, 0));
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await bot.refused(403, api.workspaces.get, at);
  await page.getByRole('button', { name: 'Let back in' }).click();
  await page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' });
  await bot.call(api.workspaces.get, at);
  await page.getByRole('button', { name: 'Remove bot' }).click();
  await page.getByRole('button', { name: 'Remove bot' }).last().click();
  await page.getByText('belongs to bea').waitFor({ state: 'detached' });
  await bot.refused(401, api.workspaces.get, at);
  assert.deepEqual(complaints, []);
});

test('who owns a bot keeps its keys, and cannot give it another role', { skip }, async () => {
  const { service, person, workspace, at } = await someone('ben');
  const owner = await service.signUp('owen');
  const ownerMemberPublicId = await makeMember(service, person, workspace, owner);
  for (const [name, body] of [
    ['Mine', { ownerMemberPublicId }],
    ['Theirs', {}],
  ] as const)
    await person.call(api.bots.create, { ...at, body: { name, ...body } });
  const { page, complaints } = await service.visitor({}, owner);
  await page.goto(`/w/${workspace}/members`);
  await page.getByRole('button', { name: 'Manage Mine' }).click();
  await page.getByText('It has no API keys').waitFor();
  assert.equal(await page.getByLabel('Owner').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Manage Theirs' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Add a bot' }).count(), 0);
  assert.deepEqual(complaints, []);
});

test('what is a bot, and what it did, is marked on the board and on cards', { skip }, async () => {
  const { service, person, workspace, board, lists, at, page, complaints } = await someone('bo');
  const { publicId: botPublicId } = await person.call(api.bots.create, { ...at, body: { name: 'Scout' } });
  const { key } = await person.call(api.bots.createKey, {
    params: { workspacePublicId: workspace, botPublicId },
    body: { name: 'Agent' },
  });
  const bot = service.caller(key);
  const cardPublicId = await makeCard(person, nth(lists, 0), { memberPublicIds: [botPublicId] });
  await bot.call(api.comments.create, { params: { cardPublicId }, body: { comment: 'Done so far.' } });
  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${cardPublicId}"]`).getByRole('img', { name: 'Scout (bot)' }).waitFor();
  await page.goto(`/c/${cardPublicId}`);
  await page.locator('.said-by').getByText('Bot', { exact: true }).waitFor();
  await page.locator('.comment').getByRole('img', { name: 'Scout (bot)' }).waitFor();
  await page.goto(`/b/${board}/activity`);
  await page.locator('.rows').getByText('Bot', { exact: true }).first().waitFor();
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});
