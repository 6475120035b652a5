import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const settled = `new Promise(requestAnimationFrame)
  .then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  .then(() => undefined)`;

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The accessibility violations of a page. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Wait for transitions: what fades in is judged by its final colours.
  await page.evaluate(settled);
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}
