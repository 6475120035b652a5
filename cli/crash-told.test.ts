import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { hour, isoMillis, minute, second } from '../server/src/base/clock.ts';
import { engine, testDatabase } from '../server/src/testing/database.ts';
import { until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { mailServer } from '../server/src/testing/mail-server.ts';
import { pushService } from '../server/src/testing/push-service.ts';
import { readMail } from '../server/src/testing/read-mail.ts';
import { receiver } from '../server/src/testing/receiver.ts';
import type { Listening, Moved } from '../server/src/testing/restless-node.ts';
import { programOf } from '../tools/programs.ts';

/*
 * Kills nodes (one of two on PostgreSQL, now and then both) while people are told of changes: in the middle of commits, of
 * notifications that are spread, of alarms, of cards that recur, of mails, digests, pushes and messages to a chat. Nothing is lost
 * or made twice, and what is sent again can be told from what is new. `TOLD_CRASHES` kills more often.
 */
const crashes = Number(process.env.TOLD_CRASHES ?? 5);

/** Those who watch one board: more than a change tells itself. */
const crowd = 230;
const chains = ['Chain 1', 'Chain 2'];

const database = await testDatabase({ migrated: true });
const mails = await mailServer();
const pushes = await pushService();
/** Answers take a moment, so that a crash can come before them. */
const chat = await receiver((response) => void setTimeout(() => response.end('{}'), 4));

interface Node {
  process: ChildProcess;
  address: string;
  isDead: boolean;
}

const nodes: Node[] = [];
let ahead = 0;
const now = () => Date.now() * 1000 + ahead;

const settings = JSON.stringify({
  PORT: '0',
  LOG_LEVEL: 'error',
  DATA_DIR: database.dataDir,
  ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
  SMTP_URL: mails.url,
  MAIL_FROM: 'Taskboard <noreply@example.com>',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  RATE_LIMIT: 'off',
  ANONYMOUS_RATE_LIMIT: 'off',
});

async function start(): Promise<Node> {
  const process = fork(programOf('restless-node'), [settings, String(ahead)], {
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const [{ address }] = (await once(process, 'message')) as [Listening];
  process.send({ ahead } satisfies Moved);
  return { process, address, isDead: false };
}

async function kill(node: Node): Promise<void> {
  const ended = once(node.process, 'exit');
  node.isDead = true;
  node.process.kill('SIGKILL');
  await ended;
}

/** Moves the clocks of all nodes. */
function pass(micros: number): void {
  ahead += micros;
  for (const { process, isDead } of nodes) if (!isDead) process.send({ ahead } satisfies Moved);
}

const at = ({ address }: Node, token?: string): Client =>
  createClient({ baseUrl: `${address}/api/v1`, token });

after(async () => {
  await Promise.all(nodes.filter(({ isDead }) => !isDead).map(kill));
  await database.remove();
});

const password = 'correct horse battery';

/** Ada, Bob who is given cards, Cyd who watches them by digest, and the crowd. */
async function makeTeam(node: Node) {
  const [ada, bob, cyd] = await Promise.all(
    ['ada', 'bob', 'cyd'].map(async (name) => {
      const body = { email: `${name}@example.com`, password, name };
      const { token, user } = await at(node).call(api.auth.signUp, { body });
      return { token, id: user.id };
    }),
  );
  assert.ok(ada && bob && cyd);
  const asAda = at(node, ada.token);
  const { publicId: workspace } = await asAda.call(api.workspaces.create, { body: { name: 'Crash' } });
  const params = { workspacePublicId: workspace };
  for (const name of ['Board', 'Crowd'])
    await asAda.call(api.boards.create, { params, body: { name, lists: ['To do', 'Done'], labels: [] } });
  const boards = await asAda.call(api.boards.list, { params });
  const [board, crowded] = ['Board', 'Crowd'].map((name) => boards.find((each) => each.name === name));
  assert.ok(board && crowded);
  const member = await join_(workspace, bob.id, 'b');
  await join_(workspace, cyd.id, 'c');
  await database.sql('update users set email_verified_at = 1');
  await watch(workspace, crowded.publicId);
  const list = nth(board.lists, 0).publicId;
  const done = nth(board.lists, 1).publicId;
  await asAda.call(api.lists.update, { params: { listPublicId: done }, body: { completes: true } });
  const crowdCard = await asAda.call(api.cards.create, {
    body: { title: 'Crowd', listPublicId: nth(crowded.lists, 0).publicId },
  });
  await database.sql('delete from notifications');
  await database.sql('delete from notification_batches');
  return {
    ada,
    bob,
    cyd,
    workspace,
    board: board.publicId,
    list,
    done,
    member,
    crowdCard: crowdCard.publicId,
  };
}

type Team = Awaited<ReturnType<typeof makeTeam>>;

async function join_(workspace: string, userId: string, id: string): Promise<string> {
  const member = id.padEnd(16, '0');
  await database.sql(`insert into members
    (workspace_id, id, user_id, email, role_id, status, granted, revoked, created_at)
    select workspace_id, '${member}', '${userId}', '${id}@example.com', id, 'active', 0, 0, 1
    from roles where workspace_id = '${workspace}' and name = 'member'`);
  return member;
}

async function watch(workspace: string, board: string): Promise<void> {
  const rows = (row: (id: string) => string) =>
    Array.from({ length: crowd }, (_, n) => row(`watcher${String(n).padStart(9, '0')}`)).join(', ');
  await database.sql(`insert into users (id, email, name, created_at)
    values ${rows((id) => `('${id}', '${id}@example.com', 'W', 1)`)}`);
  await database.sql(`insert into watches (workspace_id, user_id, target_id, watches, created_at)
    values ${rows((id) => `('${workspace}', '${id}', '${board}', 1, 1)`)}`);
}

/** How everybody wants to be told, a browser of Bob's, a chat of the board, and cards that recur. */
async function prepare(node: Node, { ada, bob, cyd, board, list }: Team) {
  const [asAda, asBob, asCyd] = [ada, bob, cyd].map(({ token }) => at(node, token));
  assert.ok(asAda && asBob && asCyd);
  await asBob.call(api.notificationSettings.update, { body: { kinds: { commented: { mail: 'off' } } } });
  await asCyd.call(api.notificationSettings.update, { body: { digest: { days: [1, 2, 3, 4, 5, 6, 7] } } });
  await asCyd.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  const browser = pushes.browser((await asBob.call(api.push.list)).publicKey);
  browser.answer = () => ({ status: 201, after: pause(3) });
  await asBob.call(api.push.subscribe, { body: browser.subscription });
  await asAda.call(api.channels.create, {
    params: { boardPublicId: board },
    body: { kind: 'matrix', url: chat.url, token: 'x', room: '!room:example.com', events: ['card.created'] },
  });
  for (const title of chains)
    await asAda.call(api.cards.create, {
      body: {
        title,
        listPublicId: list,
        dueDate: '2099-01-01',
        recurrence: { rule: 'FREQ=DAILY', from: 'due', timeZone: 'Europe/Vienna' },
      },
    });
  return browser;
}

/** What was acknowledged. */
interface Made {
  assigned: string[];
  dated: string[];
  completed: string[];
  comments: number;
}

/** What people do on a node, each until it is gone or `stopped`. */
function work(node: Node, { ada, list, done, member, crowdCard }: Team, made: Made, stopped: () => boolean) {
  const client = at(node, ada.token);
  const create = (body: object) =>
    client.call(api.cards.create, { body: { title: 'Paint', listPublicId: list, ...body } });
  const works: [everyMs: number, () => Promise<unknown>][] = [
    [
      50,
      async () => {
        const { publicId: cardPublicId } = await create({});
        const params = { cardPublicId, workspaceMemberPublicId: member };
        await client.call(api.cards.addMember, { params });
        made.assigned.push(cardPublicId);
        await client.call(api.comments.create, { params: { cardPublicId }, body: { comment: 'Look' } });
      },
    ],
    [
      70,
      async () => {
        const dueDate = isoMillis(now() + (3 + (made.dated.length % 30)) * minute);
        const { publicId } = await create({
          title: 'Dated',
          dueDate,
          reminders: [2, 1],
          memberPublicIds: [member],
        });
        made.dated.push(publicId);
      },
    ],
    [
      60,
      async () => {
        await client.call(api.comments.create, {
          params: { cardPublicId: crowdCard },
          body: { comment: 'All' },
        });
        made.comments++;
      },
    ],
    // Two at each chain, in two ways, so that both often complete the same card.
    ...chains.flatMap((title) =>
      [{ completed: true }, { listPublicId: done }].map((body): [number, () => Promise<unknown>] => [
        20,
        async () => {
          const [open] = await database.sql<{ id: string }>(
            `select id from cards where title = '${title}' and completed_at is null`,
          );
          if (!open) return;
          await client.call(api.cards.update, { params: { cardPublicId: open.id }, body });
          made.completed.push(open.id);
        },
      ]),
    ),
  ];
  return Promise.all(
    works.map(async ([everyMs, deed]) => {
      try {
        while (!stopped() && !node.isDead) {
          await deed();
          await pause(everyMs);
        }
      } catch (error) {
        if (!node.isDead) throw error;
      }
    }),
  );
}

const none = async (sql: string) => (await database.sql(sql)).length === 0;

/** Waits until nothing is left that would be given up because it is old. Claims of dead nodes expire meanwhile. */
async function settled(): Promise<void> {
  for (;;) {
    const old = now() - 10 * minute;
    const [pushes, notifications] = await Promise.all([
      none(`select 1 from pushes where due_at < ${old}`),
      none(`select 1 from notifications where push_at < ${old}`),
    ]);
    if (pushes && notifications) return;
    pass(5 * second);
    await pause(20);
  }
}

/** Lets hours pass until nothing is left to be sent. */
async function finish(): Promise<void> {
  const isDone = async () =>
    (await none('select 1 from notifications where mail_at is not null or push_at is not null')) &&
    (await none('select 1 from pushes')) &&
    (await none('select 1 from notification_batches')) &&
    (await none(`select 1 from webhook_deliveries where state = 'pending'`)) &&
    (await none(`select 1 from cards where alarm_at < ${now() + 2 * hour}`));
  for (let turn = 0; !(await isDone()); turn++) {
    assert.ok(turn < 400, 'everything is sent in the end');
    await settled();
    pass(turn % 2 === 1 ? 3 * hour : 7 * minute);
    await pause(40);
  }
}

test(`of what is told nothing is lost or made twice in ${crashes} crashes`, async (t) => {
  nodes.push(await start());
  if (engine === 'postgres') nodes.push(await start());
  const team = await makeTeam(nth(nodes, 0));
  const browser = await prepare(nth(nodes, 0), team);
  const made: Made = { assigned: [], dated: [], completed: [], comments: 0 };

  for (let crash = 0; crash < crashes; crash++) {
    let isOver = false;
    const before = made.assigned.length;
    // Before anybody works: what is new would grow old while the clock runs, faster than it can be sent.
    if (crash % 2 === 1) {
      await settled();
      pass(5 * hour);
    }
    const working = Promise.all(nodes.map((node) => work(node, team, made, () => isOver)));
    await until(() => made.assigned.length > before + (crash % 4));
    // Mails and alarms are due now, and what was cut off is taken up again.
    pass([130 * second, 6 * minute, 40 * second][crash % 3] ?? 0);
    await pause((crash * 29) % 90);
    const victims = crash % 5 === 4 ? [...nodes] : [nth(nodes, crash % nodes.length)];
    await Promise.all(victims.map(kill));
    pass(second);
    await pause(20);
    isOver = true;
    await working;
    for (const victim of victims) nodes[nodes.indexOf(victim)] = await start();
  }
  await finish();

  await assertRecurred(team, made);
  await assertTold(team, made);
  await assertMailed(team);
  await assertChatted(team);
  const tags = await assertPushed(team, browser.received);
  t.diagnostic(
    `${made.assigned.length} given, ${made.dated.length} dated, ${made.completed.length} completed, ${made.comments} comments to ` +
      `the crowd; ${mails.mails.length} mails, ${browser.received.length} pushes of ${tags}, ${chat.received.length} messages`,
  );
});

async function assertRecurred({ board }: Team, { completed }: Made): Promise<void> {
  for (const title of chains) {
    const cards = await database.sql<{
      id: string;
      due: number;
      done: number | null;
      rule: string | null;
      told: number;
    }>(
      `select c.id as id, c.due_at as due, c.completed_at as done, c.recurrence as rule, (
        select count(*) from activities a where a.card_id = c.id and a.type = 'card.updated.completed') as told
      from cards c where c.board_id = '${board}' and c.title = '${title}' order by c.due_at`,
    );
    const first = Date.parse('2099-01-01') * 1000;
    assert.deepEqual(
      cards.map(({ due }) => (Number(due) - first) / (24 * hour)),
      cards.map((_, n) => n),
      'one card for each day',
    );
    const isLast = (n: number) => n === cards.length - 1;
    assert.deepEqual(
      cards.map(({ done, rule, told }) => [done === null, rule !== null, Number(told)]),
      cards.map((_, n) => [isLast(n), isLast(n), isLast(n) ? 0 : 1]),
      'all but the last are completed, once, and the last one recurs',
    );
  }
  const done = await database.sql<{ id: string }>('select id from cards where completed_at is not null');
  for (const id of completed)
    assert.ok(
      done.some((card) => card.id === id),
      'what was acknowledged is done',
    );
}

const timesOf = (kind: string, of: string) =>
  database.sql<{ user: string; card: string; times: number }>(
    `select user_id as "user", card_id as card, sum(times) as times from notifications where kind = '${kind}' and ${of}
    group by user_id, card_id`,
  );

async function assertTold({ ada, bob, cyd, crowdCard }: Team, made: Made): Promise<void> {
  const [comments] = await database.sql<{ count: number }>(
    `select count(*) as count from comments where card_id = '${crowdCard}'`,
  );
  const count = Number(comments?.count);
  assert.ok(count >= made.comments, 'comments that were acknowledged are there');
  const ofCrowd = await timesOf('commented', `card_id = '${crowdCard}'`);
  assert.deepEqual(
    ofCrowd.map(({ times }) => Number(times)),
    Array.from({ length: crowd }, () => count),
    'each of the crowd is told of each comment once',
  );
  const onCards = await database.sql<{ card: string; isGiven: number }>(
    `select c.card_id as card from card_members c join cards x on x.id = c.card_id where x.title = 'Paint'`,
  );
  const given = await timesOf('assigned', `user_id = '${bob.id}'`);
  const paint = given.filter(({ card }) => onCards.some((each) => each.card === card));
  assert.deepEqual([paint.length, paint.every(({ times }) => Number(times) === 1)], [onCards.length, true]);
  for (const card of made.assigned) assert.ok(paint.some((each) => each.card === card));

  const dated = await database.sql<{ id: string; due: number; since: number }>(
    `select id, due_at as due, created_at as since from cards where title = 'Dated'`,
  );
  assert.ok(dated.length >= made.dated.length);
  for (const kind of ['due-soon', 'overdue']) {
    const told = await timesOf(kind, `user_id in ('${ada.id}', '${bob.id}')`);
    const counts = new Map(told.map(({ user, card, times }) => [`${user} ${card}`, Number(times)]));
    const ahead_ = kind === 'overdue' ? [0] : [2, 1];
    for (const { id, due, since } of dated)
      for (const user of [ada.id, bob.id]) {
        const expected = ahead_.filter((minutes) => Number(due) - minutes * minute > Number(since)).length;
        assert.equal(counts.get(`${user} ${id}`) ?? 0, expected, `${kind} once for each moment`);
      }
    assert.ok([...counts.keys()].every((key) => dated.some(({ id }) => key.endsWith(id))));
  }
  const watched = await timesOf('commented', `user_id = '${cyd.id}'`);
  assert.ok(watched.length > 0 && watched.every(({ times }) => Number(times) === 1));
}

/** What mails with one id say: the kinds of news of each card, and of how many more. */
interface Letter {
  to: string;
  says: Set<string>;
  more: number;
}

async function assertMailed({ bob, cyd }: Team): Promise<void> {
  const letters = new Map<string, Letter>();
  for (const { to, raw } of mails.mails) {
    const { text = '', messageId = '' } = await readMail(raw);
    const letter = {
      to: to.join(),
      says: saidIn(text),
      more: Number(/^And (\d+) more/m.exec(text)?.[1] ?? 0),
    };
    const known = letters.get(messageId);
    if (known) assert.deepEqual(letter, known, 'what is mailed again is the same');
    letters.set(messageId, letter);
  }
  const ofPerson = (email: string, kind: string) =>
    [...letters.values()]
      .filter(({ to }) => to === email)
      .flatMap(({ says }) => [...says].filter((each) => each.startsWith(kind)));
  const cardsTold = async (userId: string, kind: string) =>
    (await timesOf(kind, `user_id = '${userId}'`)).map(({ card }) => `${kind} ${card}`);
  const left = (email: string) =>
    [...letters.values()].filter(({ to }) => to === email).reduce((sum, { more }) => sum + more, 0);
  assert.equal(left('bob@example.com'), 0, 'his mails have room for what they say');
  const assigned = await cardsTold(bob.id, 'assigned');
  assert.deepEqual(ofPerson('bob@example.com', 'assigned').sort(), assigned.sort(), 'each is mailed once');
  for (const kind of ['due-soon', 'overdue'])
    assert.deepEqual(
      [...new Set(ofPerson('bob@example.com', kind))].sort(),
      (await cardsTold(bob.id, kind)).sort(),
      'all alarms are mailed',
    );
  const commented = await cardsTold(cyd.id, 'commented');
  const listed = ofPerson('cyd@example.com', 'commented');
  assert.equal(listed.length + left('cyd@example.com'), commented.length, 'each is in one digest');
  assert.ok(new Set(listed).size === listed.length && listed.every((each) => commented.includes(each)));
}

const sentences: [RegExp, string][] = [
  [/ put you on /, 'assigned'],
  [/ commented on /, 'commented'],
  [/ changed /, 'changed'],
  [/ is due soon$/, 'due-soon'],
  [/ is overdue$/, 'overdue'],
];

function saidIn(text: string): Set<string> {
  const says = new Set<string>();
  let kinds: string[] = [];
  for (const line of text.split('\n')) {
    const card = /\/c\/(\w+)$/.exec(line)?.[1];
    if (card === undefined)
      kinds.push(...sentences.flatMap(([form, kind]) => (form.test(line) ? [kind] : [])));
    else {
      for (const kind of kinds) says.add(`${kind} ${card}`);
      kinds = [];
    }
  }
  return says;
}

/** The server of the chat knows a message again by its id. */
async function assertChatted({ board }: Team): Promise<void> {
  const messages = new Map<string, string>();
  for (const { url, body } of chat.received) {
    const text = (JSON.parse(body) as { body: string }).body;
    assert.equal(messages.get(url) ?? text, text, 'what is sent again is the same');
    messages.set(url, text);
  }
  const count = (text: string) => Number(/^(\d+) changes on /.exec(text)?.[1] ?? 1);
  const cards = await database.sql(`select 1 from cards where board_id = '${board}'`);
  const told = [...messages.values()].reduce((sum, text) => sum + count(text), 0);
  assert.equal(told, cards.length, 'the chat is told of each card once');
}

async function assertPushed(
  { bob }: Team,
  received: readonly { id: string | null; tag: string; headers: Record<string, unknown> }[],
): Promise<number> {
  const rows = await database.sql<{ id: string; kind: string; card: string }>(
    `select id, kind, card_id as card from notifications where user_id = '${bob.id}' and kind in ('assigned', 'due-soon', 'overdue')`,
  );
  const pushed = new Map<string, string>();
  for (const { id, tag, headers } of received) {
    const known = `${tag} ${String(headers.topic)}`;
    assert.equal(pushed.get(id ?? '') ?? known, known, 'what is pushed again takes the place of the first');
    pushed.set(id ?? '', known);
  }
  assert.deepEqual(
    rows.filter(({ id, kind, card }) => !pushed.get(id)?.startsWith(`${kind} ${card} `)),
    [],
    'everything is pushed',
  );
  assert.equal(pushed.size, rows.length, 'and nothing else');
  return pushed.size;
}
