import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeMember } from '../../server/src/testing/fixtures.ts';
import { makeOperator } from '../../server/src/testing/members.ts';
import type { Person } from '../../server/src/testing/service.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* The API keys that open a workspace, what it demands of them, and what the operator tells everybody. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } as const;

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });

/** A workspace with a founder and an admin, of whom the page is. */
async function withAdmin(name: string, options: object = {}) {
  assert.ok(service);
  const founder = await service.signUp(`${name}-founder`);
  const admin = await service.signUp(name);
  const { publicId: workspace } = await founder.call(api.workspaces.create, { body: { name: 'Vault' } });
  await makeMember(service, founder, workspace, admin, 'admin');
  const visitor = await service.visitor(options, admin);
  return { founder, admin, workspace, ...visitor };
}

const makeKey = (person: Person, name: string, body: object = {}) =>
  person.call(api.users.createApiKey, { body: { name, ...body } as never });

for (const [where, options] of [
  ['a desktop', {}],
  ['a phone in the dark', phone],
] as const)
  test(`who manages a workspace sees the keys that open it, and ends them, on ${where}`, {
    skip,
  }, async () => {
    assert.ok(service);
    const { founder, workspace, page, complaints } = await withAdmin(`kay${where.length}`, options);
    await page.goto(`/w/${workspace}/keys`);
    await page.getByText('No API key opens this workspace.').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const all = await makeKey(founder, 'Reports');
    const here = await makeKey(founder, 'Importer', {
      workspacePublicId: workspace,
      permissions: ['board:view', 'card:view'],
    });
    for (let number = 1; number <= 28; number++) await makeKey(founder, `Key ${number}`);
    await founder.call(api.policies.update, { ...at(workspace), body: { longestKeyLife: 90 } });
    await page.reload();
    const rows = page.locator('.rows > li');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await until(async () => (await rows.count()) === 30, 'all keys');
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
    assert.deepEqual(await violationsOn(page), []);
    assert.ok(await fits(page));
    const row = (name: string) => rows.filter({ has: page.getByText(name, { exact: true }) });
    await row('Reports')
      .getByText(/all permissions · all workspaces/)
      .waitFor();
    await row('Reports')
      .getByText(/never used · ends here .+, as set under Security/)
      .waitFor();
    await row('Importer').getByText('2 permissions').click();
    await row('Importer').getByText('See cards').waitFor();
    await row('Importer').getByRole('button', { name: 'End' }).click();
    await page.getByText(/“Importer” is for this workspace alone, so it is revoked/).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await rows.count(), 30);
    await row('Importer').getByRole('button', { name: 'End' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await row('Importer').waitFor({ state: 'detached' });
    await service.caller(here.key).refused(401, api.workspaces.get, at(workspace));
    await row('Reports').getByRole('button', { name: 'End' }).click();
    await page
      .getByText(/“Reports” no longer opens this workspace.+ other workspaces of its owner/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await row('Reports').waitFor({ state: 'detached' });
    await service.caller(all.key).refused(403, api.workspaces.get, at(workspace));
    await service.caller(all.key).call(api.users.me);
    assert.equal(await rows.count(), 28);
    assert.deepEqual(complaints, []);
  });

test('only who manages the workspace is shown the page, and ends nobody’s keys above them', {
  skip,
}, async () => {
  assert.ok(service);
  const { founder, workspace } = await withAdmin('kim');
  const member = await service.signUp('kim-member');
  const memberPublicId = await makeMember(service, founder, workspace, member, 'member');
  const { page } = await service.visitor({}, member);
  await page.goto(`/w/${workspace}/keys`);
  await page.getByText('Your role in this workspace does not include this page.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0);
  // With the right to manage it, they see the keys of who ranks above them, and end only their own.
  await makeKey(founder, 'Reports');
  await makeKey(member, 'Mine');
  await founder.call(api.members.grant, {
    params: { workspacePublicId: workspace, memberPublicId },
    body: { permission: 'workspace:manage' },
  });
  await page.reload();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('Mine').getByRole('button', { name: 'End' }).waitFor();
  assert.equal(await row('Reports').count(), 1);
  assert.equal(await row('Reports').getByRole('button').count(), 0);
});

test('what a workspace demands of keys, and who may export, is set on its page of security', {
  skip,
}, async () => {
  assert.ok(service);
  const { founder, workspace, page, complaints } = await withAdmin('pam');
  await founder.call(api.policies.update, { ...at(workspace), body: { unusedKeyLife: 45 } });
  await makeKey(founder, 'Reports');
  await page.goto(`/w/${workspace}/security`);
  const unused = page.getByLabel('Unused API keys end after');
  await unused.waitFor();
  // What the API has set is kept, though it is none of those that the page offers.
  assert.equal(await unused.inputValue(), '45');
  await page.getByRole('combobox', { name: 'API keys end after', exact: true }).selectOption('90 days');
  await page.getByLabel('Members may use API keys').uncheck();
  await page.getByLabel('Who may export').selectOption('Only those who manage the workspace');
  // Coming back to the tab reads the policies again, and takes nothing of what was chosen.
  const again = page.waitForResponse((reply) => reply.url().endsWith('/policies'));
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await again;
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  const stored = await founder.call(api.policies.get, at(workspace));
  assert.deepEqual(
    [stored.longestKeyLife, stored.unusedKeyLife, stored.personalKeys, stored.exports],
    [90, 45, false, 'admins'],
  );
  await page.goto(`/w/${workspace}/keys`);
  await page.getByText('only keys of bots open the workspace').waitFor();
  await page.getByText('Closed here', { exact: true }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});

test('what somebody else has set meanwhile is kept by saving something else', { skip }, async () => {
  assert.ok(service);
  const { founder, workspace, page } = await withAdmin('pia');
  await founder.call(api.policies.update, { ...at(workspace), body: { longestKeyLife: 90 } });
  await page.goto(`/w/${workspace}/security`);
  const exports = page.getByLabel('Who may export');
  await exports.waitFor();
  await founder.call(api.policies.update, {
    ...at(workspace),
    body: { longestKeyLife: 30, idleMinutes: 60, addresses: ['127.0.0.0/8', '::1'] },
  });
  await exports.selectOption('Only those who manage the workspace');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  const stored = await founder.call(api.policies.get, at(workspace));
  assert.deepEqual(
    [stored.exports, stored.longestKeyLife, stored.idleMinutes, stored.addresses.length],
    ['admins', 30, 60, 2],
  );
});

test('in German, nothing of these pages is in English', { skip }, async () => {
  assert.ok(service);
  const { founder, admin, workspace } = await withAdmin('gert');
  await makeKey(founder, 'Berichte', { workspacePublicId: workspace });
  const { page } = await service.visitor({ locale: 'de-DE' }, admin);
  await page.goto(`/w/${workspace}/security`);
  await page.getByText('Mitglieder brauchen einen zweiten Faktor').waitFor();
  await page.getByText('Mitglieder dürfen API-Schlüssel benutzen').waitFor();
  await page.goto(`/w/${workspace}/keys`);
  await page.getByText('nur dieser Arbeitsbereich').waitFor();
  await page.getByRole('button', { name: 'Deaktivieren' }).click();
  await page.getByText('„Berichte“ gilt nur für diesen Arbeitsbereich').waitFor();
});

test('what the operator announces stands above all pages until it is closed there', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('ada');
  await makeOperator(service, ada);
  const bob = await service.signUp('bob');
  const { publicId: workspace } = await bob.call(api.workspaces.create, { body: { name: 'Bakery' } });
  const { publicId: board } = await bob.call(api.boards.create, {
    ...at(workspace),
    body: { name: 'Bread', lists: ['To do'], labels: [] },
  });
  const { page } = await service.visitor({}, ada);
  await page.goto('/admin');
  await page.getByText('Nothing is announced.').waitFor();
  await page.getByLabel('Text').fill('Tonight at 22:00 <b>all</b> is updated.');
  await page.getByLabel('Kind').selectOption('Warning');
  await page.getByRole('button', { name: 'Announce' }).click();
  const banner = page.locator('.announced');
  await banner.getByText('Tonight at 22:00 <b>all</b> is updated.').waitFor();
  assert.deepEqual(await violationsOn(page), []);

  const other = await service.visitor(phone, bob);
  const seen = other.page.locator('.announced');
  for (const path of [`/b/${board}`, '/inbox']) {
    await other.page.goto(path);
    await seen.getByRole('alert').waitFor();
    assert.deepEqual(await violationsOn(other.page), []);
    assert.ok(await fits(other.page), path);
  }
  await seen.getByRole('button', { name: 'Close' }).click();
  await seen.waitFor({ state: 'detached' });
  const asked = other.page.waitForResponse((reply) => reply.url().endsWith('/announcement'));
  await other.page.reload();
  await asked;
  await until(async () => (await other.page.locator('.rows, .inbox, main').count()) > 0, 'the page');
  assert.equal(await seen.count(), 0);

  await page.getByLabel('Text').fill('It is done.');
  await page.getByRole('button', { name: 'Replace announcement' }).click();
  await banner.getByText('It is done.').waitFor();
  // Another sentence is shown to who has closed the one before, once they come back to the tab.
  await other.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await seen.getByRole('status').getByText('It is done.').waitFor();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Nothing is announced.').waitFor();
  await banner.waitFor({ state: 'detached' });
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await fits(page), `${width} px`);
  }
  assert.deepEqual(other.complaints, []);
});
