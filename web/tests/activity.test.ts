import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* What happened on a board, in its panel. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('the panel of a board shows what happened, live, by person and kind, and leads to the card', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('act');
  const bob = await service.signUp('bob-act');
  const { workspace, board, lists } = await makeBoard(ada);
  await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto(`/b/${board}/panel`);
  await page.getByRole('link', { name: 'Activity' }).click();
  const row = (text: string) => page.locator('.at-side li', { hasText: text });
  await row('act added Paint the harbour').waitFor();
  await bob.call(api.comments.create, {
    params: { cardPublicId: card },
    body: { comment: 'Red or blue?' },
  });
  await row('bob-act commented on Paint the harbour').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByLabel('Person').selectOption({ label: 'bob-act' });
  await row('act added Paint the harbour').waitFor({ state: 'detached' });
  await page.getByLabel('What happened').selectOption({ label: 'Moved' });
  await page.getByText('Nothing like that in the last 7 days.').waitFor();
  await page.getByLabel('What happened').selectOption({ label: 'Comments' });
  await row('bob-act commented on').getByRole('link').click();
  await page.waitForURL(new RegExp(`/c/${card}`));
  assert.deepEqual(complaints, []);
});
