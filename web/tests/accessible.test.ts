import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signIn, visited } from './browser.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

async function violationsOn(page: Page): Promise<string[]> {
  // What fades in is judged by what it will be.
  await page.waitForTimeout(300);
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`nothing keeps anyone out: ${colorScheme}, ${viewport.width} pixels wide`, { skip }, async () => {
      assert.ok(service);
      const name = `${colorScheme}${viewport.width}`;
      const ada = await service.signUp(name);
      const { board, lists, labels } = await makeBoard(ada);
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
      const { page } = await service.visitor({ colorScheme, viewport, reducedMotion: 'reduce' });
      const found: string[] = [];
      const look = async (path: string, there: string) => {
        await page.goto(path);
        await page.getByText(there).first().waitFor();
        found.push(...(await violationsOn(page)).map((each) => `${path}: ${each}`));
      };
      await look('/sign-up', 'Create your account');
      await look('/sign-in', 'Welcome back');
      await look('/forgot-password', 'E-mail me a link');
      await signIn(page, name);
      await look('/', 'New board');
      await look(`/b/${board}`, 'Paint the harbour');
      await page.locator('[data-list] [aria-haspopup=menu]').first().click();
      found.push(...(await violationsOn(page)));
      await look(`/c/${card}`, 'Looks good.');
      await look('/nowhere', 'There is nothing here');
      assert.deepEqual(found, []);
    });
  }
}
