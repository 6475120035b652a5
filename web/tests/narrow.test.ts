import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { languageNames } from '../../contract/languages.ts';
import { consentPage } from '../../server/src/testing/applications.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { wordsIn } from '../../tools/look-language.ts';
import { screensForAll, screensOf } from '../../tools/screens.ts';
import { noBrowser, visited } from './browser.ts';
import { shows } from './looking.ts';

/* Small windows, fingers, and text that is magnified. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** A workspace in which everything has a long name. */
async function longNames(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada, { name: `${long} the board` });
  const card = await makeCard(ada, nth(made.lists, 0), {
    title: `${long} the card`,
    description: long,
    dueDate: '2099-01-01T00:00:00.000Z',
  });
  await ada.call(api.lists.update, {
    params: { listPublicId: nth(made.lists, 0) },
    body: { name: long },
  });
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'Looks good.' } });
  return { ada, card, ...made };
}

/** What reaches beyond the window, and is not in something that scrolls or cuts off. */
const tooWide = (width: number) => `[...document.querySelectorAll('body *')]
  .filter((each) => each.checkVisibility() && !each.closest('svg > *'))
  .filter((each) => { const { left, right, width: own } = each.getBoundingClientRect();
    return own > 1 && (right > ${width} + 1 || left < -1); })
  .filter((each) => { for (let at = each.parentElement; at && at !== document.body; at = at.parentElement)
    if (getComputedStyle(at).overflowX !== 'visible') return false;
    return true; })
  .map((each) => each.outerHTML.slice(0, 120))`;

/** Elements in the bar at the top that a finger cannot hit well. */
const tooSmall = `[...document.querySelectorAll('.top :is(a, button), .foot :is(a, button)')]
  .filter((each) => each.checkVisibility() && !each.closest('[popover]'))
  .map((each) => [each.getAttribute('aria-label') ?? each.textContent, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([name, { width, height }]) => name.trim() + ' ' + Math.round(width) + '×' + Math.round(height))`;

const smallFields = `[...document.querySelectorAll('input, textarea, select')]
  .filter((each) => each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) < 16)
  .map((each) => each.outerHTML.slice(0, 120))`;

const phones = [
  { width: 320, language: 'en' },
  { width: 390, language: 'en' },
  // The longest words, and from right to left.
  { width: 390, language: 'de' },
  { width: 390, language: 'he' },
] as const;

for (const { width, language } of phones) {
  const name = languageNames[language];
  test(`on a phone ${width} pixels wide, in ${name}, nothing is cut off, too small to hit, or zoomed in on`, {
    skip,
  }, async () => {
    assert.ok(service);
    const { ada, ...made } = await longNames(`w${width}${language}`);
    const inLanguage = await wordsIn(language);
    const options = { viewport: { width, height: 700 }, hasTouch: true, isMobile: true, locale: language };
    const consent = await consentPage(service);
    const { page } = await service.visitor({ ...options, reducedMotion: 'reduce' }, ada);
    const found: string[] = [];
    const look = async (what: string) => {
      for (const check of [tooWide(width), tooSmall, smallFields])
        found.push(...((await page.evaluate(check)) as string[]).map((each) => `${what}: ${each}`));
    };
    for (const { name, path, shows: text, press } of [...screensForAll, ...screensOf({ ...made, consent })]) {
      await page.goto(path);
      if (press)
        await page
          .getByRole('button', { name: inLanguage(press) })
          .filter({ visible: true })
          .first()
          .click();
      await page.getByText(inLanguage(text)).filter({ visible: true }).first().waitFor();
      await look(name);
    }
    await page.goto(`/search?q=${encodeURIComponent(long.slice(0, 20))}`);
    await page.getByText(`${long} the card`).first().waitFor();
    await look('search results');
    assert.deepEqual(found, []);
  });
}

test('at 400 % there is room for cards, and all of the board can be reached', { skip }, async () => {
  assert.ok(service);
  const { ada, board, lists } = await longNames('zoomed');
  for (const title of ['one', 'two', 'three']) await makeCard(ada, nth(lists, 1), { title });
  const { page } = await service.visitor({ viewport: { width: 320, height: 256 } }, ada);
  await page.goto(`/b/${board}`);
  await shows(page, 'Done', ['one', 'two', 'three']);
  const cards = page.getByRole('list', { name: 'Done', exact: true });
  await cards.scrollIntoViewIfNeeded();
  const box = await cards.boundingBox();
  assert.ok(box && box.height >= 100, `cards have ${box?.height} pixels`);
  await page.getByText('three').click();
  await page.getByRole('dialog', { name: 'three', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a card' }).filter({ visible: true }).last().click();
  await page.getByLabel('What needs to be done?').waitFor();
});
