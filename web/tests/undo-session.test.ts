import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { phone } from './touch.ts';

/* What a bot did on a board is undone from its activity. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

for (const [name, options] of [
  ['desk', {}],
  ['hand', phone],
] as const)
  test(`what a bot did is shown before it is undone, and what has changed since stays: ${name}`, {
    skip,
  }, async () => {
    assert.ok(service);
    const ada = await service.signUp(`undo-${name}`);
    const { workspace, board, lists } = await makeBoard(ada);
    const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
    const params = { workspacePublicId: workspace };
    const bot = await ada.call(api.bots.create, { params, body: { name: 'Planner-Bot' } });
    const { key } = await ada.call(api.bots.createKey, {
      params: { ...params, botPublicId: bot.publicId },
      body: { name: 'planner' },
    });
    const planner = service.caller(key);
    const change = (caller: Pick<typeof ada, 'call'>, body: { title?: string; description?: string }) =>
      caller.call(api.cards.update, { params: { cardPublicId: card }, body });
    await change(planner, { title: 'Overwritten', description: 'Too short.' });
    await planner.call(api.comments.create, {
      params: { cardPublicId: card },
      body: { comment: 'I have planned it.' },
    });
    await change(ada, { description: 'Better.' });
    const { page, complaints } = await service.visitor(options, ada);
    await page.goto(`/b/${board}/activity`);
    const row = (text: string) => page.locator('.sheet li', { hasText: text });
    await row('Planner-Bot').last().waitFor();
    await row('renamed')
      .getByRole('button', { name: /^Undo what Planner-Bot did since/ })
      .click();
    const sheet = page.getByRole('dialog', { name: 'Undo what Planner-Bot did' });
    await sheet.getByText('Commented on').waitFor();
    await sheet.getByRole('heading', { name: '1 change will stay' }).waitFor();
    await sheet.getByText('somebody has changed it since').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/undo-${name}.png` });
    await sheet.getByRole('button', { name: 'Undo 2 changes' }).click();
    await page.getByText('Undid 2 changes; 1 change stays.').waitFor();
    await row('undid 2 changes of planner').waitFor();
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/undone-${name}.png` });
    const { title, description } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
    assert.deepEqual([title, description], ['Paint the harbour', 'Better.']);
    await row('undid 2 changes')
      .getByRole('button', { name: /^Undo what the undo of planner/ })
      .click();
    await page.getByRole('button', { name: 'Undo 2 changes' }).click();
    await page.getByText('Undid 2 changes.').waitFor();
    assert.equal((await ada.call(api.cards.get, { params: { cardPublicId: card } })).title, 'Overwritten');
    assert.deepEqual(complaints, []);
  });
