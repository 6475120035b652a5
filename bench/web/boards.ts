import type { Browser, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { type Client, createClient } from '../../contract/client.ts';
import { startServer } from '../server.ts';
import { sqliteStore } from '../store.ts';
import { at, each, framed, rounded, shown, sum, tasksOf } from './main-thread.ts';

/* What boards of some sizes cost: until they are there, for a drag, for typing, and for changes of someone else. */

const email = 'bench@example.com';
const password = 'a password of the benchmark';
const lists = 20;

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
      await shown(cdp, '[data-card]');
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

/** A table of the medians of some rounds, with a row for each number of cards. */
export async function boardsTable(
  browser: Browser,
  { cards, rounds }: { cards: readonly number[]; rounds: number },
): Promise<string> {
  const store = sqliteStore();
  const server = await startServer({ DATA_DIR: store.dataDir, RATE_LIMIT: 'off' });
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
    for (const count of cards) {
      const board = await makeBoard(person, workspace, count);
      const found: Figures[] = [];
      for (let n = 0; n < rounds; n++) found.push(await measure(page, person, board));
      rows.push(rowFor(count, found));
      console.error(rows.at(-1));
    }
    return [...head, ...rows].join('\n');
  } finally {
    await server.stop();
    await store.remove();
  }
}

const head = [
  '| cards | ready | drag frame, p95 | typed character | filter keystroke, worst | 200 remote changes | heap MB | nodes |',
  '|--:|--:|--:|--:|--:|--:|--:|--:|',
];

function rowFor(count: number, rounds: readonly Figures[]): string {
  const columns = (['ready', 'drag', 'typed', 'filtered', 'remote', 'heap', 'nodes'] as const).map((name) =>
    rounded(
      at(
        0.5,
        rounds.map((figures) => figures[name]),
      ),
    ),
  );
  return `| ${count.toLocaleString('en')} | ${columns.join(' | ')} |`;
}
