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

/** The rules that the colors of a theme can break. */
export const ofColors: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** The accessibility violations of a page, by all rules that axe runs by itself, or only by these. */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Wait for transitions: what fades in is judged by its final colours.
  await page.evaluate(settled);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const options = rules
    ? { runOnly: { type: 'rule', values: rules } }
    : // Beyond the default rules: users of voice control say what they see.
      { rules: { 'label-content-name-mismatch': { enabled: true } } };
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}
