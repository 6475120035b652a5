import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, makeWorkspace, nth } from '../../server/src/testing/fixtures.ts';
import { fakeGitHub } from '../../server/src/testing/github.ts';
import { fakeTrello } from '../../server/src/testing/trello.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Imports and exports of boards. No job runs by itself in these tests: `jobs.run` makes the service do its work. */

const skip = noBrowser;
const github = await fakeGitHub();
const trello = await fakeTrello();
const service = skip
  ? undefined
  : await visited({
      CODEHOST_API_URL: github.url,
      BOARDTOOL_API_URL: trello.url,
      BOARDTOOL_API_KEY: trello.key,
      INBOUND_MAIL: 'smtp://127.0.0.1:0/in.example.com',
    });
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function someone(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const workspace = await makeWorkspace(person, 'Engines');
  return { person, workspace, jobs: service.jobs, ...(await service.visitor(options, person)) };
}

const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

/** A board of another tool, with things that have no counterpart here. */
const house = JSON.stringify({
  name: 'House',
  desc: 'left out',
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  cards: [{ id: 'c1', name: 'Paint', idList: 'l1', pos: 1, stickers: [{ image: 'heart' }] }],
});
const table = 'Title,List\nSow,Beds\nWater,Beds\n';

const rows = (page: Page) => page.locator('.transfers > li');

for (const [screen, options] of [
  ['desktop', {}],
  ['phone', phone],
] as const) {
  test(`the columns of a table are shown, and become what was chosen: ${screen}`, { skip }, async () => {
    const { person, workspace, page, jobs, complaints } = await someone(`columns-${screen}`, options);
    await page.goto(`/w/${workspace}/import`);
    const long = 'loam'.repeat(30);
    const text = `Was,Phase,Aufwand,Leer,Boden\nSow,Spring,3,,${long}\nWater,Summer,4,,${long}\n`;
    await page.locator('input[type=file]').setInputFiles(file('Garden plan.csv', text));
    await page.getByText('4 columns. 1 empty column is left out.').waitFor();
    await page.getByText('Spring · Summer').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    const becomes = (heading: string) => page.getByLabel(`What the column ${heading} becomes`);
    assert.equal(await becomes('Aufwand').inputValue(), 'field-number');
    // Without titles nothing is sent.
    await page.getByRole('button', { name: 'Import 1 file' }).click();
    await page.getByText('Choose the column with the titles of the cards.').waitFor();
    await becomes('Was').focus();
    await becomes('Was').selectOption('title');
    await becomes('Phase').selectOption('list');
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Import 1 file' }).click();
    await page.getByText('Waiting to begin').waitFor();
    await jobs.run('imports');
    await page.getByRole('link', { name: 'Garden plan' }).waitFor();
    const [board] = await person.call(api.boards.list, { params: { workspacePublicId: workspace } });
    const params = { boardPublicId: board?.publicId ?? '' };
    const { lists, cards, fields } = await person.call(api.boards.snapshot, { params });
    assert.deepEqual(
      lists.map(({ name }) => name),
      ['Spring', 'Summer'],
    );
    assert.deepEqual(cards.map(({ title }) => title).sort(), ['Sow', 'Water']);
    assert.deepEqual(
      fields.map(({ name, type }) => [name, type]),
      [
        ['Aufwand', 'number'],
        ['Boden', 'text'],
      ],
    );
    assert.deepEqual(complaints, []);
  });
}

for (const [screen, options] of [
  ['desktop', { colorScheme: 'dark' }],
  ['phone', phone],
] as const) {
  test(`files become boards, and what they left out can be read after a reload: ${screen}`, {
    skip,
  }, async () => {
    const { workspace, page, jobs, complaints } = await someone(`brings-${screen}`, options);
    await page.goto(`/w/${workspace}/settings`);
    await page.getByRole('main').getByRole('link', { name: 'Import' }).click();
    await page.getByText('Nothing has been imported yet.').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles([file('house.json', house), file('garden.csv', table), file('notes', '?')]);
    await page.locator(':focus', { hasText: 'Import 3 files' }).waitFor();
    assert.equal(await page.getByLabel('Format of house.json').inputValue(), 'boardtool-json');
    assert.equal(await page.getByLabel('Format of garden.csv').inputValue(), 'csv');
    await page.getByLabel('Format of notes').selectOption({ label: 'Trello' });
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Import 3 files' }).click();
    await page.getByText('Waiting to begin').nth(2).waitFor();
    await page.getByRole('button', { name: 'Cancel the import of garden.csv' }).click();
    await page.getByText('CSV · Canceled').waitFor();
    await jobs.run('imports');
    await page.getByText('notes could not be imported').or(page.getByText('House was imported')).waitFor({
      state: 'attached',
    });
    const failed = rows(page).filter({ hasText: 'notes' });
    await failed.getByText('not valid JSON').waitFor();
    await failed.getByRole('button', { name: 'Try again to import notes' }).click();
    await rows(page).filter({ hasText: 'Waiting to begin' }).waitFor();
    await page.reload();
    await page.getByText('Board description left out: 1').waitFor();
    assert.equal(await page.getByText('Stickers left out: 1').isVisible(), false);
    await page.getByText('1 minor difference').click();
    await page.getByText('Stickers left out: 1').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByText('Choose the file again to try once more.').first().waitFor();
    await page.getByRole('link', { name: 'House' }).click();
    await page.getByRole('list', { name: 'To do', exact: true }).getByText('Paint').waitFor();
    assert.deepEqual(complaints, []);
  });
}

test('a file is dropped, its upload is cut off and tried again, and what is too large says so', {
  skip,
}, async () => {
  const { page, context } = await someone('drops');
  await page.goto('/');
  await page.getByRole('link', { name: 'Import' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('input:focus').fill('import a b');
  await page.keyboard.press('Enter');
  await page.getByText('or drop them here: exports of Trello').waitFor();
  const drop = async (name: string) => {
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Title\\nSow'], '${name}'));
      for (const type of ['dragover', 'drop'])
        document.querySelector('h2').dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
        );
    })()`);
    await page.getByRole('button', { name: 'Import 1 file' }).click();
  };
  const upload = '**/imports/files/upload*';
  await context.route(upload, (route) => route.abort());
  await drop('seeds.csv');
  await page.getByText('The upload was interrupted. Check your connection').waitFor();
  await context.unroute(upload);
  await page.getByRole('button', { name: 'Try again to import seeds.csv' }).click();
  await rows(page).filter({ hasText: 'seeds.csv' }).getByText('Waiting to begin').waitFor();
  await context.route(upload, (route) => route.fulfill({ status: 413, json: {} }));
  await drop('trees.csv');
  await page.getByText('This file is too large').waitFor();
  await page.getByRole('button', { name: 'Cancel the import of trees.csv' }).click();
  await page.getByText('This file is too large').waitFor({ state: 'detached' });
});

test('who may not create boards does not see how to import one', { skip }, async () => {
  assert.ok(service);
  const { person, workspace } = await someone('hosts');
  const guest = await service.signUp('guest');
  await makeMember(service, person, workspace, guest, 'guest');
  const { page } = await service.visitor({}, guest);
  await page.goto(`/w/${workspace}`);
  await page.getByText('Archived boards').waitFor();
  assert.equal(await page.getByText('Import').count(), 0);
  await page.goto(`/w/${workspace}/settings`);
  await page.getByRole('link', { name: 'Export' }).waitFor();
  assert.equal(await page.getByText('Import').count(), 0);
  await page.goto(`/w/${workspace}/import`);
  await page.getByText('does not include this page').waitFor();
});

test('a board is downloaded at once; a workspace is exported in the background, listed, downloaded and deleted', {
  skip,
}, async () => {
  const { person, workspace, page, jobs, complaints } = await someone('leaves');
  const { board, lists } = await makeBoard(person, { workspace, name: 'Harbour' });
  await makeCard(person, nth(lists, 0), { title: 'Paint the pier' });
  await page.goto(`/b/${board}/export`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption({ label: 'Table (CSV)' });
  const [small] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ]);
  assert.match(await textOf(small), /Paint the pier/);
  await makeCard(person, nth(lists, 0), { title: 'Paint the wall' });
  await page.goto(`/b/${board}/export?q=wall`);
  await dialog.getByLabel('Format').selectOption({ label: 'Table (CSV)' });
  await dialog.getByLabel('Only cards that pass the filter').check();
  const [some] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ]);
  const text = await textOf(some);
  assert.deepEqual([/the wall/.test(text), /the pier/.test(text)], [true, false]);
  await page.goto(`/w/${workspace}/settings`);
  await page.getByRole('link', { name: 'Export' }).click();
  await page.getByLabel('Format').selectOption({ label: 'Table (CSV)' });
  await page.getByRole('button', { name: 'Start export' }).click();
  await page.getByText('Table (CSV) · Waiting to begin').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await jobs.run('exports');
  await page.getByText('The export of Engines is ready').waitFor({ state: 'attached' });
  await page.getByText(/2 cards · .+ · kept until/).waitFor();
  const [whole] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the export of Engines' }).click(),
  ]);
  assert.match(await textOf(whole), /Paint the pier/);
  await page.getByRole('button', { name: 'Delete the export of Engines' }).click();
  await page.getByText('No exports yet.').waitFor();
  assert.deepEqual(complaints, []);
});

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}

for (const [kind, title, shown] of [
  ['calendar', 'Calendar feed', /SUMMARY:.*Paint/],
  ['feed', 'Activity feed', /<title>of-feed added Paint<\/title>/],
] as const) {
  test(`the address of a ${kind} is created, shown once, replaced and revoked`, { skip }, async () => {
    assert.ok(service);
    const { person, workspace, page, complaints } = await someone(`of-${kind}`);
    const { board, lists } = await makeBoard(person, { workspace, name: 'Harbour' });
    await makeCard(person, nth(lists, 0), { title: 'Paint', dueDate: new Date().toISOString() });
    const read = async (address: string) => {
      const reply = await fetch(service.baseUrl + (address.split('/api/v1')[1] ?? ''));
      return { status: reply.status, text: await reply.text() };
    };
    await page.goto(`/b/${board}/calendar`);
    const section = page
      .getByRole('dialog')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title }) });
    await section.getByText('Keep it to yourself').waitFor();
    await section.getByRole('button', { name: 'Create URL' }).click();
    const field = section.getByLabel('Your URL. Copy it now');
    const first = await field.inputValue();
    assert.match((await read(first)).text, shown);
    assert.deepEqual(await violationsOn(page), []);
    await page.reload();
    await section.getByText('You have a URL, created').waitFor();
    assert.equal(await field.count(), 0);
    await section.getByRole('button', { name: 'Create a new URL' }).click();
    await page.getByRole('alertdialog').getByRole('button').first().click();
    const second = await field.inputValue();
    assert.deepEqual([(await read(first)).status, (await read(second)).status], [404, 200]);
    await section.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await section.getByRole('button', { name: 'Create URL' }).waitFor();
    assert.equal((await read(second)).status, 404);
    assert.deepEqual(complaints, []);
  });
}

test('a mail address of a board is created, copied from, replaced and turned off', { skip }, async () => {
  assert.ok(service);
  const { person, workspace, page, complaints } = await someone('letters', {
    viewport: { width: 320, height: 640 },
  });
  const { board, lists } = await makeBoard(person, { workspace, name: 'Harbour' });
  const params = { boardPublicId: board };
  await page.goto(`/b/${board}/mailbox`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const field = dialog.getByLabel('Your address');
  const first = await field.inputValue();
  assert.equal(first, (await person.call(api.mailboxes.get, { params })).address);
  assert.deepEqual(await violationsOn(page), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  const chosen = async () => (await person.call(api.mailboxes.get, { params })).listPublicId;
  const choice = dialog.getByLabel('Cards go into');
  await choice.selectOption(nth(lists, 1));
  await until(async () => (await chosen()) === nth(lists, 1), 'the list is another one');
  await dialog.getByRole('button', { name: 'Create a new address' }).click();
  await dialog.getByRole('alertdialog').getByRole('button').first().click();
  await until(async () => (await field.inputValue()) !== first, 'the address is another one');
  assert.deepEqual([await chosen(), await choice.inputValue()], [nth(lists, 1), nth(lists, 1)]);
  await choice.selectOption('');
  await until(async () => (await chosen()) === null, 'the list is the first one again');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('button', { name: 'Create address' }).waitFor();
  assert.equal((await person.call(api.mailboxes.get, { params })).address, null);
  assert.deepEqual(complaints, []);
});

test('an account elsewhere is connected, projects are imported from it, and it is disconnected', {
  skip,
}, async () => {
  const { workspace, page, jobs } = await someone('hubs');
  github.projects.push({ id: 'PVT_1', title: 'Roadmap', items: [{ title: 'Ship it' }] });
  github.projects.push({ id: 'PVT_2', title: 'Ideas' });
  trello.boards.push({ id: '5bd0f0c0a8f0f000000000aa', name: 'House' });
  for (let n = 3; n < 40; n++) github.projects.push({ id: `PVT_${n}`, title: `Project ${n}` });
  await page.goto(`/w/${workspace}/import`);
  await page.getByText('From GitHub').click();
  await page.getByRole('link', { name: 'Go to your connections' }).click();
  await page.getByLabel('Token for GitHub').fill('bad-token');
  await page.getByRole('button', { name: 'Connect to GitHub' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Token for GitHub').fill('good-token');
  await page.getByRole('button', { name: 'Connect to GitHub' }).click();
  await page.getByText('Connected as octo-ada since').waitFor();
  await page.goBack();
  await page.getByText('From GitHub').click();
  await page.getByLabel('Select all').check();
  await page.getByLabel('Select all').uncheck();
  await page.getByRole('checkbox', { name: 'Roadmap' }).check();
  // However many there are, the controls below them can be pressed.
  await page.getByText('From Trello').click();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Import 1 project' }).click();
  await page.getByText('GitHub · Waiting to begin').waitFor();
  await jobs.run('imports');
  await page.getByRole('link', { name: 'Roadmap' }).click();
  await page.getByText('Ship it').waitFor({ state: 'attached' });
  await page.goto('/profile/connections');
  await page.getByLabel('Token for Trello').fill('good-token');
  await page.getByRole('button', { name: 'Connect to Trello' }).click();
  await page.getByText('Connected as ada7 since').waitFor();
  await page.goto(`/w/${workspace}/import`);
  await page.getByText('From Trello').click();
  await page.getByRole('checkbox', { name: 'House' }).check();
  await page.getByRole('button', { name: 'Import 1 board' }).click();
  await page.getByText('Trello · Waiting to begin').waitFor();
  await page.goto('/profile/connections');
  await page.getByRole('button', { name: 'Disconnect from GitHub' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByLabel('Token for GitHub').waitFor();
});

test('whom only an import knows is merged with a member', { skip }, async () => {
  const { person, workspace, page, jobs, complaints } = await someone('merger');
  const members = [{ id: 'm1', username: 'ann', fullName: 'Ann of elsewhere' }];
  const lists = [{ id: 'l1', name: 'To do', pos: 1 }];
  const cards = [{ id: 'c1', name: 'Roof', idList: 'l1', pos: 1, idMembers: ['m1'] }];
  const content = JSON.stringify({ name: 'House', lists, members, cards });
  const body = { workspacePublicId: workspace, format: 'boardtool-json', content } as const;
  await person.call(api.imports.file, { body });
  await page.goto(`/w/${workspace}/members`);
  await page.getByRole('button', { name: 'Merge Ann of elsewhere with a member' }).click();
  await page.getByLabel('Ann of elsewhere is').selectOption({ label: 'merger' });
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('Ann of elsewhere is being merged').waitFor();
  await jobs.run('merges');
  await page.reload();
  await page.getByText('1 member', { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a file becomes further lists of a board that is there', { skip }, async () => {
  const { person, workspace, page, jobs, complaints } = await someone('adder');
  await makeBoard(person, { workspace, name: 'Garden' });
  await page.goto(`/w/${workspace}/import`);
  await page.locator('input[type=file]').setInputFiles(file('beds.csv', table));
  await page.getByLabel('Import into').selectOption({ label: 'Garden' });
  await page.getByRole('button', { name: 'Import 1 file' }).click();
  await page.getByText('CSV · Waiting to begin').waitFor();
  await jobs.run('imports');
  await page.locator('.transfers').getByRole('link').click();
  await page.getByRole('list', { name: 'Beds', exact: true }).getByText('Sow').waitFor({ state: 'attached' });
  await page.getByRole('list', { name: 'Done', exact: true }).waitFor({ state: 'attached' });
  assert.deepEqual(complaints, []);
});
