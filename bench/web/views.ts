import { basename, resolve } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { createClient } from '../../contract/client.ts';
import { cookieName } from '../../server/src/base/access/session-cookie.ts';
import { fill, fillFielded } from '../data/fill.ts';
import { smallSize } from '../data/generate.ts';
import type { Made } from '../data/generation.ts';
import { rowOf } from '../report.ts';
import { type Server, startServer } from '../server.ts';
import { sqliteStore } from '../store.ts';
import { thisVersion } from '../version.ts';
import { at, framed, framesOf, rounded, shown, sum, tasksOf } from './main-thread.ts';

/* What views of a large board cost: until their first cards can be used, for a frame of scrolling, and to sort by each column. */

const kinds = ['table', 'calendar', 'timeline'] as const;

type Kind = (typeof kinds)[number];

interface Options {
  cards: number;
  rounds: number;
  /** Which rows, by their names. */
  only: string;
  /** Checkouts of other versions of the pages, on the same data. */
  against: readonly string[];
}

/** A table of the medians of some rounds, for a board without fields and for one with twenty, all of them shown. */
export async function viewsTable(browser: Browser, options: Options): Promise<string> {
  const store = sqliteStore();
  const { openDatabase, indexAll, dir } = await thisVersion();
  const db = await openDatabase(store);
  const size = { ...smallSize, lists: 20, workspaces: 1, boards: 1, cards: 1, fielded: options.cards };
  const made = await fill(db, size, Date.now() * 1000);
  await fillFielded(db, made);
  await indexAll(db);
  await db.close();
  const sides: Side[] = [];
  try {
    for (const [index, each] of [...options.against, dir].entries()) {
      const { dataDir } = index === 0 ? store : await store.copy();
      const server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off' }, { dir: resolve(each) });
      sides.push({ name: each === dir ? '' : `, ${basename(each)}`, server });
    }
    const lines: string[] = [];
    for (const kind of kinds)
      for (const [index, fields] of [0, 20].entries()) {
        const name = `${kind}, ${fields} fields`;
        if (!new RegExp(options.only).test(name)) continue;
        const found = await rounds(sides, options.rounds, (address) =>
          measure(browser, { address, made, index, kind }),
        );
        for (const [side, figures] of found.entries())
          lines.push(rowOf([`${name}${sides[side]?.name}`, ...names.map(([each]) => median(figures, each))]));
        console.error(lines.slice(-sides.length).join('\n'));
      }
    const head = ['view', ...names.map(([, text]) => text)];
    return [rowOf(head), rowOf(head.map((_, n) => (n === 0 ? '---' : '--:'))), ...lines].join('\n');
  } finally {
    for (const { server } of sides) await server.stop();
    await store.remove();
  }
}

interface Side {
  name: string;
  server: Server;
}

/** The figures of each side; all of them are measured in each round. */
async function rounds(
  sides: readonly Side[],
  count: number,
  measured: (address: string) => Promise<Figures>,
): Promise<Figures[][]> {
  const found: Figures[][] = sides.map(() => []);
  for (let round = 0; round < count; round++)
    for (const [index, { server }] of sides.entries()) found[index]?.push(await measured(server.address));
  return found;
}

function median(all: readonly Figures[], of: keyof Figures): string {
  const figures = all.map((each) => each[of]).filter((each) => !Number.isNaN(each));
  return figures.length > 0 ? rounded(at(0.5, figures)) : '–';
}

/** NaN where a view has no such thing. */
interface Figures {
  first: number;
  firstLongest: number;
  kept: number;
  again: number;
  againLongest: number;
  switched: number;
  scrolled: number;
  sideways: number;
  sorted: number;
  sortedWorst: number;
  nodes: number;
}

const names: [keyof Figures, string][] = [
  ['first', 'first opening'],
  ['firstLongest', 'its longest task'],
  ['kept', 'longest task after a change'],
  ['again', 'opened again'],
  ['againLongest', 'its longest task'],
  ['switched', 'switched to'],
  ['scrolled', 'scrolled, p95 of frames'],
  ['sideways', 'sideways, p95'],
  ['sorted', 'sorted, median of columns'],
  ['sortedWorst', 'worst column'],
  ['nodes', 'nodes'],
];

interface Opening {
  address: string;
  made: Made;
  index: number;
  kind: Kind;
}

/** What a first opening must wait for: of a timeline and a table their first lines, of a calendar its days with cards. */
const ready = '.view [data-card]';

async function measure(browser: Browser, { address, made, index, kind }: Opening): Promise<Figures> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    storageState: await sessionOf(address, made),
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const path = `/b/${made.fielded[index]?.id}`;
  const open = (to: string, selector: string) =>
    tasksOf(cdp, async () => {
      await page.goto(to, { waitUntil: 'commit' });
      await shown(cdp, selector);
    });
  const first = await open(`${path}?view=${kind}`, ready);
  await page.waitForTimeout(4000);
  const kept = await tasksOf(cdp, () => change(page, address, made, index));
  await page.goto('about:blank');
  const again = await open(`${path}?view=${kind}`, ready);
  await page.goto('about:blank');
  await open(path, '[data-card]');
  const link = await page.locator(`nav.segments a[href*="view=${kind}"]`).boundingBox();
  const switched = await tasksOf(cdp, async () => {
    await page.mouse.click((link?.x ?? 0) + 8, (link?.y ?? 0) + 8);
    await shown(cdp, ready);
  });
  const nodes = Number(await page.evaluate('document.querySelectorAll("*").length'));
  const scrolled = kind === 'calendar' ? await turned(page, cdp) : await scroll(page, cdp, 0, notch);
  const sideways = kind === 'calendar' ? [] : await scroll(page, cdp, notch, 0);
  const sorted = kind === 'table' ? await sort(page, cdp) : [];
  await context.close();
  return {
    first: sum(first),
    firstLongest: Math.max(...first),
    kept: Math.max(...kept),
    again: sum(again),
    againLongest: Math.max(...again),
    switched: sum(switched),
    scrolled: at(0.95, scrolled),
    sideways: at(0.95, sideways),
    sorted: at(0.5, sorted),
    sortedWorst: sorted.length > 0 ? Math.max(...sorted) : Number.NaN,
    nodes,
  };
}

/** The stored state of a browser in which the first person is signed in. */
async function sessionOf(address: string, { token }: Made) {
  const client = createClient({ baseUrl: `${address}/api/v1`, token });
  const { id, email, name } = await client.call(api.users.me, {});
  const { hostname: domain } = new URL(address);
  const cookie = { name: cookieName(address), value: token, domain, path: '/', expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' as const }],
    origins: [
      { origin: address, localStorage: [{ name: 'me', value: JSON.stringify({ id, email, name }) }] },
    ],
  };
}

/** Somebody changes a card; soon after, the page stores the board. */
async function change(page: Page, address: string, { token, fielded }: Made, index: number): Promise<void> {
  const client = createClient({ baseUrl: `${address}/api/v1`, token });
  const params = { cardPublicId: fielded[index]?.cards.at(-1) ?? '' };
  await client.call(api.cards.update, { params, body: { title: `Changed ${performance.now()}` } });
  await page.waitForTimeout(5000);
}

/** Pixels of a notch of a wheel. */
const notch = 120;

/** Turns the wheel by thirty notches; the cost of each frame in which it moves. */
async function scroll(page: Page, cdp: CDPSession, x: number, y: number): Promise<number[]> {
  await page.mouse.move(900, 500);
  const costs: number[] = [];
  for (let n = 0; n < 30; n++)
    costs.push(
      Math.max(
        ...(await framesOf(cdp, async () => {
          await page.mouse.wheel(x, y);
          await page.waitForTimeout(50);
          await framed(page);
        })),
      ),
    );
  return costs.filter(Number.isFinite);
}

/** The cost of the frames in which other months are shown. */
async function turned(page: Page, cdp: CDPSession): Promise<number[]> {
  await page.evaluate('document.querySelector(".view [data-card] a").focus()');
  const costs: number[] = [];
  for (let n = 0; n < 6; n++)
    costs.push(
      Math.max(
        ...(await framesOf(cdp, async () => {
          await page.keyboard.press('PageDown');
          await framed(page, 4);
        })),
      ),
    );
  return costs;
}

/** The cost of sorting by each column. */
async function sort(page: Page, cdp: CDPSession): Promise<number[]> {
  const heads = 'document.querySelectorAll("[role=columnheader] button")';
  const count = Number(await page.evaluate(`${heads}.length`));
  const costs: number[] = [];
  for (let n = 0; n < count; n++)
    costs.push(
      sum(
        await tasksOf(cdp, async () => {
          await page.evaluate(`${heads}[${n}].click()`);
          await framed(page, 4);
        }),
      ),
    );
  return costs;
}
