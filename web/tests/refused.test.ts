import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { goOffline, lookAtBoard, shows, until } from './looking.ts';

/* Refused changes are reverted and reported; what was typed is kept, and can be sent again. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('a text that came too late is refused, can be copied, and is tried again', { skip }, async () => {
  assert.ok(service);
  const { ada, page, context, card, stored } = await lookAtBoard(service, 'uma', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.locator('[data-card]', { hasText: 'B' }).locator('a').click();
  await page.getByLabel('Card title').waitFor();
  await goOffline(page);
  await page.getByLabel('Card title').fill('Written in the tunnel');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await ada.call(api.cards.delete, { params: { cardPublicId: card('B') } });
  await context.setOffline(false);
  const refused = page.getByText('“B” was not saved: it no longer exists.');
  await refused.waitFor();
  await shows(page, 'To do', ['A', 'C']);
  await ada.call(api.cards.restore, { params: { cardPublicId: card('B') } });
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await until(async () => (await stored(0))?.includes('Written in the tunnel') === true, 'it is saved');
});

test('a user who loses the right to change a board gets a message, and can copy their text', {
  skip,
}, async () => {
  assert.ok(service);
  const [ada, ben] = [await service.signUp('zoe'), await service.signUp('zac')];
  const { workspace, board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'A' });
  const member = await makeMember(service, ada, workspace, ben);
  const { page, context } = await service.visitor(
    { permissions: ['clipboard-read', 'clipboard-write'] },
    ben,
  );
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A']);
  await goOffline(page);
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  await page.getByLabel('What needs to be done?').fill('My long thought');
  await page.keyboard.press('Enter');
  await ada.call(api.members.remove, {
    params: { workspacePublicId: workspace, memberPublicId: member },
  });
  await context.setOffline(false);
  await page.getByText('“My long thought” was not saved').waitFor();
  await page.getByRole('button', { name: 'Copy text' }).click();
  await page.getByText('Text copied').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'My long thought');
});

test('one note says what was refused, and what it says was done is taken back', { skip }, async () => {
  assert.ok(service);
  const [ada, ben] = [await service.signUp('xena'), await service.signUp('yuri')];
  const { workspace, board, lists } = await makeBoard(ada);
  for (const title of ['A', 'B', 'C']) await makeCard(ada, nth(lists, 0), { title });
  const member = await makeMember(service, ada, workspace, ben);
  const { page, context } = await service.visitor({}, ben);
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B', 'C']);
  await goOffline(page);
  for (const title of ['A', 'B', 'C']) {
    await page.locator('[data-card] a', { hasText: title }).focus();
    await page.keyboard.press('c');
  }
  await page.getByText('“C” archived').waitFor();
  await ada.call(api.members.remove, {
    params: { workspacePublicId: workspace, memberPublicId: member },
  });
  await context.setOffline(false);
  await page.getByText(/“[ABC]” and 2 other changes were not saved/).waitFor();
  assert.equal(await page.getByText('archived').count(), 0);
  assert.equal(await page.locator('.toast').count(), 1);
});
