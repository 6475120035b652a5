import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Questions on cards: answered by one press or in own words, on the card and in the inbox, live. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function askedOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(`ada-${name}`);
  const person = await service.signUp(name);
  const { workspace, board, lists } = await makeBoard(ada);
  const memberPublicId = await addMember(service, workspace, person);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const ask = (text: string, options?: string[]) =>
    ada.call(api.questions.ask, {
      params: { cardPublicId: card },
      body: { text, to: memberPublicId, ...(options ? { options } : {}) },
    });
  const read = (questionPublicId: string) => ada.call(api.questions.get, { params: { questionPublicId } });
  return { ada, board, card, ask, read, ...(await service.visitor({}, person)) };
}

test('a question is shown on its card, live, and answered by one press', { skip }, async () => {
  const { page, ask, read, ada, board, card, complaints } = await askedOf('qea');
  await page.goto(`/b/${board}`);
  await page.getByText('Paint the harbour').waitFor();
  const hostile = '<img src=x onerror=alert(1)> **bold** @[x](member:y)';
  const { publicId } = await ask('Which **color**?', ['Blue', hostile]);
  await page.locator('.badge', { hasText: '1 open question' }).waitFor();
  await page.goto(`/c/${card}`);
  const shown = page.locator('.questions > li');
  await shown.filter({ hasText: 'ada-qea asks you' }).waitFor();
  await shown.locator('.markdown strong', { hasText: 'color' }).waitFor();
  assert.deepEqual(await shown.locator('.possible button').allTextContents(), ['Blue', hostile]);
  assert.deepEqual(await violationsOn(page), []);
  const other = await ask('And the size?');
  await shown.filter({ hasText: 'And the size?' }).waitFor();
  await page.getByRole('button', { name: 'Blue' }).click();
  await page.locator('.comment .quote', { hasText: 'Reply to ada-qea: Which color?' }).waitFor();
  await shown.filter({ hasText: 'color' }).waitFor({ state: 'detached' });
  assert.equal((await read(publicId)).answer?.text, 'Blue');
  await page.getByLabel('Another answer').fill('Two metres');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await shown.waitFor({ state: 'detached' });
  assert.equal((await read(other.publicId)).answer?.text, 'Two metres');
  const linked = await ask('How much?', ['A little', 'A lot']);
  await page.goto(`/c/${card}#answer-${linked.publicId}-1`);
  await page.locator('.possible button:focus', { hasText: 'A lot' }).waitFor();
  assert.equal((await read(linked.publicId)).state, 'open');
  await page.keyboard.press('Enter');
  await shown.waitFor({ state: 'detached' });
  assert.equal((await read(linked.publicId)).answer?.text, 'A lot');
  const late = await ask('Still?');
  await shown.waitFor();
  await ada.call(api.questions.withdraw, { params: { questionPublicId: late.publicId } });
  await shown.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a question is answered in the inbox', { skip }, async () => {
  const { page, ask, read, complaints } = await askedOf('qob');
  const { publicId } = await ask('Now or later?', ['Now', 'Later']);
  await page.goto('/inbox');
  await page.locator('[data-news]', { hasText: 'ada-qob asked a question' }).waitFor();
  await page.locator('.news-beside').getByRole('button', { name: 'Later', exact: true }).last().waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.locator('.questions').getByRole('button', { name: 'Now' }).click();
  await until(async () => (await read(publicId)).answer?.text === 'Now', 'it is answered');
  await page.locator('.questions').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});
