import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { type Screen, screensForAll, screensOf, screensOfNobody } from '../../tools/screens.ts';
import { ofColors, violationsOn } from './axe.ts';
import { noBrowser, signIn, visited } from './browser.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const forced = { forcedColors: 'active', colorScheme: 'dark' } as const;

for (const [colors, options] of Object.entries({
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced,
} as const)) {
  for (const viewport of colors === 'forced' ? [desktop] : [desktop, phone]) {
    test(`nothing keeps anyone out: ${colors}, ${viewport.width} pixels wide`, { skip }, async () => {
      assert.ok(service);
      const name = `${colors}${viewport.width}`;
      const ada = await service.signUp(name);
      const { workspace, board, lists, labels } = await makeBoard(ada);
      const card = await makeCard(ada, nth(lists, 0), {
        title: 'Paint the harbour',
        description: 'Both **sides**.',
        labelPublicIds: labels,
        dueDate: '2020-01-01T00:00:00.000Z',
      });
      await ada.call(api.comments.create, {
        params: { cardPublicId: card },
        body: { comment: 'Looks good.' },
      });
      const body = { boardPublicId: board, name: 'Attic' };
      const { publicId: listPublicId } = await ada.call(api.lists.create, { body });
      await ada.call(api.lists.archive, { params: { listPublicId } });
      let { page } = await service.visitor({ ...options, viewport, reducedMotion: 'reduce' });
      const found: string[] = [];
      // The themes have the same elements.
      const rules = colors === 'dark' ? ofColors : undefined;
      // Forced colors replace the page's when it is painted, which axe does not see.
      const isSeen = (each: string) => colors !== 'forced' || !each.startsWith('color-contrast');
      const violations = async () => (await violationsOn(page, rules)).filter(isSeen);
      const look = async ({ path, shows, press }: Screen) => {
        await page.goto(path);
        if (press) await page.getByRole('button', { name: press }).first().click();
        await page.getByText(shows).filter({ visible: true }).first().waitFor();
        found.push(...(await violations()).map((each) => `${path}: ${each}`));
      };
      for (const screen of screensForAll) await look(screen);
      await signIn(page, name);
      for (const screen of screensOf({ workspace, board, card })) await look(screen);
      await page.goto(`/b/${board}`);
      await page.locator('[data-list] [aria-haspopup=menu]').first().click();
      found.push(...(await violations()));
      await page.keyboard.press('Escape');
      const tile = page.locator('[data-list] .card-title').first();
      for (const keys of ['ContextMenu', 'l', 'm', 'd', 'e', 'n', 'v', 'f', '?', 'Control+k']) {
        const opened = page.locator('dialog[open], :popover-open:not(.toasts)').first();
        await tile.focus();
        await page.keyboard.press(keys);
        await opened.waitFor();
        found.push(...(await violations()).map((each) => `${keys}: ${each}`));
        await page.keyboard.press('Escape');
        await opened.waitFor({ state: 'hidden' });
      }
      await tile.focus();
      await page.keyboard.press('s');
      await page.getByRole('toolbar').waitFor();
      found.push(...(await violations()).map((each) => `selected: ${each}`));
      await service.signUp(`new-${name}`);
      const { page: another } = await service.visitor({ ...options, viewport, reducedMotion: 'reduce' });
      await signIn(another, `new-${name}`);
      page = another;
      for (const screen of screensOfNobody) await look(screen);
      assert.deepEqual(found, []);
    });
  }
}

/** What is told from its surroundings by shadow or background only, and would have no edge. */
const withoutEdge = `[...document.querySelectorAll(
    '.button:not(.plain), .card, .list, .input, .card-dialog, .sheet, .menu, .popover, .chip, .pill, .label, .avatar, .toast, .tile')]
  .filter((each) => each.checkVisibility() && !each.closest('.unseen'))
  .filter((each) => { const { borderTopStyle, outlineStyle } = getComputedStyle(each);
    return borderTopStyle === 'none' && outlineStyle === 'none'; })
  .map((each) => each.className)`;

test('with forced colors everything has an edge', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('edges');
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour', labelPublicIds: labels });
  const { page } = await service.visitor({ ...forced, viewport: desktop, reducedMotion: 'reduce' }, ada);
  const found = new Set<string>();
  for (const { path, shows, press } of screensOf({ workspace, board, card })) {
    if (path.startsWith('/c/')) continue;
    await page.goto(path);
    if (press) await page.getByRole('button', { name: press }).filter({ visible: true }).first().click();
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    for (const each of (await page.evaluate(withoutEdge)) as string[]) found.add(each);
  }
  await page.goto(`/c/${card}`);
  await page.getByText('Write a comment').waitFor();
  for (const each of (await page.evaluate(withoutEdge)) as string[]) found.add(each);
  assert.deepEqual([...found], []);
});
