import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { minute } from '../../server/src/base/clock.ts';
import { until } from '../../server/src/testing/files.ts';
import { makeOperator } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* The page for operators: what is wrong, and the accounts. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

test('an operator finds in the menu how the installation is, and suspends an account', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('ada');
  const bob = await service.signUp('bob');
  await makeOperator(service, ada);
  await service.jobs.run('node');
  const state = JSON.stringify({
    clockOff: null,
    disk: { free: 100_000_000, total: 50_000_000_000 },
    mails: {
      sent: 12,
      failed: 3,
      lastFailedAt: service.clock.now(),
      lastError: 'connect ECONNREFUSED 192.0.2.1:587',
    },
  });
  await service.sql(`insert into nodes (id, host, version, started_at, seen_at, state)
    values ('zzzzzzzzzzzzzzzz', 'web-2.with-a-long-name.internal.example.com', '0.3.0', 1, ${service.clock.now()}, '${state}')`);
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto('/');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Operation' }).click();
  await page.getByText('Nothing is backed up by a schedule.').waitFor();
  await page.getByText('The disk of web-2.with-a-long-name.internal.example.com is nearly full.').waitFor();
  await page.getByRole('button', { name: 'Send yourself a test email' }).click();
  await page.getByText('The mail server has taken it.').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'bob' })
    .getByRole('button', { name: 'Disable' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Disabled').waitFor();
  await bob.refused(401, api.users.me);
  await page.getByRole('button', { name: 'Enable again' }).click();
  await page.getByText('Disabled').waitFor({ state: 'detached' });
  assert.deepEqual(await violationsOn(page), []);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await fits(page), `${width} px`);
  }
  assert.deepEqual(complaints, []);
});

test('what fails is told, however crowded the page is, until it is mended', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-Sicherungen-mit-einem-langen-Namen-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const backed = await visited({ BACKUP_SCHEDULE: '6h', BACKUP_TO: folder, LOG_LEVEL: 'silent' });
  const eve = await backed.signUp('eve');
  await makeOperator(backed, eve);
  const now = backed.clock.now();
  const mails = { sent: 4_000_000, failed: 0, lastFailedAt: null, lastError: null };
  const state = JSON.stringify({ clockOff: 9_000_000, disk: { free: 9, total: 5e13 }, mails });
  for (let n = 0; n < 30; n++) {
    const name = `Ein Arbeitsbereich mit einem sehr langen Namen, Nummer ${n}`;
    await eve.call(api.workspaces.create, { body: { name } });
  }
  rmSync(folder, { recursive: true });
  await backed.jobs.run('backups');
  await backed.jobs.run('backups-told');
  assert.deepEqual(
    backed.mails.map(({ subject }) => subject),
    ['Backups need attention'],
  );
  // After the round, which forgets nodes that the embedded database cannot have.
  for (let n = 0; n < 40; n++) {
    await backed.sql(`insert into nodes (id, host, version, started_at, seen_at, state)
      values ('zzzzzzzzzzzzzz${n + 10}', 'node-${n}.of-a-cluster-with-a-very-long-name.internal.example.com', '0.3.${n}', 1, ${now}, '${state}')`);
  }
  const { page, complaints } = await backed.visitor({}, eve);
  await page.goto('/admin');
  await page.getByText(`The folder of backups is not there: ${folder}`).waitFor();
  await page.getByText(`The last backup failed: ${folder} does not exist`).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
    [320, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await fits(page), `${width} px`);
  }
  mkdirSync(folder);
  backed.clock.pass(30 * minute);
  await backed.jobs.run('backups');
  await page.reload();
  await page.getByText('The last good one').waitFor();
  assert.equal(await page.getByText('The folder of backups is not there').count(), 0);
  assert.equal(await page.getByText('The last backup failed').count(), 0);
  assert.deepEqual(complaints, []);
});

test('an operator sets what the files of a workspace may take up, and has work done', { skip }, async () => {
  const asked = await visited();
  const lea = await asked.signUp('lea');
  await makeOperator(asked, lea);
  const { publicId: workspacePublicId } = await lea.call(api.workspaces.create, {
    body: { name: 'Engines' },
  });
  const quota = async () =>
    (await lea.call(api.attachments.usage, { params: { workspacePublicId } })).quotaBytes;
  const { page, complaints } = await asked.visitor({}, lea);
  await page.goto('/admin');
  const row = page.getByRole('listitem').filter({ hasText: 'Engines' });
  await row.getByRole('button', { name: 'Quota of Engines' }).click();
  await row.getByLabel('Most megabytes of files').fill('1.5');
  assert.deepEqual(await violationsOn(page), []);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await fits(page), `${width} px`);
  }
  await row.getByRole('button', { name: 'Save' }).click();
  await row.getByText('at most 1.5 MB').waitFor();
  assert.equal(await quota(), 1_500_000);
  await row.getByRole('button', { name: 'Quota of Engines' }).click();
  await row.getByLabel('Most megabytes of files').fill('');
  await row.getByRole('button', { name: 'Save' }).click();
  await row.getByText('at most').waitFor({ state: 'detached' });
  assert.equal(await quota(), null);
  const full = row.getByText('full', { exact: true });
  assert.equal(await full.count(), 0);
  await asked.jobs.run('workspace-sizes');
  await lea.call(api.operator.updateWorkspace, { params: { workspacePublicId }, body: { storageQuota: 0 } });
  await page.reload();
  await full.waitFor();
  // An import that waits for its next attempt.
  const content = JSON.stringify({ name: 'House', lists: [{ id: 'l1', name: 'To do', pos: 1 }], cards: [] });
  const body = { workspacePublicId, format: 'boardtool-json', content } as const;
  await lea.call(api.imports.file, { body, query: { async: true } });
  await asked.sql(`update imports set error = 'away', due_at = ${asked.clock.now() + 60 * minute}`);
  await page.reload();
  await page.getByRole('button', { name: 'Try again: Imports' }).click();
  await page.getByText('Tried again: 1.').waitFor();
  await page.getByText('Repeated work').click();
  await page.getByRole('button', { name: 'Run now: expired-audit-entries' }).click();
  const isEnded = () =>
    asked.jobs.states().some(({ name, endedAt }) => name === 'expired-audit-entries' && endedAt !== null);
  await until(isEnded);
  await page.reload();
  await page.getByText('Repeated work').click();
  const job = page.getByRole('listitem').filter({ hasText: 'expired-audit-entries' });
  await job.getByText('ended just now').waitFor();
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await fits(page), `${width} px`);
  }
  assert.deepEqual(complaints, []);
});

test('for anybody else there is nothing in the menu', { skip }, async () => {
  assert.ok(service);
  const kim = await service.signUp('kim');
  const { page } = await service.visitor({}, kim);
  await page.goto('/');
  const asked = page.waitForResponse((reply) => reply.url().endsWith('/announcement'));
  await page.getByRole('button', { name: 'Your account' }).click();
  await asked;
  assert.equal(await page.getByRole('link', { name: 'Operation' }).count(), 0);
});
