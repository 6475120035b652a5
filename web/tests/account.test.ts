import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signIn, signOut, visited } from './browser.ts';
import { becomes } from './open-card.ts';

/* Search, the user's account, and workspaces. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function someone(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const visitor = await service.visitor(options);
  return { person, ...visitor, enter: () => signIn(visitor.page, name) };
}

for (const [screen, options] of [
  ['desktop', {}],
  ['phone', phone],
] as const) {
  test(`cards of all workspaces are searched, and what was found is marked: ${screen}`, {
    skip,
  }, async () => {
    const { person, page, enter, complaints } = await someone(`seek-${screen}`, options);
    for (const title of ['Crème brûlée', 'Bread']) {
      const { lists } = await makeBoard(person, { name: 'Kitchen' });
      await makeCard(person, nth(lists, 0), { title, description: 'Take the CREME out of the fridge' });
    }
    await enter();
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Search boards and cards').fill('creme');
    await page.getByText('2 results').waitFor();
    assert.equal(new URL(page.url()).search, '?q=creme');
    assert.deepEqual((await page.locator('mark').allTextContents()).toSorted(), ['CREME', 'CREME', 'Crème']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/c\//);
    await page.goBack();
    await page.getByRole('button', { name: 'Boards', exact: true }).click();
    await page.getByText('Nothing found').waitFor();
    assert.deepEqual(complaints, []);
  });
}

test('a theme that was chosen stays, whatever the system has, and nothing is painted before it is there', {
  skip,
}, async () => {
  const { page, enter, complaints } = await someone('theo', { colorScheme: 'light' });
  await enter();
  await page.goto('/profile/appearance');
  await page.getByText('Dark', { exact: true }).click();
  const scheme = 'getComputedStyle(document.documentElement).colorScheme';
  assert.equal(await page.evaluate(scheme), 'dark');
  await page.reload();
  assert.equal(await page.locator('script[type=module][blocking=render]').count(), 1);
  await page.getByText('Dark', { exact: true }).waitFor();
  assert.equal(await page.evaluate(scheme), 'dark');
  await page.getByText('Same as system', { exact: true }).click();
  assert.equal(await page.evaluate(scheme), 'light dark');
  assert.deepEqual(complaints, []);
});

test('dates are written by the customs that were chosen, on pages, boards, cards and in their history', {
  skip,
}, async () => {
  const { person, page, enter } = await someone('dora', { locale: 'en-US' });
  await enter();
  const { board, lists } = await makeBoard(person);
  const dueDate = new Date(2031, 10, 28, 17).toISOString();
  const card = await makeCard(person, nth(lists, 0), { title: 'Paint the harbour' });
  await person.call(api.cards.update, { params: { cardPublicId: card }, body: { dueDate } });
  const look = async (tile: string, fact: string, history: string) => {
    await page.goto(`/b/${board}`);
    await page.locator('.card .due', { hasText: tile }).waitFor();
    await page.getByRole('link', { name: 'Paint the harbour' }).click();
    await page.getByRole('button', { name: `Due date ${fact}` }).waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByText(history).waitFor();
  };
  await look('Nov 28, 2031', 'Nov 28, 2031 5:00 PM', 'set the due date to November 28, 2031');
  await page.goto('/profile/appearance');
  await page.getByLabel('Dates and times').selectOption('GB');
  await page.goto('/profile/security');
  await page.getByText(/this browser · since \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/).waitFor();
  await look('28 Nov 2031', '28 Nov 2031 17:00', 'set the due date to 28 November 2031');
});

test('the time zone of the browser is kept once, and another is chosen in the settings', {
  skip,
}, async () => {
  const { person, page, enter, complaints } = await someone('zora', {
    timezoneId: 'Asia/Kathmandu',
    locale: 'en-US',
  });
  const kept = () => person.call(api.users.preferences);
  assert.deepEqual(await kept(), { timeZone: null, locale: null });
  await enter();
  await becomes(async () => (await kept()).timeZone !== null, true);
  const { timeZone, locale } = await kept();
  // Browsers differ in which of its two names they use.
  assert.match(String(timeZone), /^Asia\/Kath?mandu$/);
  assert.equal(locale, 'en-US');
  await page.goto('/profile');
  const choice = page.getByLabel('Time zone');
  await choice.selectOption('Pacific/Kiritimati');
  await becomes(async () => (await kept()).timeZone, 'Pacific/Kiritimati');
  await page.reload();
  await page.getByRole('button', { name: /^Use Asia\/Kath?mandu/ }).click();
  await becomes(async () => (await kept()).timeZone, timeZone);
  await person.call(api.users.update, { body: { timeZone: 'Africa/Cairo' } });
  await page.goto('/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).first().waitFor();
  assert.equal((await kept()).timeZone, 'Africa/Cairo');
  assert.deepEqual(complaints, []);
});

test('sessions are listed and ended, and a password is changed', { skip }, async () => {
  const { person, page, enter, complaints } = await someone('sessa');
  assert.ok(service);
  await enter();
  await page.goto('/profile/security');
  await page.getByText('this browser').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Sign out', exact: true }).count(), 1);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor({ state: 'detached' });
  await person.refused(401, api.users.me);
  await page.getByLabel('Current password').fill('password of sessa');
  await page.getByLabel('New password').fill('quite another word');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
  const body = { email: 'sessa@example.com', password: 'quite another word' };
  await service.caller().call(api.auth.signIn, { body });
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(/\/sign-in/);
  assert.deepEqual(complaints, []);
});

test('what is being read when somebody signs out is given up, and nothing is refused', { skip }, async () => {
  const { page, enter, complaints } = await someone('leaver');
  await enter();
  const isAsked = (request: { url: () => string }) => request.url().endsWith('/announcement');
  await page.route('**/announcement', () => undefined);
  const asked = page.waitForRequest(isAsked);
  await page.goto('/my-work');
  await asked;
  const givenUp = page.waitForEvent('requestfailed', isAsked);
  await signOut(page);
  await givenUp;
  await page.waitForURL(/\/sign-in/);
  assert.deepEqual(complaints, []);
});

test('a link that was used or is old, and a sign-in that was cancelled, say so', { skip }, async () => {
  const { page } = await someone('latecomer');
  await page.goto('/magic-link#used');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This has expired or was already used. Please start again.').waitFor();
  await page.goto('/signed-in/acme?error=access_denied&state=x');
  await page.getByText('Sign-in was cancelled, or the provider refused it.').waitFor();
});

test('a key is made, shown once, and revoked; a name and an address are changed', { skip }, async () => {
  const { person, page, enter, complaints } = await someone('kay');
  assert.ok(service);
  await enter();
  await page.goto('/profile/keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByLabel('What it is for').fill('Nightly export');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('Your new key').inputValue();
  const { name } = await service.caller(key).call(api.users.me);
  assert.equal(name, 'kay');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('You have no API keys.').waitFor();
  await service.caller(key).refused(401, api.users.me);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByLabel('Your name').fill('Kay McNulty');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Kay McNulty' }).waitFor();
  await page.getByLabel('New email address').fill('mcnulty@example.com');
  await page.getByLabel('Current password').fill('password of kay');
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByText('A link is on its way to mcnulty@example.com').waitFor();
  assert.equal((await person.call(api.users.me)).name, 'Kay McNulty');
  assert.deepEqual(complaints, []);
});

test('the code of an invitation is in no query, and is kept while somebody signs in', { skip }, async () => {
  assert.ok(service);
  const { person } = await someone('inviter');
  const { workspace } = await makeBoard(person);
  const { inviteCode } = await person.call(api.invites.createLink, {
    params: { workspacePublicId: workspace },
  });
  await service.signUp('joiner');
  const { page } = await service.visitor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.goto(`/invite#${inviteCode}`);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.reload();
  await page.getByLabel('Email address').fill('joiner@example.com');
  await page.getByLabel('Password').fill('password of joiner');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL('/');
  assert.deepEqual(
    sent.filter((url) => new URL(url).search.includes('tbi_')),
    [],
  );
  // Older links have the address to continue to in the query.
  const { page: later } = await service.visitor();
  await later.goto('/sign-in?to=%2Fprofile');
  await later.getByLabel('Email address').fill('joiner@example.com');
  await later.getByLabel('Password').fill('password of joiner');
  await later.getByRole('button', { name: 'Sign in', exact: true }).click();
  await later.waitForURL('/profile');
});

test('signing in continues to no other site, however it is written', { skip }, async () => {
  assert.ok(service);
  const { token } = await service.signUp('lured');
  // In another language than that of the browser: then the page is loaded again.
  await service.caller(token).call(api.users.update, { body: { locale: 'de' } });
  for (const to of [
    '/\t/evil.invalid/x',
    '/\n/evil.invalid',
    '/\\evil.invalid',
    '//evil.invalid',
    '/.//evil.invalid',
  ]) {
    const { page } = await service.visitor();
    await page.goto(`/sign-in#to=${encodeURIComponent(to)}`);
    await page.getByLabel('Email address').fill('lured@example.com');
    await page.getByLabel('Password').fill('password of lured');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${service.address}/`);
    await page.context().close();
  }
});

test('people are invited to a workspace, and its settings are changed', { skip }, async () => {
  const { person, page, enter, complaints } = await someone('wanda');
  const { workspace } = await makeBoard(person);
  await enter();
  await page.goto(`/w/${workspace}`);
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByLabel('Email address').fill('new@example.com');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByLabel('Role of new@example.com').selectOption('guest');
  await page.getByRole('link', { name: 'General' }).click();
  await page.getByLabel('Workspace name').fill('Docks');
  await page.getByLabel('Card number prefix').fill('DCK');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Docks' }).waitFor();
  const read = await person.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  assert.deepEqual(
    [read.cardPrefix, read.members.find(({ email }) => email === 'new@example.com')?.role],
    ['DCK', 'guest'],
  );
  assert.deepEqual(complaints, []);
});
