import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { consentPage } from '../../server/src/testing/applications.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { type Screen, screensForAll, screensOf, screensOfNobody } from '../../tools/screens.ts';
import { ofColors, violationsOn } from './axe.ts';
import { noBrowser, signIn, visited } from './browser.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Colors {
  name: string;
  media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
  /** Those of axe; all if none are named. */
  rules?: readonly string[];
}

const forced: Colors = { name: 'forced', media: { forcedColors: 'active', colorScheme: 'dark' } };
const themes: readonly Colors[] = [
  { name: 'light', media: { forcedColors: 'none', colorScheme: 'light' } },
  // The themes have the same elements.
  { name: 'dark', media: { forcedColors: 'none', colorScheme: 'dark' }, rules: ofColors },
];

/** What is told from its surroundings by shadow or background only, and would have no edge. */
const withoutEdge = `[...document.querySelectorAll(
    '.button:not(.plain), .card, .list, .input, .card-dialog, .sheet, .menu, .popover, .chip, .pill, .label, .avatar, .toast, .tile')]
  .filter((each) => each.checkVisibility() && !each.closest('.unseen'))
  .filter((each) => { const { borderTopStyle, outlineStyle } = getComputedStyle(each);
    return borderTopStyle === 'none' && outlineStyle === 'none'; })
  .map((each) => each.className)`;

async function faultsIn(page: Page, { name, media, rules }: Colors): Promise<string[]> {
  await page.emulateMedia(media);
  const violations = await violationsOn(page, rules);
  if (name !== forced.name) return violations.map((each) => `${name}: ${each}`);
  const bare = (await page.evaluate(withoutEdge)) as string[];
  return [
    // Forced colors replace the page's when it is painted, which axe does not see.
    ...violations.filter((each) => !each.startsWith('color-contrast')),
    ...bare.map((each) => `no edge: ${each}`),
  ].map((each) => `${name}: ${each}`);
}

for (const viewport of [desktop, phone]) {
  test(`nothing keeps anyone out: ${viewport.width} pixels wide, in all colors`, { skip }, async () => {
    assert.ok(service);
    const name = `seen${viewport.width}`;
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
    const consent = await consentPage(service);
    let { page } = await service.visitor({ viewport, reducedMotion: 'reduce' });
    const found: string[] = [];
    // A page is loaded once, and looks at its media again when they change.
    const judge = async (place: string) => {
      for (const colors of viewport === desktop ? [...themes, forced] : themes)
        found.push(...(await faultsIn(page, colors)).map((each) => `${place}: ${each}`));
      await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
    };
    const look = async ({ path, shows, press }: Screen) => {
      await page.goto(path);
      if (press) await page.getByRole('button', { name: press }).first().click();
      await page.getByText(shows).filter({ visible: true }).first().waitFor();
      await judge(path);
    };
    for (const screen of screensForAll) await look(screen);
    await signIn(page, name);
    for (const screen of screensOf({ workspace, board, card, consent })) await look(screen);
    await page.goto(`/b/${board}`);
    await page.locator('[data-list] [aria-haspopup=menu]').first().click();
    await judge('the menu of a list');
    await page.keyboard.press('Escape');
    const tile = page.locator('[data-list] .card-title').first();
    for (const keys of ['ContextMenu', 'l', 'm', 'd', 'e', 'n', 'v', 'f', '?', 'Control+k']) {
      const opened = page.locator('dialog[open], :popover-open:not(.toasts)').first();
      await tile.focus();
      await page.keyboard.press(keys);
      await opened.waitFor();
      await judge(keys);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'hidden' });
    }
    await tile.focus();
    await page.keyboard.press('s');
    await page.getByRole('toolbar').waitFor();
    await judge('selected');
    await service.signUp(`new-${name}`);
    ({ page } = await service.visitor({ viewport, reducedMotion: 'reduce' }));
    await signIn(page, `new-${name}`);
    for (const screen of screensOfNobody) await look(screen);
    assert.deepEqual(found, []);
  });
}
