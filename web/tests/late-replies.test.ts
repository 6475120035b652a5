import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeWorkspace } from '../../server/src/testing/fixtures.ts';
import { makeOperator } from '../../server/src/testing/members.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Replies that come after the user has asked for something else, or not at all. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Holds the next request for a path and query that match, until it is let go. */
async function hold(page: Page, matches: (url: URL) => boolean) {
  let held: Route | undefined;
  await page.route(matches, async (route) => {
    if (held) return route.continue();
    held = route;
  });
  return {
    isHeld: async () => held !== undefined,
    async letGo() {
      // Unless the page has given it up.
      await held?.continue().catch(() => undefined);
      // As long as a reply takes, at least.
      await page.evaluate('new Promise((done) => setTimeout(done, 500))');
    },
  };
}

test('a list of accounts that comes late is not shown for another search', { skip }, async () => {
  assert.ok(service);
  const [ada] = [await service.signUp('ada'), await service.signUp('bob'), await service.signUp('cyd')];
  await makeOperator(service, ada);
  const { page } = await service.visitor({}, ada);
  await page.goto('/admin');
  const rows = page.getByRole('listitem').filter({ hasText: '@example.com' });
  await rows.nth(2).waitFor();
  const list = await hold(page, ({ pathname, search }) => pathname.endsWith('/admin/users') && search === '');
  await rows.filter({ hasText: 'bob' }).getByRole('button', { name: 'End sessions' }).click();
  await until(list.isHeld, 'the list is asked for again');
  const search = page.getByRole('searchbox', { name: 'Name or address begins with' }).first();
  await search.fill('cyd');
  await search.press('Enter');
  await until(async () => (await rows.count()) === 1, 'only what was found is shown');
  await list.letGo();
  assert.deepEqual(await rows.allTextContents().then((all) => all.map((text) => /cyd/.test(text))), [true]);
});

test('entries of the audit log that come late are not shown for another filter', { skip }, async () => {
  assert.ok(service);
  const eve = await service.signUp('eve');
  const params = { workspacePublicId: await makeWorkspace(eve) };
  await eve.call(api.webhooks.create, {
    params,
    body: { url: 'https://example.com/', name: 'Told', events: ['card.created'] },
  });
  for (let n = 0; n < 60; n++) await eve.call(api.workspaces.update, { params, body: { name: `Name ${n}` } });
  const { page } = await service.visitor({}, eve);
  await page.goto(`/w/${params.workspacePublicId}/audit`);
  const rows = page.locator('.happenings > li');
  const more = await hold(
    page,
    ({ pathname, search }) => pathname.endsWith('/audit') && /cursor=/.test(search),
  );
  await page.getByRole('button', { name: 'Show more' }).click();
  await until(more.isHeld, 'more is asked for');
  await page.getByLabel('What').selectOption('Webhooks');
  await until(async () => (await rows.count()) === 1, 'only the webhook is shown');
  await more.letGo();
  assert.equal(await rows.count(), 1);
});

test('who asks for a link while the service is away is told, and asks again', { skip }, async () => {
  assert.ok(service);
  await service.signUp('flo');
  const { page } = await service.visitor();
  await page.route('**/auth/magic-link', (route) => route.abort());
  await page.goto('/sign-in');
  const address = page.getByLabel('Email address');
  await address.fill('flo@example.com');
  const link = page.getByRole('button', { name: 'Email me a link' });
  await link.click();
  await page.getByText('cannot be reached').waitFor();
  await page.unroute('**/auth/magic-link');
  await link.click();
  await link.waitFor({ state: 'detached' });
  // It was another address that was meant.
  await address.fill('floh@example.com');
  await link.waitFor();
});
