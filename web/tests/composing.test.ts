import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows } from './looking.ts';

/* Input methods compose characters from several keys: Enter and Escape belong to them until they are done. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Presses a key while a word is composed in the focused field, and then as Safari does, right after the composition. */
async function compose(cdp: CDPSession, key: 'Enter' | 'Escape') {
  const press = async (code: number) => {
    const of = { key, code: key, windowsVirtualKeyCode: code };
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...of });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...of });
  };
  await cdp.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await press(229);
  await cdp.send('Input.insertText', { text: '日本' });
  await press(229);
}

const typing = async (page: Page, cdp: CDPSession, field: Locator, key: 'Enter' | 'Escape' = 'Enter') => {
  await field.focus();
  await compose(cdp, key);
  assert.match(await field.inputValue(), /日本/, 'the field is open, and has the word');
  assert.equal(await page.evaluate('document.activeElement.matches("input, textarea")'), true);
};

test('keys of an input method add, save, choose and close nothing', { skip }, async () => {
  assert.ok(service);
  const { page, context, stored, read, card } = await lookAtBoard(service, 'kana');
  const cdp = await context.newCDPSession(page);
  await page.locator('[data-add]').first().click();
  const composer = page.getByLabel('What needs to be done?');
  for (const key of ['Enter', 'Escape'] as const) await typing(page, cdp, composer, key);
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['A', 'B', 'C', '日本日本']);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  const address = page.url();
  await typing(page, cdp, page.getByRole('combobox').first());
  assert.equal(page.url(), address);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await typing(page, cdp, page.locator('input.editable'));
  await page.keyboard.press('Escape');

  await page.locator('[data-card] a', { hasText: 'B' }).click();
  await typing(page, cdp, page.getByLabel('Card title'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await sent(page);
  assert.deepEqual(await stored(0), ['A', '日本B', 'C', '日本日本']);
  assert.equal((await read('B')).title, '日本B');
  assert.ok(card('B'));
});
