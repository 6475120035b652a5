import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../tools/browser.ts';
import { publish } from './report.ts';
import { boardsTable } from './web/boards.ts';
import { viewsTable } from './web/views.ts';

/*
 * `npm run bench:web [-- --part boards|views|both] [--cards 100,300,2000] [--view-cards 10000]
 * [--only text] [--against folder] [--rounds 3] [--save name]`
 *
 * Measures what boards and their views cost on the browser's main thread, in processor time. Tracing itself costs 3 to 4 ms per
 * step. Reports medians of the rounds.
 */

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', default: 'both' },
    cards: { type: 'string', default: '100,200,300,500,2000,10000' },
    'view-cards': { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    against: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '3' },
    save: { type: 'string' },
  },
});
const rounds = Number(options.rounds);

const found = findBrowser();
const browser = await chromium.launch({
  executablePath: found?.executablePath ?? 'chromium',
  ...(found?.env ? { env: { ...process.env, ...found.env } } : {}),
  args: ['--no-sandbox'],
});
try {
  const tables = [`Chromium ${browser.version()}: milliseconds of the main thread's processor time.`];
  if (options.part !== 'views') {
    const cards = options.cards.split(',').map(Number);
    tables.push('## Boards', await boardsTable(browser, { cards, rounds }));
  }
  if (options.part !== 'boards') {
    const { only, against } = options;
    const cards = Number(options['view-cards']);
    tables.push('## Views', await viewsTable(browser, { cards, rounds, only, against }));
  }
  publish(tables, options.save);
} finally {
  await browser.close();
}
