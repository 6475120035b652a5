import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { minute } from '../../server/src/base/clock.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* Who works on which card: on tiles and on cards, live, and taken back by one press. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const narrow = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function boardOf(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const made = await makeBoard(person);
  const { publicId: botPublicId } = await person.call(api.bots.create, {
    params: { workspacePublicId: made.workspace },
    body: { name: 'Release bot' },
  });
  const params = { workspacePublicId: made.workspace, botPublicId };
  const { key } = await person.call(api.bots.createKey, { params, body: { name: 'Scout' } });
  return { service, person, ...made, bot: service.caller(key), ...(await service.visitor(options, person)) };
}

for (const [name, options] of [
  ['a desktop', {}],
  ['a phone in the dark', { ...narrow, colorScheme: 'dark' }],
] as const)
  test(`tiles and cards show who holds a card, live, and it is taken back, on ${name}`, {
    skip,
  }, async () => {
    const { service, person, board, lists, bot, page, complaints } = await boardOf(
      `cla${name.length}`,
      options,
    );
    const cardPublicId = await makeCard(person, nth(lists, 0), { title: 'Paint the harbour' });
    const next = { params: { boardPublicId: board }, body: { leaseSeconds: 3600 } };
    const renewed = (leaseSeconds: number) =>
      bot.call(api.claims.put, { params: { cardPublicId }, body: { leaseSeconds } });
    await page.goto(`/b/${board}`);
    const tile = page.locator('.card', { hasText: 'Paint the harbour' });
    const held = tile.getByTitle('Claimed by Release bot, until');
    await tile.waitFor();
    assert.equal(await held.count(), 0);
    await bot.call(api.claims.next, next);
    await held.getByRole('img', { name: 'Release bot (bot)' }).waitFor();
    assert.equal(await tile.getByRole('img', { name: 'Release bot' }).count(), 1, 'its face is there once');
    await held.getByText('1h').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await renewed(4 * 3600);
    await held.getByText('4h').waitFor();
    await page.reload();
    await held.getByText('4h').waitFor();
    await bot.call(api.claims.delete, { params: { cardPublicId } });
    await held.waitFor({ state: 'detached' });

    await bot.call(api.claims.next, next);
    await held.waitFor();
    await page.goto(`/c/${cardPublicId}`);
    const row = page.locator('.property', { hasText: 'Claimed' });
    await row.getByText('Release bot · 1h').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await row.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('The card is free for others again').waitFor();
    await row.waitFor({ state: 'detached' });
    await person.call(api.claims.put, { params: { cardPublicId }, body: {} });
    await row.getByRole('button', { name: 'Give back' }).waitFor();
    service.clock.pass(11 * minute);
    await service.jobs.run('claims');
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

test('whoever may not edit a card sees who holds it, and cannot take it back', { skip }, async () => {
  const { service, person, workspace, board, lists, bot } = await boardOf('clara');
  const card = await makeCard(person, nth(lists, 0), { title: 'Paint the harbour' });
  const guest = await service.signUp('clark');
  await makeMember(service, person, workspace, guest, 'guest');
  await bot.call(api.claims.next, { params: { boardPublicId: board }, body: {} });
  const { page, complaints } = await service.visitor({}, guest);
  await page.goto(`/c/${card}`);
  const row = page.locator('.property', { hasText: 'Claimed' });
  await row.getByText(/\d+m$/).waitFor();
  assert.equal(await row.getByRole('button').count(), 0);
  assert.deepEqual(complaints, []);
});

test('all claims of a board are on its tiles, and a filter finds who holds what', { skip }, async () => {
  const { person, board, lists, bot, page, complaints } = await boardOf('clea');
  for (let n = 0; n < 120; n++) {
    await makeCard(person, nth(lists, 0), { title: `Card ${n}` });
    await bot.call(api.claims.next, { params: { boardPublicId: board }, body: {} });
  }
  const own = await makeCard(person, nth(lists, 1), { title: 'Mine' });
  await makeCard(person, nth(lists, 1), { title: 'Free' });
  await person.call(api.claims.put, { params: { cardPublicId: own }, body: {} });
  const shown = async (filter: string) => {
    await page.goto(`/b/${board}?q=${encodeURIComponent(filter)}`);
    await page.locator('.card').first().waitFor();
  };
  await shown('claimed:me');
  await page.locator('.card', { hasText: 'Mine' }).waitFor();
  assert.equal(await page.locator('.card').count(), 1);
  await shown('is:ready');
  await page.locator('.card', { hasText: 'Free' }).waitFor();
  assert.equal(await page.locator('.card').count(), 1);
  await shown('claimed:release title:119');
  await page.locator('.card', { hasText: 'Card 119' }).getByTitle('Claimed by Release bot').waitFor();
  assert.deepEqual(complaints, []);
});
