import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import type { Visited } from './browser.ts';

/* A user who has a board open in a real browser. */

/** The titles of the visible cards of a list. */
const titles = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).locator('.card-title').allTextContents();

/** Waits until a condition is true. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`never: ${what}`);
}

/** Waits until a list shows these cards, in this order. */
export async function shows(page: Page, name: string, expected: string[]): Promise<void> {
  let seen: string[] = [];
  await until(
    async () => {
      seen = await titles(page, name);
      return seen.join('|') === expected.join('|');
    },
    `${name} shows ${expected.join(', ')}`,
  ).catch(() => assert.deepEqual(seen, expected));
}

/** Where an element is in the window. */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box, selector);
  return box;
}

/** A board with two lists of three cards, open in its owner's browser. */
export async function lookAtBoard(service: Visited, name: string, options: BrowserContextOptions = {}) {
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const cards: Record<string, string> = {};
  for (const title of ['A', 'B', 'C']) cards[title] = await makeCard(ada, nth(made.lists, 0), { title });
  for (const title of ['X', 'Y', 'Z']) cards[title] = await makeCard(ada, nth(made.lists, 1), { title });
  const visitor = await service.visitor(options, ada);
  await visitor.page.goto(`/b/${made.board}`);
  await shows(visitor.page, 'To do', ['A', 'B', 'C']);
  /** The list's contents on the server. */
  const stored = async (index: number) => {
    const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: made.board } });
    return lists[index]?.cards.map(({ title }) => title);
  };
  const card = (title: string) => cards[title] ?? '';
  const read = (title: string) => ada.call(api.cards.get, { params: { cardPublicId: card(title) } });
  return { ada, ...made, card, read, stored, ...visitor };
}

/**
 * Waits until a board has loaded what keys, drags, menus, undo, refusals, the page of a card and the word for a lost connection
 * need, which it does after the board: without a connection it cannot.
 */
export async function prepared(page: Page): Promise<void> {
  for (const name of ['acting', 'card', 'dialog', 'line-pill', 'list-menu', 'refused', 'said', 'turn-back'])
    await until(
      () =>
        page.evaluate<boolean>(
          `performance.getEntriesByType('resource').some((each) => each.name.includes('/${name}-') && each.responseStatus === 200)`,
        ),
      `${name} is loaded`,
    );
}

/** Takes the connection away from a page whose board has loaded all that works without one. */
export async function goOffline(page: Page): Promise<void> {
  await prepared(page);
  await page.context().setOffline(true);
}

/** Waits until all changes have been sent. */
export const sent = (page: Page) => page.locator('.board-page[data-sent="true"]').waitFor();

/** The entries of one kind in the browser's database. */
export const storedIn = (page: Page, name: 'boards' | 'cards' | 'mutations' | 'pages') =>
  page.evaluate(`new Promise((done) => {
    const opening = indexedDB.open('taskboard');
    opening.onsuccess = () => {
      const all = opening.result.transaction('${name}').objectStore('${name}').getAll();
      all.onsuccess = () => {
        opening.result.close();
        done(all.result);
      };
    };
  })`) as Promise<{ id: string; position: number; texts: string[] }[]>;
