import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import type { Visited } from './browser.ts';

/* A card that is open in a browser, over its board. */

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A user with a card open over its board. */
export async function openCard(
  service: Visited,
  name: string,
  given: { description?: string } = {},
  options: BrowserContextOptions = {},
) {
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const other = await makeCard(ada, nth(made.lists, 0), { title: 'The other one' });
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'Paint the harbour', ...given });
  const visitor = await service.visitor(options, ada);
  await visitor.page.goto(`/c/${card}`);
  await visitor.page.getByText('Write a comment').waitFor();
  const params = { cardPublicId: card };
  const stored = () => ada.call(api.cards.get, { params });
  return { ada, card, other, params, stored, ...made, ...visitor };
}

/** Waits until the service returns what is expected. */
export async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let found = await read();
  for (let tries = 0; tries < 400 && JSON.stringify(found) !== JSON.stringify(expected); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = await read();
  }
  assert.deepEqual(found, expected);
}

/** Waits until an expression is true on the page. */
export const holds = (page: Page, what: string) => becomes(() => page.evaluate(`Boolean(${what})`), true);

/** Chooses from the menu of a card, or of one of its files. */
export async function fromMenu(page: Page, item: string, of = 'this card'): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
