import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { boardTint } from '../../contract/hues.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
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
