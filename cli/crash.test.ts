import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { freePort } from '../tools/postgres.ts';
import { kill, startService } from './killable.ts';

/* `npm run test:crash` kills the service 50 times; `npm test` a few times. */
const crashes = Number(process.env.CRASHES ?? 5);
const writers = 8;

const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-crash-'));
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}/api/v1`;

const start = () => startService(dataDir, port);

/** A change that was acknowledged. */
interface Acknowledged {
  card: string;
  title: string;
  renamed: string | undefined;
}

/** Creates a card with this title, once, even if called repeatedly. */
type MakeCard = (title: string) => Promise<{ publicId: string }>;

function makingCards(token: string, list: string, label: string): MakeCard {
  return (title) => {
    const once = createClient({
      baseUrl,
      token,
      fetch: (url, init) => {
        const headers = new Headers(init.headers);
        headers.set('idempotency-key', title);
        return fetch(url, { ...init, headers });
      },
    });
    const body = { title, listPublicId: list, labelPublicIds: [label], position: 'start' as const };
    return once.call(api.cards.create, { body });
  };
}

let cards = 0;

/** What the clients know when the service is killed. */
interface Known {
  acknowledged: Acknowledged[];
  /** Titles of cards that may have been created. */
  unanswered: string[];
}

/** Creates and renames cards until the service is gone. */
async function write(client: Client, make: MakeCard, { acknowledged, unanswered }: Known): Promise<void> {
  for (;;) {
    const title = `card-${++cards}`;
    const made = await make(title).catch(() => undefined);
    if (!made) {
      unanswered.push(title);
      return;
    }
    const { publicId } = made;
    const change: Acknowledged = { card: publicId, title, renamed: undefined };
    acknowledged.push(change);
    try {
      const renamed = `${title}, renamed`;
      await client.call(api.cards.update, { params: { cardPublicId: publicId }, body: { title: renamed } });
      change.renamed = renamed;
    } catch {
      return;
    }
  }
}

test(`${crashes} crashes while ${writers} clients write lose nothing that was acknowledged`, async (t) => {
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  let service = await start();
  t.after(() => service.kill('SIGKILL'));
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  const client = createClient({ baseUrl, token });
  const { publicId: workspace } = await client.call(api.workspaces.create, { body: { name: 'Crash' } });
  const params = { workspacePublicId: workspace };
  await client.call(api.boards.create, {
    params,
    body: { name: 'Board', lists: ['To do'], labels: ['Urgent'] },
  });
  const [board] = await client.call(api.boards.list, { params });
  const make = makingCards(token, board?.lists[0]?.publicId ?? '', board?.labels[0]?.publicId ?? '');

  let total = 0;
  for (let crash = 0; crash < crashes; crash++) {
    const known: Known = { acknowledged: [], unanswered: [] };
    const { acknowledged, unanswered } = known;
    const writing = Array.from({ length: writers }, () => write(client, make, known));
    // At a different point of the writing each time, regardless of the machine's speed.
    const enough = 1 + ((crash * 7) % 60);
    while (acknowledged.length < enough) await new Promise((resolve) => setTimeout(resolve, 3));
    await kill(service);
    await Promise.all(writing);
    service = await start();
    total += acknowledged.length;
    for (const title of unanswered) await make(title);
    for (const { card, title, renamed } of acknowledged) {
      const found = await client.call(api.cards.get, { params: { cardPublicId: card } });
      // An unacknowledged rename may have been stored; an acknowledged one must have been.
      if (renamed) assert.equal(found.title, renamed);
      else assert.ok([title, `${title}, renamed`].includes(found.title));
      assert.equal(found.labels.length, 1);
      const types = found.activities.map(({ type }) => type);
      assert.equal(types[0], 'card.created');
      assert.equal(types.includes('card.updated.title'), found.title !== title);
    }
  }
  await kill(service);
  const db = new Sqlite(join(dataDir, 'taskboard.db'));
  t.after(() => db.close());
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  assert.deepEqual(db.pragma('foreign_key_check'), []);
  const made = db.prepare('select count(*) as cards from cards').get();
  assert.deepEqual(made, { cards }, 'what was sent again was made once');
  const halves = db.prepare(`select count(*) as count from cards c where not exists (
    select 1 from activities a where a.card_id = c.id and a.type = 'card.created')
    or not exists (select 1 from card_labels l where l.card_id = c.id)`);
  assert.deepEqual(halves.get(), { count: 0 }, 'no card is there by half');
  t.diagnostic(`${total} acknowledged changes survived ${crashes} crashes`);
});
