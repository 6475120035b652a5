import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { makeWorkspace } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signOut, visited } from './browser.ts';

/* Uploads of files to import, while other things happen on the page. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function someone(name: string) {
  assert.ok(service);
  const person = await service.signUp(name);
  const workspace = await makeWorkspace(person, 'Engines');
  return { person, workspace, ...(await service.visitor({}, person)) };
}

const file = (name: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from('Title,List\nSow,Beds\n'),
});

const upload = '**/imports/files/upload*';

test('an import that begins while others are looked at is listed', { skip }, async () => {
  const { workspace, page, context } = await someone('looks');
  await page.goto(`/w/${workspace}/import`);
  const begin = async (name: string) => {
    await page.locator('input[type=file]').setInputFiles(file(name));
    await page.getByRole('button', { name: 'Import 1 file' }).click();
  };
  const row = (name: string) =>
    page.locator('.transfers > li').filter({ hasText: name }).getByText('CSV · Waiting to begin');
  await begin('first.csv');
  await row('first.csv').waitFor();
  const [look, list] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const after = (release: Promise<void>) => async (route: Route) => {
    await release;
    // The request may have been cancelled meanwhile.
    await route.continue().catch(() => {});
  };
  const looks = '**/api/v1/imports/*';
  const asked = page.waitForRequest(looks);
  await context.route(looks, after(look.promise));
  await asked;
  const lists = '**/workspaces/*/imports';
  await context.route(lists, after(list.promise));
  const listed = page.waitForRequest(lists);
  await begin('second.csv');
  await listed;
  const looked = page.waitForResponse(looks);
  look.resolve();
  await (await looked).finished();
  // Leave the page time to handle it.
  await page.evaluate('new Promise((done) => setTimeout(done, 100))');
  list.resolve();
  await row('second.csv').waitFor();
});

test('who signs out takes along what was not sent yet', { skip }, async () => {
  const { workspace, page, context } = await someone('leaves');
  let uploads = 0;
  // These requests never end by themselves.
  await context.route(upload, () => void uploads++);
  await page.goto(`/w/${workspace}/import`);
  await page.locator('input[type=file]').setInputFiles(['a.csv', 'b.csv', 'c.csv'].map(file));
  const given = page.waitForEvent('requestfailed', (request) => request.url().includes('files/upload'));
  await page.getByRole('button', { name: 'Import 3 files' }).click();
  await page.getByText('Waiting').first().waitFor();
  await signOut(page);
  await given;
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.equal(uploads, 2);
});
