import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../../server/src/testing/fixtures.ts';
import { addApp, codeAt } from '../../../server/src/testing/second-factors.ts';
import { testService } from '../../../server/src/testing/service.ts';
import type { Driver } from './driver.ts';
import { Tab } from './tab.ts';

/* What must work in every browser. */

/** The same scenarios in one browser; `missing` says why it is not there. */
export async function playIn(
  browser: string,
  missing: string | false,
  launch: (address: string) => Promise<Driver>,
): Promise<void> {
  const service = missing ? undefined : await testService();
  const driver = service && (await launch(service.address));
  after(() => driver?.close());

  /** A window of its own. What is on its console, and asked of others, fails the test. */
  const scenario = (what: string, play: (tab: Tab) => Promise<void>): void =>
    void test(`${browser}: ${what}`, { skip: missing }, async () => {
      assert.ok(service && driver);
      const window = await driver.open();
      try {
        await window.resize(1440, 900);
        await play(new Tab(window, service.address));
        assert.deepEqual(window.complaints() ?? [], []);
      } finally {
        await window.close();
      }
    });

  async function signIn(tab: Tab, name: string, password = `password of ${name}`) {
    await tab.go('/sign-in');
    await tab.fill('[name=email]', `${name}@example.com`);
    await tab.fill('[name=password]', password);
    await tab.click(['main button', 'Sign in']);
  }

  /** The board of somebody who has signed in, with the cards A, B and C, and X, Y and Z. */
  async function atBoard(tab: Tab, name: string) {
    assert.ok(service);
    const ada = await service.signUp(name);
    const made = await makeBoard(ada);
    const cards: Record<string, string> = {};
    for (const [n, titles] of ['ABC', 'XYZ'].entries())
      for (const title of titles) cards[title] = await makeCard(ada, nth(made.lists, n), { title });
    await signIn(tab, name);
    await tab.until(`location.pathname === '/'`);
    await tab.go(`/b/${made.board}`);
    await tab.see(['.card-title', 'Z']);
    const titles = async () => {
      const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: made.board } });
      return lists.map((list) => list.cards.map(({ title }) => title).join(' '));
    };
    const tile = (title: string) => `[data-card="${cards[title]}"]`;
    const card = (title: string) => ({ cardPublicId: cards[title] ?? '' });
    return { ada, ...made, tile, card, titles };
  }

  const sent = (tab: Tab) => tab.see('.board-page[data-sent=true]');

  scenario('a wrong password is refused, a right one and a code from an app sign in', async (tab) => {
    assert.ok(service);
    const ada = await service.signUp('ada');
    const { secret } = await addApp(service, ada);
    await signIn(tab, 'ada', 'not her password');
    await tab.see('[role=alert]');
    await tab.fill('[name=password]', 'password of ada');
    await tab.press('Enter');
    await tab.see(['h2', 'One more step']);
    await tab.click('[name=code]');
    await tab.type(codeAt(service, secret, 30));
    await tab.press('Enter');
    await tab.until(`location.pathname === '/'`);
    await tab.click('[title="Your account"]');
    await tab.click(['button', 'Sign out']);
    await tab.see(['h1', 'Sign in']);
  });

  scenario('cards are added, reached and opened by keys', async (tab) => {
    const { titles } = await atBoard(tab, 'bea');
    await tab.press('n');
    await tab.until(`document.activeElement.closest('.add')`);
    await tab.type('Order ropes');
    await tab.press('Enter');
    await tab.see(['.card-title', 'Order ropes']);
    await tab.press('Escape');
    await sent(tab);
    assert.deepEqual(await titles(), ['A B C Order ropes', 'X Y Z']);
    const focused = (title: string) =>
      tab.until(`document.activeElement.textContent.trim() === ${JSON.stringify(title)}`);
    await tab.press('ArrowDown');
    await focused('A');
    await tab.press('ArrowRight', 'ArrowDown');
    await focused('Y');
    await tab.press('Enter');
    await tab.see('dialog.card-dialog[aria-label=Y]');
    await tab.see(['button', 'Write a comment']);
    await tab.press('Escape');
    await tab.gone('dialog.card-dialog');
    await focused('Y');
  });

  scenario('a card is renamed, described, commented and labelled on its page', async (tab) => {
    const { ada, card, tile } = await atBoard(tab, 'cleo');
    await tab.click(`${tile('B')} .card-title`);
    await tab.see(['button', 'Write a comment']);
    await tab.click('textarea.title-field');
    await tab.press('Control+a');
    await tab.type('Paint the pier');
    await tab.press('Enter');
    await tab.click(['button', 'Add a description']);
    await tab.type('Both *sides*');
    await tab.press('Control+Enter');
    await tab.see(['.description em', 'sides']);
    await tab.click(['button', 'Write a comment']);
    await tab.type('On Monday');
    await tab.press('Control+Enter');
    await tab.see(['.comment p', 'On Monday']);
    await tab.click('[data-picker=Labels]');
    await tab.click(['[role=option] .label', 'Urgent']);
    await tab.press('Escape');
    await tab.gone('.picker:popover-open');
    await tab.press('Escape');
    await tab.gone('dialog.card-dialog');
    await sent(tab);
    const { title, description, labels } = await ada.call(api.cards.get, { params: card('B') });
    assert.deepEqual(
      [title, description, labels.map(({ name }) => name)],
      ['Paint the pier', 'Both *sides*', ['Urgent']],
    );
    const comments = await ada.call(api.comments.list, { params: card('B') });
    assert.deepEqual(
      comments.comments.map(({ comment }) => comment),
      ['On Monday'],
    );
  });

  scenario('a card is dragged to another list, and what others do appears', async (tab) => {
    const { ada, lists, card, tile, titles } = await atBoard(tab, 'dora');
    await tab.drag(tile('B'), tile('Y'), `[data-list="${nth(lists, 1)}"] .hole`);
    await tab.gone('.hole');
    await sent(tab);
    assert.deepEqual(await titles(), ['A C', 'X B Y Z']);
    await ada.call(api.cards.update, { params: card('C'), body: { title: 'From elsewhere' } });
    await tab.see(['.card-title', 'From elsewhere']);
    await tab.go(await tab.read<string>('location.pathname'));
    await tab.see([`[data-list="${nth(lists, 1)}"] .card-title`, 'B']);
  });

  for (const [device, width, height] of [
    ['desktop', 1440, 900],
    ['phone', 390, 844],
  ] as const)
    scenario(`menus and notes are in the window, and cover little of it: ${device}`, async (tab) => {
      const { tile } = await atBoard(tab, `eve-${device}`);
      await tab.resize(width, height);
      /** Where something is, once all of it is shown in the window. */
      const inside = async (target: string) => {
        const it = `document.querySelector(${JSON.stringify(target)})`;
        await tab.until(`(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)
          (${it}.getBoundingClientRect()) && getComputedStyle(${it}).opacity === '1'`);
        return tab.box(target);
      };
      for (const opener of ['[title="Your account"]', '[aria-label="Actions for the list To do"]']) {
        await tab.click(opener);
        await tab.see('.menu:popover-open [role=menuitem], .popover:popover-open');
        const menu = await inside(':is(.menu, .popover):popover-open');
        const { top, bottom } = await tab.box(opener);
        assert.ok(device === 'phone' || menu.top >= bottom || menu.bottom <= top, `${opener} is covered`);
        await tab.press('Escape');
        await tab.gone(':is(.menu, .popover):popover-open');
      }
      await tab.click(`${tile('A')} .card-title`);
      await tab.see(['button', 'Write a comment']);
      await tab.press('c');
      await tab.see('.toasts:popover-open');
      const note = await inside('.toasts:popover-open');
      assert.ok(note.bottom - note.top < height / 8, `${note.bottom - note.top} pixels high`);
    });

  scenario('the dark theme is chosen, and stays', async (tab) => {
    const { board } = await atBoard(tab, 'faye');
    const lightness = `(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
      canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data[0];
    })()`;
    await tab.until(`${lightness} > 200`);
    await tab.go('/profile/appearance');
    await tab.click('.theme[data-shown=dark]');
    await tab.until(`${lightness} < 60`);
    await tab.go(`/b/${board}`);
    await tab.see(['.card-title', 'A']);
    await tab.until(`${lightness} < 60`);
  });
}
