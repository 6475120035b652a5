import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { boardTint } from '../../contract/hues.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { png } from '../../server/src/testing/pictures.ts';
import { colourNames } from '../messages/en/colours.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* The color of a board's page. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function boardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour', dueDate: '2026-01-01' });
  const { page, complaints } = await service.visitor({ colorScheme: 'light' }, ada);
  const shown = async () => {
    const [hue, tint] = (await page.evaluate(
      `['--board', '--tint'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))`,
    )) as string[];
    return { hue: Number(hue), tint: Number(tint) };
  };
  const isTinted = (colour?: string) =>
    until(
      async () => JSON.stringify(await shown()) === JSON.stringify(boardTint(board, colour)),
      `the page is tinted with ${colour ?? 'its own color'}`,
    );
  return { ada, board, page, complaints, isTinted };
}

test('a color is chosen in the settings of a board, and undone; others see it at once', {
  skip,
}, async () => {
  const { ada, board, page, complaints, isTinted } = await boardOf('dan');
  await page.goto(`/b/${board}/settings`);
  await isTinted();
  await page.getByRole('group', { name: 'Background' }).getByRole('radio', { name: 'Teal' }).check();
  await isTinted('#009e90');
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'The board’s own color' }).click();
  await isTinted();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Control+z');
  await isTinted('#009e90');
  const params = { boardPublicId: board };
  await ada.call(api.boards.update, { params, body: { background: { colour: '#ff0000' } } });
  await isTinted('#ff0000');
  assert.deepEqual(complaints, []);
});

const grounds = ['page', 'sunken', 'surface', 'raised'];
const texts = ['text', 'text-soft', 'accent', 'danger', 'warning', 'success'];

/** The contrast of each text on each ground, as WCAG defines it, in the colors that the browser paints. */
const contrasts = (of: string): string => `(() => {
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement('i'));
  const luminance = (name) => {
    probe.style.color = 'var(--' + name + ')';
    paint.fillStyle = getComputedStyle(probe).color;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((each) =>
      each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = {};
  for (const ground of ${JSON.stringify(grounds)}) for (const text of ${JSON.stringify(texts)}) {
    const [one, other] = [luminance(ground), luminance(text)].toSorted((a, b) => b - a);
    found['${of}: ' + text + ' on ' + ground] = (one + 0.05) / (other + 0.05);
  }
  probe.remove();
  return found;
})()`;

for (const colorScheme of ['light', 'dark'] as const)
  test(`texts are readable on every color of a board: ${colorScheme}`, { skip }, async () => {
    const { board, page } = await boardOf(`eve-${colorScheme}`);
    await page.emulateMedia({ colorScheme });
    await page.goto(`/b/${board}`);
    await page.locator('.card').first().waitFor();
    for (const colour of [
      ...Object.keys(colourNames),
      '#ff0000',
      '#00ff00',
      '#0000ff',
      '#ffff00',
      '#000000',
    ]) {
      const { hue, tint } = boardTint(board, colour);
      await page.evaluate(`document.documentElement.style.cssText += ';--board:${hue};--tint:${tint}'`);
      const found = (await page.evaluate(contrasts(colour))) as Record<string, number>;
      assert.deepEqual(
        Object.entries(found).filter(([, contrast]) => contrast < 4.5),
        [],
      );
    }
  });

/** The first ancestor of each text in an element that has an opaque ground: those on the picture itself. */
const textsOnPicture = `(() => {
  const lists = document.querySelector('.lists');
  const isOpaque = (element) => {
    const [, alpha = '1'] = /[,/]\\s*([\\d.]+%?)\\)$/.exec(getComputedStyle(element).backgroundColor.replace(/^rgb\\(/, 'x(').replace(/^(oklch|color)\\([^/]*\\)$/, 'x')) ?? [];
    return getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)' && Number.parseFloat(alpha) >= 1;
  };
  const walker = document.createTreeWalker(lists, NodeFilter.SHOW_TEXT);
  const bare = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let at = node.parentElement;
    if (node.data.trim() === '' || !at.checkVisibility()) continue;
    while (at !== lists && !isOpaque(at)) at = at.parentElement;
    if (at === lists) bare.push(node.data);
  }
  return bare;
})()`;

for (const [screen, options] of [
  ['desktop', {}],
  ['phone', { viewport: { width: 390, height: 844 } }],
] as const) {
  test(`a picture of one's own lies behind the lists, no text stands on it, and it is taken away: ${screen}`, {
    skip,
  }, async () => {
    assert.ok(service);
    const ada = await service.signUp(`pic-${screen}`);
    const { board, lists } = await makeBoard(ada);
    await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour', dueDate: '2026-01-01' });
    const { page, complaints } = await service.visitor(options, ada);
    const bob = await service.visitor(options, ada);
    await bob.page.goto(`/b/${board}`);
    await bob.page.getByText('Paint the harbour').waitFor();
    await page.goto(`/b/${board}/settings`);
    const dialog = page.getByRole('dialog');
    const choose = async (name: string, content: Uint8Array) => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Choose a picture' }).click();
      await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) });
    };
    await choose('notes.png', Buffer.from('no picture'));
    await dialog.getByRole('alert').getByText('is not a picture').waitFor();
    await choose('pier.png', png(2400, 1500));
    await dialog.getByRole('button', { name: 'Remove picture' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const params = { boardPublicId: board };
    const { picture } = (await ada.call(api.boards.snapshot, { params })).board;
    for (const each of [page, bob.page]) {
      await each.locator('.lists.pictured').waitFor();
      const image = await each.evaluate(
        `getComputedStyle(document.querySelector('.lists.pictured')).backgroundImage`,
      );
      assert.ok(String(image).includes(`/api/v1/boards/${board}/picture?v=${picture}`), String(image));
      assert.deepEqual(await each.evaluate(textsOnPicture), []);
    }
    await dialog.getByRole('button', { name: 'Remove picture' }).click();
    await bob.page.locator('.lists:not(.pictured)').waitFor();
    assert.deepEqual([...complaints, ...bob.complaints], []);
  });
}
