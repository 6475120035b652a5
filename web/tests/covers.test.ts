import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { attach } from '../../server/src/testing/files.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { png } from '../../server/src/testing/pictures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* The cover of a card: a color, a picture or nothing, chosen beside its tile or in the card. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function boardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const stored = async () => {
    const at = { params: { cardPublicId: card }, query: { include: ['work' as const] } };
    return JSON.stringify((await ada.call(api.cards.get, at)).work?.cover);
  };
  const { page, complaints } = await service.visitor({}, ada);
  return { service, ada, board, card, stored, page, complaints, tile: page.locator(`[data-card="${card}"]`) };
}

test('a color is chosen as the cover from the menu of a tile, and undone', { skip }, async () => {
  const { board, stored, page, complaints, tile } = await boardOf('dan');
  await page.goto(`/b/${board}`);
  await tile.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Cover' }).click();
  await page.getByRole('radio', { name: 'Teal' }).check();
  await tile.locator('div.cover').waitFor();
  await until(async () => (await stored()) === '{"colour":"#009e90"}', 'the color is stored');
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await tile.locator('.cover').waitFor({ state: 'detached' });
  await until(async () => (await stored()) === '{"newest":true}', 'none is stored');
  assert.deepEqual(complaints, []);
});

test('a picture of the card becomes its cover, from the open card, and it can have none', {
  skip,
}, async () => {
  const { service: at, ada, card, stored, page, complaints } = await boardOf('eve');
  for (const filename of ['plan.png', 'boats.png'])
    await attach(ada, card, { content: png(640, 400), contentType: 'image/png', filename });
  await at.jobs.run('previews');
  await page.goto(`/c/${card}`);
  await page.locator('.property', { hasText: 'Cover' }).click();
  const picture = page.getByRole('option', { name: 'plan.png' });
  await picture.click();
  await picture.and(page.locator('[aria-selected="true"]')).waitFor();
  const [first] = await ada.call(api.attachments.list, { params: { cardPublicId: card } });
  const chosen = JSON.stringify({ attachmentPublicId: first?.publicId });
  await until(async () => (await stored()) === chosen, 'the picture is stored');
  assert.deepEqual(await violationsOn(page), []);
  await page.locator('.property', { hasText: /Cover\s*Picture/ }).waitFor();
  await page.getByRole('option', { name: 'No cover' }).click();
  await until(async () => (await stored()) === 'null', 'that there is none is stored');
  assert.deepEqual(complaints, []);
});
