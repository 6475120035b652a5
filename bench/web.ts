import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { findBrowser } from '../tools/browser.ts';
import { publish } from './report.ts';
import { startServer } from './server.ts';
import { sqliteStore } from './store.ts';

/*
 * `npm run bench:web [-- --cards 100,300,2000] [--rounds 3] [--save name]`
 *
 * Measures the cost of boards on the browser's main thread: the processor time of its tasks from Chromium's trace, so that
 * other load on the machine matters little. Tracing itself costs 3 to 4 ms per step. Reports medians of the rounds.
 */

const { values: options } = parseArgs({
  options: {
    cards: { type: 'string', default: '100,200,300,500,2000,10000' },
    rounds: { type: 'string', default: '3' },
    save: { type: 'string' },
  },
});

const email = 'bench@example.com';
const password = 'a password of the benchmark';
const lists = 20;

/** The tasks of a page's main thread during some work: the milliseconds of processor time of each. */
async function tasksOf(cdp: CDPSession, work: () => Promise<unknown>): Promise<number[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  const categories = 'disabled-by-default-devtools.timeline,__metadata';
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(','), excludedCategories: ['*'] },
  });
  await work();
  const ended = new Promise<void>((done) => void cdp.once('Tracing.tracingComplete', () => done()));
  await cdp.send('Tracing.end');
  await ended;
  cdp.off('Tracing.dataCollected', collect);
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && isMain.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

function at(share: number, all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const framed = (page: Page, frames = 2) =>
  page.evaluate(`new Promise((done) => {
    let left = ${frames};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
    next();
  })`);

/**
 * Waits until the first card is shown, and for four more frames. It uses the browser's own protocol, because the script that
 * the driver injects to find elements takes 30 ms of the main thread, which would count as the page's.
 */
const shown = (cdp: CDPSession) =>
  cdp.send('Runtime.evaluate', {
    awaitPromise: true,
    expression: `new Promise((done) => {
      let left = 4;
      const next = () =>
        document.querySelector('[data-card]') && left-- === 0 ? done() : requestAnimationFrame(next);
      next();
    })`,
  });

/** Repeats a step; returns the milliseconds of each run. */
async function each(page: Page, cdp: CDPSession, times: number, step: (n: number) => Promise<unknown>) {
  const costs: number[] = [];
  for (let n = 0; n < times; n++) {
    costs.push(
      sum(
        await tasksOf(cdp, async () => {
          await step(n);
          await framed(page);
        }),
      ),
    );
  }
  return costs;
}

interface Figures {
  ready: number;
  drag: number;
  typed: number;
  filtered: number;
  remote: number;
  heap: number;
  nodes: number;
}

async function measure(page: Page, person: Client, board: Board): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  const ready = sum(
    await tasksOf(cdp, async () => {
      await page.goto(`/b/${board.id}`, { waitUntil: 'commit' });
      await shown(cdp);
    }),
  );
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const nodes = Number(await page.evaluate('document.querySelectorAll("*").length'));
  await page.mouse.move(100, 140);
  await page.mouse.down();
  await page.mouse.move(120, 150, { steps: 2 });
  const frames = await each(page, cdp, 30, (n) => page.mouse.move(150 + n * 25, 200 + (n % 10) * 30));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.locator('[data-add]').first().click();
  const typed = await each(page, cdp, 10, (n) => page.keyboard.type('abcdefghij'[n] ?? ''));
  await page.keyboard.press('Escape');
  await page.locator('body').click({ position: { x: 700, y: 20 } });
  await page.keyboard.press('f');
  const filtered = await each(page, cdp, 6, (n) => page.keyboard.type('harbou'[n] ?? ''));
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  const body = {
    operations: board.cards.slice(0, 200).map((cardPublicId) => ({
      type: 'due' as const,
      cardPublicId,
      dueDate: new Date(1.9e12 + Math.round(performance.now()) * 6e4).toISOString(),
    })),
  };
  const dues = () => page.locator('.due').allTextContents();
  const before = String(await dues());
  const remote = sum(
    await tasksOf(cdp, async () => {
      await person.call(api.cards.bulk, { body });
      while (String(await dues()) === before) await framed(page);
      await framed(page, 4);
    }),
  );
  await cdp.detach();
  return {
    ready,
    drag: at(0.95, frames),
    typed: at(0.5, typed),
    filtered: Math.max(...filtered),
    remote,
    heap: usedSize / 1024 ** 2,
    nodes,
  };
}

interface Board {
  id: string;
  cards: string[];
}

const titles = [
  'Ask the harbour master',
  'Paint the harbour wall before the winter storms come',
  'Write down what was agreed on the quay, with names and dates, and send it to all who were there',
  'Ropes',
];

/** A board with `count` cards in twenty lists, some with labels and a due date. */
async function makeBoard(person: Client, workspace: string, count: number): Promise<Board> {
  const params = { workspacePublicId: workspace };
  const names = Array.from({ length: lists }, (_, n) => `List ${n + 1}`);
  const made = await person.call(api.boards.create, {
    params,
    body: { name: `${count} cards`, lists: names, labels: ['Urgent', 'Later', 'Waiting'] },
  });
  const board = await person.call(api.boards.get, { params: { boardPublicId: made.publicId } });
  const [ids, labels] = [board.lists, board.labels].map((all) => all.map(({ publicId }) => publicId));
  const cards: string[] = [];
  const make = async (n: number) => {
    const { publicId } = await person.call(api.cards.create, {
      body: {
        title: `${titles[n % titles.length]} ${n}`,
        listPublicId: ids?.[n % lists] ?? '',
        labelPublicIds: n % 3 === 0 ? [] : [labels?.[n % 3] ?? ''],
        ...(n % 3 === 1 ? { dueDate: '2027-03-01T12:00:00.000Z' } : {}),
      },
    });
    cards[n] = publicId;
  };
  for (let n = 0; n < count; n += 8)
    await Promise.all(Array.from({ length: Math.min(8, count - n) }, (_, more) => make(n + more)));
  return { id: made.publicId, cards };
}

const store = sqliteStore();
const server = await startServer({ DATA_DIR: store.dataDir, RATE_LIMIT: 'off' });
const executablePath = findBrowser()?.executablePath ?? 'chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const anyone = createClient({ baseUrl: `${server.address}/api/v1` });
  const { token } = await anyone.call(api.auth.signUp, { body: { email, password, name: 'Bench' } });
  const person = createClient({ baseUrl: `${server.address}/api/v1`, token });
  const { publicId: workspace } = await person.call(api.workspaces.create, { body: { name: 'Bench' } });
  const viewport = { width: 1440, height: 900 };
  const page = await (await browser.newContext({ baseURL: server.address, viewport })).newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('/');
  const rows: string[] = [];
  for (const count of options.cards.split(',').map(Number)) {
    const board = await makeBoard(person, workspace, count);
    const rounds: Figures[] = [];
    for (let n = 0; n < Number(options.rounds); n++) rounds.push(await measure(page, person, board));
    const median = (of: (figures: Figures) => number) =>
      at(0.5, rounds.map(of)).toFixed(of(rounds[0] as Figures) < 100 ? 1 : 0);
    const columns = [
      median(({ ready }) => ready),
      median(({ drag }) => drag),
      median(({ typed }) => typed),
      median(({ filtered }) => filtered),
      median(({ remote }) => remote),
      median(({ heap }) => heap),
      median(({ nodes }) => nodes),
    ];
    rows.push(`| ${count.toLocaleString('en')} | ${columns.join(' | ')} |`);
    console.log(rows.at(-1));
  }
  const text = [
    `Boards in Chromium ${browser.version()}: milliseconds of the main thread's processor time.`,
    '',
    '| cards | ready | drag frame, p95 | typed character | filter keystroke, worst | 200 remote changes | heap MB | nodes |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
  publish([text], options.save);
} finally {
  await browser.close();
  await server.stop();
  await store.remove();
}
