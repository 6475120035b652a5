import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import type { BodyOf } from '../../contract/operation.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { goOffline, sent, until } from './looking.ts';
import { becomes } from './open-card.ts';

/* How cards repeat, and when people are reminded of them: chosen on a card’s page and for several cards, and seen by others. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** A Friday; the fourth of its month, and not the last day. */
const dueDate = '2099-03-27';
const timeZone = 'Europe/Vienna';

type NewCard = Partial<BodyOf<typeof api.cards.create>>;

async function boardOf(name: string, given: NewCard = {}) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'Water the plants', dueDate, ...given });
  const params = { cardPublicId: card };
  const work = async () =>
    (await ada.call(api.cards.get, { params, query: { include: ['work'] } })).work ?? assert.fail('no work');
  return {
    service,
    ada,
    card,
    params,
    ...made,
    recurrence: async () => (await work()).recurrence,
    rule: async () => (await work()).recurrence?.rule,
    reminders: async () => (await work()).reminders,
  };
}

const options: BrowserContextOptions = { locale: 'en-US', timezoneId: timeZone, reducedMotion: 'reduce' };

async function openOn(of: Awaited<ReturnType<typeof boardOf>>, more: BrowserContextOptions = {}) {
  const visitor = await of.service.visitor({ ...options, ...more }, of.ada);
  await visitor.page.goto(`/c/${of.card}`);
  await visitor.page.getByText('Write a comment').waitFor();
  return visitor;
}

const property = (page: Page, name: string) => page.locator('.property', { hasText: name });
const picker = (page: Page) => page.locator('.picker:popover-open');

/** Opens a property by key, writes what is to be chosen, and chooses it. */
async function choose(page: Page, name: string, written: string): Promise<void> {
  await property(page, name).focus();
  await page.keyboard.press('Enter');
  await picker(page).getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(written);
  await page.keyboard.press('Enter');
}

test('a card is made to repeat by keys, others see it at once, and it is undone', { skip }, async () => {
  const of = await boardOf('ada');
  const ben = await of.service.signUp('ben');
  await makeMember(of.service, of.ada, of.workspace, ben, 'guest');
  const { page, complaints } = await openOn(of);
  const { page: other } = await of.service.visitor(options, ben);
  await other.goto(`/c/${of.card}`);
  await property(other, 'Due date').waitFor();
  // There is nothing for somebody to see who cannot change it.
  assert.equal((await property(other, 'Repeat').count()) + (await property(other, 'Reminder').count()), 0);

  await choose(page, 'Repeat', 'weekday');
  await becomes(of.recurrence, { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', from: 'due', timeZone });
  await property(page, 'Repeat').getByText('Every weekday').waitFor();
  assert.equal(await picker(page).count(), 0);
  await property(page, 'Repeat').and(page.locator(':focus')).waitFor();
  await property(other, 'Repeat').getByText('Every weekday').waitFor();
  assert.equal(await other.getByRole('button', { name: /^Repeat/ }).count(), 0);

  await page.keyboard.press('Control+z');
  await becomes(of.recurrence, null);
  await property(page, 'Repeat').getByText('Never').waitFor();
  await property(other, 'Repeat').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('what is usual depends on the day on which the card is due', { skip }, async () => {
  const of = await boardOf('cleo');
  const { page } = await openOn(of);
  await property(page, 'Repeat').click();
  const shown = () => picker(page).getByRole('option').allInnerTexts();
  assert.deepEqual(await shown(), [
    'Never',
    'Every day',
    'Every weekday',
    'Every week on Friday',
    'Every 2 weeks on Friday',
    'Every month on day 27',
    'Every month on the fourth Friday',
    'Every month on the last Friday',
    'Every year',
    'Custom…',
  ]);
  await picker(page).getByRole('option', { name: 'Every month on the last Friday' }).click();
  await becomes(of.rule, 'FREQ=MONTHLY;BYDAY=-1FR');
  await of.ada.call(api.cards.update, { params: of.params, body: { dueDate: '2099-02-28' } });
  await property(page, 'Due date').getByText('Feb 28').waitFor();
  await property(page, 'Repeat').click();
  const later = await shown();
  assert.deepEqual(later.slice(1, 2), ['Every month on the last Friday']);
  assert.ok(later.includes('Every month on the last day') && later.includes('Every month on day 28'));
  await picker(page).getByRole('option', { name: 'Never' }).click();
  await becomes(of.recurrence, null);
});

test('any other way is put together in a form, on a phone as well, and one that the page does not know is kept', {
  skip,
}, async () => {
  const own = {
    rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    from: 'due',
    timeZone: 'Asia/Tokyo',
  } as const;
  const of = await boardOf('dora', { recurrence: own });
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const { page, complaints } = await openOn(of, phone);
  await property(page, 'Repeat').getByText(`By the rule ${own.rule}`).waitFor();
  await property(page, 'Repeat').click();
  await picker(page)
    .getByRole('option', { name: `By the rule ${own.rule}`, selected: true })
    .click();
  await picker(page)
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
  await choose(page, 'Repeat', 'custom');
  await page.getByLabel('Every', { exact: true }).and(page.locator(':focus')).fill('2');
  await page.getByLabel('Unit').selectOption('weeks');
  await page.getByRole('button', { name: 'Monday' }).click();
  await page.getByRole('button', { name: 'Friday', pressed: true }).click();
  await page.getByRole('button', { name: 'Thursday' }).click();
  await page.getByLabel('Counted from').selectOption('When it is done');
  await page.getByLabel('Ends').selectOption('On a date');
  await page.getByLabel('Last date').fill('2100-01-31');
  const words = 'Every 2 weeks on Mon and Thu, after it is done, until Jan 31, 2100';
  await page.getByRole('status').filter({ hasText: words }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  const beyond = `[...document.querySelectorAll('.picker:popover-open *')].flatMap((each) => {
    const { right, width } = each.getBoundingClientRect();
    return width > 1 && right > 312.5 ? [each.outerHTML.slice(0, 120)] : [];
  })`;
  assert.deepEqual(await page.evaluate(beyond), []);
  assert.deepEqual(await of.recurrence(), own);
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await becomes(of.recurrence, {
    // Weeks begin on Sunday here.
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU;UNTIL=21000131',
    from: 'completion',
    timeZone: own.timeZone,
  });
  await property(page, 'Repeat').getByText(words).waitFor();
  await property(page, 'Due date').click();
  await picker(page)
    .getByRole('button', { name: `Repeat ${words}` })
    .waitFor();
  assert.deepEqual(await page.evaluate(beyond), [], 'long words give way');
  await page.keyboard.press('Escape');
  await choose(page, 'Repeat', 'custom');
  await page.getByLabel('Unit').selectOption('months');
  await page.getByRole('combobox', { name: 'On', exact: true }).selectOption('the fourth Friday');
  await page.getByLabel('Counted from').selectOption('The due date');
  await page.getByLabel('Ends').selectOption('After a number of cards');
  await page.getByLabel('Number of cards, with this one').fill('3');
  await page.keyboard.press('Enter');
  await becomes(of.rule, 'FREQ=MONTHLY;INTERVAL=2;BYDAY=4FR;COUNT=3');
  await property(page, 'Repeat').getByText('Every 2 months on the fourth Friday, 3 times').waitFor();
  assert.deepEqual(complaints, []);
});

test('reminders are chosen and written, as many as the service keeps, of a time and of a whole day', {
  skip,
}, async () => {
  const of = await boardOf('emil', { dueDate: '2099-03-27T17:00:00.000Z' });
  const { page, complaints } = await openOn(of);
  await property(page, 'Reminder').getByText('None').waitFor();
  await choose(page, 'Reminder', '1 hour');
  await becomes(of.reminders, [60]);
  await picker(page).getByRole('option', { name: '1 hour before', selected: true }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3 hours');
  await picker(page).getByRole('option', { name: '3 hours before' }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('Enter');
  for (const name of ['When it is due', '10 minutes before', '2 days before'])
    await picker(page).getByRole('option', { name, exact: true }).click();
  await becomes(of.reminders, [0, 10, 60, 180, 2880]);
  await picker(page).getByRole('option', { name: '1 day before', exact: true }).click();
  await page.getByText('A card has at most 5 reminders.').waitFor();
  await picker(page).getByRole('option', { name: '10 minutes before' }).click();
  await becomes(of.reminders, [0, 60, 180, 2880]);
  await page.keyboard.press('Escape');
  await property(page, 'Reminder')
    .getByText('When it is due, 1 hour before, 3 hours before, and 2 days before')
    .waitFor();

  const update = (body: BodyOf<typeof api.cards.update>) =>
    of.ada.call(api.cards.update, { params: of.params, body });
  await update({ dueDate, reminders: [] });
  await property(page, 'Reminder').getByText('None').waitFor();
  await choose(page, 'Reminder', 'the day before');
  await becomes(of.reminders, [900]);
  await property(page, 'Reminder').getByText('The day before at 9:00 AM').waitFor();
  await update({ dueDate: null });
  await property(page, 'Reminder').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a tile says that its card repeats; once it is done the next one does, for everyone, until that is undone', {
  skip,
}, async () => {
  const of = await boardOf('fay', { recurrence: { rule: 'FREQ=WEEKLY', from: 'due', timeZone } });
  const { page, complaints } = await of.service.visitor(options, of.ada);
  const { page: other } = await of.service.visitor(options, of.ada);
  for (const each of [page, other]) await each.goto(`/b/${of.board}`);
  const repeating = (on: Page) => on.locator('.card', { has: on.getByTitle('Repeats') });
  const dates = (on: Page) => repeating(on).locator('.due').allInnerTexts();
  for (const each of [page, other]) await repeating(each).locator(`[href="/c/${of.card}"]`).waitFor();
  await page.locator(`[data-card="${of.card}"] .card-title`).focus();
  await page.keyboard.press('o');
  for (const each of [page, other])
    await until(
      async () => (await dates(each)).join().includes('Apr 3'),
      'the next card is there, a week later',
    );
  assert.deepEqual(await violationsOn(page), []);
  assert.equal(await page.locator('.card').count(), 2);
  await page.keyboard.press('Control+z');
  for (const each of [page, other])
    await until(async () => (await dates(each)).join().includes('Mar 27'), 'the first card repeats again');
  await sent(page);
  assert.equal(await page.locator('.card').count(), 1);
  assert.equal(await of.rule(), 'FREQ=WEEKLY');
  assert.deepEqual(complaints, []);
});

test('several cards are made to repeat, and get a reminder, where their dates are chosen; also without a line', {
  skip,
}, async () => {
  const of = await boardOf('gus');
  const second = await makeCard(of.ada, nth(of.lists, 0), { title: 'Sweep', dueDate });
  const { page, context } = await of.service.visitor(options, of.ada);
  await page.goto(`/b/${of.board}`);
  for (const card of [of.card, second]) {
    await page.locator(`[data-card="${card}"]`).hover();
    await page.keyboard.press('s');
  }
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Repeat Never' }).waitFor();
  await goOffline(page);
  await page.getByRole('button', { name: 'Repeat Never' }).click();
  await page.keyboard.type('every 2 weeks');
  await page.keyboard.press('Enter');
  const row = page.getByRole('button', { name: 'Repeat Every 2 weeks on Friday' });
  await row.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Reminder None' }).click();
  await page.keyboard.type('2 days before');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Back' }).click();
  await page
    .getByRole('button', { name: 'Reminder 2 days before at 9:00 AM' })
    .and(page.locator(':focus'))
    .waitFor();
  assert.equal(await of.recurrence(), null);
  await context.setOffline(false);
  await becomes(of.rule, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR');
  await becomes(of.reminders, [2340]);
  const { cards } = await of.ada.call(api.boards.snapshot, { params: { boardPublicId: of.board } });
  assert.deepEqual(
    cards.map(({ recurrence, reminders }) => [recurrence?.rule, reminders]),
    Array(2).fill(['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', [2340]]),
  );
});
