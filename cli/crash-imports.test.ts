import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../contract/api.ts';
import { addressOf } from '../contract/client.ts';
import { engine } from '../server/src/testing/database.ts';
import { filesOf, until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { killableNodes } from '../server/src/testing/killable-nodes.ts';

/*
 * Kills the nodes that write an import (two on PostgreSQL). The board is either complete or absent, and exists exactly once in
 * the end. `npm run test:crash` kills ten times; `npm test` a few times.
 */
const crashes = Math.min(10, Number(process.env.CRASHES ?? 2));
const cards = 500;

const { database, nodes, startAll, killAll, at } = await killableNodes();

/** Expires all claims. On the embedded database, the service does this itself when it starts. */
async function endClaims(): Promise<void> {
  if (engine === 'postgres') await database.sql('update imports set due_at = 1 where due_at > 1');
}

const file = JSON.stringify({
  name: 'House',
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  labels: [{ id: 'b1', name: 'urgent', color: 'red' }],
  cards: Array.from({ length: cards }, (_, n) => ({
    id: `c${n}`,
    name: `Card ${n}`,
    idList: 'l1',
    pos: n,
    idLabels: ['b1'],
  })),
  checklists: Array.from({ length: cards }, (_, n) => ({
    id: `k${n}`,
    idCard: `c${n}`,
    name: 'Steps',
    checkItems: [{ name: 'first', state: 'complete' }],
  })),
});

interface Person {
  token: string;
  workspacePublicId: string;
}

async function signUp(name: string): Promise<Person> {
  const { token } = await at(nth(nodes, 0)).call(api.auth.signUp, {
    body: { email: `${name}@example.com`, password: 'correct horse battery' },
  });
  const body = { name: 'Crash' };
  const { publicId } = await at(nth(nodes, 0), token).call(api.workspaces.create, { body });
  return { token, workspacePublicId: publicId };
}

const callerOf = ({ token }: Person) => at(nth(nodes, 0), token);

/** The names of all visible lists. */
const listsOf = async (person: Person) =>
  (await callerOf(person).call(api.boards.list, { params: { ...person } })).flatMap(({ lists }) =>
    lists.map(({ name }) => name),
  );

/** Repeats the import of the file until a kill interrupts it, then lets it finish; returns its board. */
async function importThroughKill(person: Person, crash: number, boardPublicId?: string) {
  const { token, workspacePublicId } = person;
  const before = await listsOf(person);
  const into = boardPublicId === undefined ? {} : { boardPublicId };
  const query = { workspacePublicId, format: 'boardtool-json', ...into } as const;
  const sent = await fetch(`${nth(nodes, 0).address}/api/v1${addressOf(api.imports.upload, {}, query)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: file,
  });
  const { importPublicId } = (await sent.json()) as { importPublicId: string };
  const now = () => callerOf(person).call(api.imports.get, { params: { importPublicId } });
  // In the middle of the writing, at a different point each time.
  const enough = 1 + ((crash * 199) % (cards / 3));
  await until(async () => (await now()).done >= enough);
  const seen = await listsOf(person);
  await killAll();
  const [cut] = await database.sql<{ state: string }>(
    `select state from imports where id = '${importPublicId}'`,
  );
  const isHit = cut?.state === 'running';
  if (isHit) assert.deepEqual(seen, before, 'nothing is seen of what is being written');
  await endClaims();
  await startAll();
  const after = await listsOf(person);
  // If the last node is slow to start, the first one may have finished the import by then.
  if ((await now()).state !== 'completed')
    assert.deepEqual(after, before, 'nothing is seen of what was given up');
  await until(async () => {
    const { state } = await now();
    assert.ok(state === 'running' || state === 'waiting' || state === 'completed', state);
    return state === 'completed';
  });
  assert.deepEqual(await listsOf(person), [...before, 'To do']);
  const board = (await now()).boardPublicId ?? '';
  const there = await database.sql<{ title: string }>(
    `select c.title as title from cards c
    join lists o on o.workspace_id = c.workspace_id and o.id = c.list_id and o.deleted_at is null
    join card_labels l on l.workspace_id = c.workspace_id and l.card_id = c.id
    join checklists k on k.workspace_id = c.workspace_id and k.card_id = c.id
    join checklist_items i on i.workspace_id = c.workspace_id and i.checklist_id = k.id
    where c.board_id = '${board}' order by c.position`,
  );
  assert.deepEqual(
    there.map(({ title }) => title),
    Array.from({ length: cards }, (_, n) => `Card ${n}`),
  );
  await until(
    () =>
      !filesOf({ config: { dataDir: database.dataDir } } as never).some((name) => name.startsWith('stored/')),
  );
  return { isHit, board };
}

test(`${crashes} crashes leave boards that are whole or not there, and all are imported, each once`, async () => {
  const person = await signUp('ada');
  let hits = 0;
  for (let crash = 0; hits < crashes; crash++) {
    const { isHit, board } = await importThroughKill(person, crash);
    if (isHit) hits++;
    await callerOf(person).call(api.boards.delete, { params: { boardPublicId: board } });
  }
});

test(`${crashes} crashes leave nothing on a board that gets further lists, which come once`, async () => {
  const person = await signUp('bob');
  let hits = 0;
  for (let crash = 0; hits < crashes; crash++) {
    const { publicId: board } = await callerOf(person).call(api.boards.create, {
      params: { workspacePublicId: person.workspacePublicId },
      body: { name: 'Old', lists: ['Mine'], labels: [] },
    });
    const { isHit } = await importThroughKill(person, crash, board);
    if (isHit) hits++;
    await callerOf(person).call(api.boards.delete, { params: { boardPublicId: board } });
  }
});
