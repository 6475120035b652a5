import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Everything of a card is edited where its tile is, by pointer and by keyboard. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function boardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const stored = async () => {
    const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
    return cards.map(({ title, labelPublicIds }) => [title, labelPublicIds.length]);
  };
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto(`/b/${board}`);
  const tile = page.locator(`[data-card="${card}"]`);
  return { stored, page, complaints, tile, dialog: page.getByRole('dialog', { name: 'Edit' }) };
}

test('the pencil of a tile under the pointer edits its title, and leads to its labels', {
  skip,
}, async () => {
  const { stored, page, complaints, tile, dialog } = await boardOf('dan');
  const pencil = page.locator('[data-pencil]');
  await until(async () => {
    await page.mouse.move(900, 600);
    await tile.hover();
    return pencil.isVisible();
  }, 'the pencil is shown');
  assert.deepEqual(await violationsOn(page), []);
  await pencil.click();
  await dialog.getByLabel('Card title').fill('Paint the boats');
  assert.deepEqual(await violationsOn(page), []);
  await dialog.getByRole('button', { name: 'Labels' }).click();
  const labels = page.getByRole('dialog', { name: 'Labels' });
  await labels.locator('input:focus').waitFor();
  await labels.getByText('Urgent').click();
  await tile.locator('.label', { hasText: 'Urgent' }).waitFor();
  await tile.getByText('Paint the boats').waitFor();
  await until(async () => JSON.stringify(await stored()) === '[["Paint the boats",1]]', 'both are stored');
  await page.keyboard.press('Escape');
  await page.mouse.move(900, 600);
  await pencil.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('by the keyboard a card is edited, moved by its dialog, and archived', { skip }, async () => {
  const { stored, page, complaints, tile, dialog } = await boardOf('eve');
  await tile.getByRole('link').focus();
  await page.keyboard.press('e');
  await dialog.getByRole('button', { name: 'Move to…' }).focus();
  await page.keyboard.press('Enter');
  const moving = page.getByRole('dialog', { name: /Move/ });
  await moving.getByLabel('List', { exact: true }).selectOption('Done');
  await moving.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('list', { name: 'Done' }).getByRole('link', { name: 'Paint the harbour' }).waitFor();
  await tile.getByRole('link').focus();
  await page.keyboard.press('e');
  await dialog.getByRole('button', { name: 'Archive' }).focus();
  await page.keyboard.press('Enter');
  await tile.waitFor({ state: 'detached' });
  await until(async () => (await stored()).length === 0, 'it is archived');
  await page.keyboard.press('Control+z');
  await tile.waitFor();
  assert.deepEqual(complaints, []);
});

test('who may not edit cards is offered no pencil', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('fay');
  const { board, workspace, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const guest = await service.signUp('gus');
  await addMember(service, workspace, guest, { role: 'guest', revoked: ['card:edit'] });
  const { page, complaints } = await service.visitor({}, guest);
  await page.goto(`/b/${board}`);
  const tile = page.locator(`[data-card="${card}"]`);
  for (let turn = 0; turn < 5; turn++) {
    await page.mouse.move(900, 600 + turn);
    await tile.hover();
    await page.waitForTimeout(100);
  }
  assert.equal(await page.locator('[data-pencil]').count(), 0);
  assert.deepEqual(complaints, []);
});
