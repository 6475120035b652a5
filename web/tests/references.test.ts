import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* Keys of cards in texts are links with the title and state of the card, if the reader may see it. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('keys of cards are links with title and state, and of what one may not see nothing is told', {
  skip,
}, async () => {
  assert.ok(service);
  const [ada, bob] = [await service.signUp('rena'), await service.signUp('rolf')];
  const made = await makeBoard(ada);
  const open = await makeBoard(ada, { workspace: made.workspace, name: 'Shipyard' });
  const closed = await makeBoard(ada, { workspace: made.workspace, name: 'Payroll' });
  await addMember(service, made.workspace, bob);
  await ada.call(api.boards.update, {
    params: { boardPublicId: closed.board },
    body: { access: 'members' },
  });
  const own = await makeCard(ada, nth(made.lists, 0), { title: 'Sand the hull' });
  const other = await makeCard(ada, nth(open.lists, 0), { title: 'Order <b>paint</b>', completed: true });
  const hidden = await makeCard(ada, nth(closed.lists, 0), { title: 'Raise of Rolf' });
  const keyOf = async (cardPublicId: string) => {
    const { cardNumber, list } = await ada.call(api.cards.get, { params: { cardPublicId } });
    return `${list.board.workspace.cardPrefix}-${cardNumber}`;
  };
  const [ownKey, otherKey, hiddenKey] = [await keyOf(own), await keyOf(other), await keyOf(hidden)];
  const noKey = `${ownKey.replace(/-.*/, '')}-9999`;
  const description = `After ${ownKey} and ${otherKey.toLowerCase()}, not ${hiddenKey}, nor ${noKey}. \`${otherKey}\``;
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'Paint the hull', description });
  const params = { cardPublicId: card };
  await ada.call(api.comments.create, { params, body: { comment: `See ${otherKey} and ${hiddenKey}` } });
  const { page, complaints } = await service.visitor({}, bob);
  const asked: string[] = [];
  const told: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/cards?keys')) return;
    asked.push(response.url());
    told.push(await response.text());
  });
  await page.goto(`/c/${card}`);
  const text = page.locator('.description .markdown');
  await text.getByRole('link', { name: `${otherKey.toLowerCase()} Order <b>paint</b> Done` }).waitFor();
  await page
    .getByRole('link', { name: `${otherKey} Order` })
    .first()
    .waitFor();
  assert.deepEqual(await text.locator('a').evaluateAll((links) => links.map((link) => link.textContent)), [
    `${ownKey} Sand the hull`,
    `${otherKey.toLowerCase()} Order <b>paint</b> ✓`,
  ]);
  // What may not be seen is like what does not exist.
  const plain = await text
    .locator('span[data-number]')
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
  const numberOf = (key: string) => key.replace(/.*-/, '');
  assert.deepEqual(
    plain,
    [hiddenKey, noKey].map((key) => `<span data-number="${numberOf(key)}">${key}</span>`),
  );
  assert.equal(asked.length, 1, 'all texts ask together');
  assert.doesNotMatch(told.join(''), /Raise/);
  assert.deepEqual(await violationsOn(page), []);
  await text.getByRole('link', { name: ownKey }).click();
  await page.waitForURL(`/c/${own}`);
  assert.deepEqual(complaints, []);
});
