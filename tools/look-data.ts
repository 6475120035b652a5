import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import type { BodyOf } from '../contract/operation.ts';
import { showBoard } from './look-board.ts';
import { gradient } from './look-pictures.ts';

/* The data for `npm run look`: a new user, a user with ordinary boards, and a user with too much of everything. */

/** Names that users choose and layouts do not expect. */
const strange = [
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'خطة إطلاق المنتج للربع الأول',
  '四半期の製品ロードマップと優先順位の見直し',
  '🚀🎉 Launch',
  '<script>alert("no")</script>',
  'W',
  'https://example.com/a/very/long/address/that/has/no/place/to/break?and=a&query=string',
];

const titles = [
  'Agree on the plan for the spring release',
  'Write the release notes',
  'Fix the login on old phones',
  'Ask the lawyers about the new terms',
  'Measure how long the start takes',
  'Invite the first ten testers',
  'Draw the new empty states',
  'Move the backups to the other site',
  'Decide what to do with the old importer',
  'Call Mrs Hopper back',
];

const description = `What we agreed on in the meeting:

- **First** the importer, then the exporter
- no new settings
- [the notes](https://example.com/notes)

> It is easier to ask forgiveness than it is to get permission.

\`\`\`
npm start
\`\`\``;

const day = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();

export interface Account {
  email: string;
  password: string;
  /** The ids in the addresses of its pages. */
  workspace: string;
  board: string;
  card: string;
  webhook?: string;
  /** The id and a session, of an account that a password alone does not open. */
  id?: string;
  token?: string;
}

interface Signed extends Client {
  email: string;
  password: string;
}

async function signUp(baseUrl: string, name: string): Promise<Signed> {
  const [first = ''] = name.toLowerCase().split(' ');
  const email = `${first}@example.com`;
  const password = `password of ${first}`;
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { email, password, name },
  });
  return { ...createClient({ baseUrl, token }), email, password };
}

async function makeWorkspace(person: Client, name: string): Promise<string> {
  return (await person.call(api.workspaces.create, { body: { name } })).publicId;
}

async function makeBoard(person: Client, workspacePublicId: string, name: string, lists: string[]) {
  const body = { name, lists, labels: ['Urgent', 'Design', 'Backend', 'Waiting'] };
  const params = { workspacePublicId };
  const { publicId } = await person.call(api.boards.create, { params, body });
  return person.call(api.boards.get, { params: { boardPublicId: publicId } });
}

const weekly = { rule: 'FREQ=WEEKLY;BYDAY=MO,TH', from: 'due', timeZone: 'Europe/Vienna' } as const;

type Board = Awaited<ReturnType<typeof makeBoard>>;

async function fill(person: Client, board: Board, count: number, names: readonly string[]) {
  const { lists, labels } = board;
  const { workspace } = board;
  const people = await person.call(api.members.list, { params: { workspacePublicId: workspace.publicId } });
  const members = people.flatMap(({ publicId, status }) => (status === 'active' ? [publicId] : []));
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body: BodyOf<typeof api.cards.create> = {
      title: names[n % names.length] ?? '',
      listPublicId: lists[n % lists.length]?.publicId ?? '',
      labelPublicIds: labels.filter((_, i) => (n * 5 + i * 4) % 7 < 2).map(({ publicId }) => publicId),
      memberPublicIds: n % 5 < 2 ? members : [],
      ...(n % 3 === 0 ? { description } : {}),
      ...(n % 4 === 1 ? { dueDate: inDays((n % 9) - 3), startDate: inDays((n % 9) - 4 - (n % 5)) } : {}),
      ...(n % 12 === 1 ? { recurrence: weekly, reminders: [60] } : {}),
    };
    ids.push((await person.call(api.cards.create, { body })).publicId);
  }
  return ids;
}

/** Imports boards that only partly fit, and one that cannot be read. */
async function bringIn(person: Client, workspacePublicId: string, count: number, names: readonly string[]) {
  for (let n = 0; n < count; n++) {
    const board = (names[n % names.length] ?? '').replaceAll('"', '""');
    const columns = Array.from({ length: 1 + (n % 12) }, (_, c) => `Field ${c}`);
    const values = columns.map(() => 'something');
    const content = [
      ['Title', 'List', 'Board', 'Due date', 'Members', ...columns].join(','),
      ...titles.map((title) =>
        [title, 'To do', `"${board}"`, 'some day', 'Grace Hopper', ...values].join(','),
      ),
    ].join('\n');
    await person.call(api.imports.file, { body: { workspacePublicId, format: 'csv', content } });
  }
  const broken = { workspacePublicId, format: 'boardtool-json', content: '{"name": "Half a boa' } as const;
  await person.call(api.imports.file, { query: { async: true }, body: broken });
}

/** Creates exports, and the addresses for calendars and mails. */
async function takeOut(person: Client, boardPublicId: string, count: number) {
  for (let n = 0; n < count; n++) {
    const body = { format: (['native', 'csv', 'markdown'] as const)[n % 3] ?? 'native' };
    await person.call(api.exports.startBoard, { params: { boardPublicId }, body });
  }
  await person.call(api.calendars.create, { params: { boardPublicId } });
  await person.call(api.mailboxes.create, { params: { boardPublicId } });
}

/** Archives some cards, and comments on the first. */
async function use(person: Client, cards: readonly string[]) {
  const [first = '', second = ''] = cards;
  const params = { cardPublicId: first };
  for (const comment of [
    'Looks good to me.',
    'What about the **old phones**? See https://example.com/phones',
  ])
    await person.call(api.comments.create, { params, body: { comment } });
  const { publicId } = await person.call(api.checklists.create, { params, body: { name: 'Before release' } });
  for (const title of ['Write the tests', 'Ask two people to try it', 'Tell the others'])
    await person.call(api.checklists.createItem, {
      params: { checklistPublicId: publicId },
      body: { title },
    });
  const away = cards.slice(-8);
  for (const cardPublicId of away.slice(0, 5))
    await person.call(api.cards.archive, { params: { cardPublicId } });
  for (const cardPublicId of away.slice(5)) await person.call(api.cards.delete, { params: { cardPublicId } });
  return { card: first, second };
}

/** Attaches files to a card, and waits until the images have thumbnails. */
async function attach(person: Client, cardPublicId: string, files: Record<string, Uint8Array<ArrayBuffer>>) {
  const params = { cardPublicId };
  for (const [filename, content] of Object.entries(files)) {
    const contentType = filename.endsWith('.png') ? 'image/png' : 'text/plain';
    const file = { filename, contentType, size: content.length };
    const { url, method, headers, storageKey } = await person.call(api.attachments.createUpload, {
      params,
      body: file,
    });
    await fetch(url, { method, headers, body: content });
    const body = { ...file, storageKey, originalFilename: filename };
    await person.call(api.attachments.confirm, { params, body });
  }
  for (let tries = 0; tries < 60; tries++) {
    const listed = await person.call(api.attachments.list, { params });
    if (listed.every(({ contentType, preview }) => contentType !== 'image/png' || preview !== null)) return;
    await pause(500);
  }
}

async function archiveList(person: Client, board: string, name: string): Promise<void> {
  const { publicId: listPublicId } = await person.call(api.lists.create, {
    body: { boardPublicId: board, name },
  });
  for (const title of titles.slice(0, 3))
    await person.call(api.cards.create, { body: { listPublicId, title } });
  await person.call(api.lists.archive, { params: { listPublicId } });
}

/** Adds chats to a board. */
async function chat(person: Client, boardPublicId: string, names: readonly string[]): Promise<void> {
  const slack = { kind: 'slack' as const, url: 'https://hooks.example.com/in', events: ['*'] };
  const params = { boardPublicId };
  for (const name of names) await person.call(api.channels.create, { params, body: { ...slack, name } });
}

/** Creates webhooks and roles, named as given. Nothing listens at the addresses. */
async function connect(person: Client, workspacePublicId: string, names: readonly string[]): Promise<string> {
  const params = { workspacePublicId };
  let first = '';
  for (const [n, name] of names.entries()) {
    const url = `https://hooks${n}.example.com/in/${'path'.repeat(n * 2)}`;
    const events = n % 3 === 0 ? ['*'] : n % 3 === 1 ? ['card.moved', 'board.*'] : ['card.*'];
    const hook = { name: name.slice(0, 64), url, events, active: n % 4 < 3 };
    const { publicId } = await person.call(api.webhooks.create, { params, body: hook });
    first ||= publicId;
    const role = { name: `${name.slice(0, 60)} ${n}`, permissions: ['board:view' as const] };
    if (n < 12) await person.call(api.roles.create, { params, body: role });
  }
  return first;
}

async function usual(baseUrl: string): Promise<Account> {
  const ada = await signUp(baseUrl, 'Ada Lovelace');
  const workspace = await makeWorkspace(ada, 'Analytical Engines');
  const boards = [];
  for (const name of ['Website', 'Spring release', 'Hiring', 'Reading list', 'Bugs', 'Team'])
    boards.push(await makeBoard(ada, workspace, name, ['To do', 'In progress', 'Review', 'Done']));
  const [first, second] = boards;
  if (!first || !second) throw new Error('no board was made');
  for (const email of ['grace@example.com', 'charles@example.com'])
    await ada.call(api.invites.inviteMember, { params: { workspacePublicId: workspace }, body: { email } });
  const webhook = await connect(ada, workspace, ['Office screen', 'Gate scanners', 'Night backup', 'Chat']);
  await ada.call(api.invites.createLink, { params: { workspacePublicId: workspace } });
  const cards = await fill(ada, first, 30, titles);
  const { card } = await use(ada, cards);
  const notes = new Uint8Array(Buffer.from('What was said'));
  await attach(ada, card, { 'Start page.png': gradient(1280, 720), 'Notes.txt': notes });
  await attach(ada, cards[5] ?? card, { 'Poster.png': gradient(600, 1600) });
  await attach(ada, cards[10] ?? card, { 'Banner.png': gradient(2400, 200), 'Icon.png': gradient(24, 24) });
  await archiveList(ada, first.publicId, 'Old ideas');
  const picture = Buffer.from(gradient(960, 600)).toString('base64');
  await ada.call(api.boardPictures.set, { params: { boardPublicId: first.publicId }, body: { picture } });
  const body = { favorite: true };
  for (const { publicId: boardPublicId } of [first, second])
    await ada.call(api.boards.update, { params: { boardPublicId }, body });
  const template = { name: 'Sprint', lists: ['Next', 'Doing', 'Done'], type: 'template' as const };
  await ada.call(api.boards.create, { params: { workspacePublicId: workspace }, body: template });
  await ada.call(api.users.createApiKey, { body: { name: 'Nightly export' } });
  await bringIn(ada, workspace, 2, ['Garden', 'Shopping']);
  await chat(ada, first.publicId, ['Slack']);
  await takeOut(ada, second.publicId, 2);
  const gone = await makeWorkspace(ada, 'Old engines');
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: gone } });
  return { email: ada.email, password: ada.password, workspace, board: first.publicId, card, webhook };
}

async function crowded(baseUrl: string): Promise<Account> {
  const mary = await signUp(baseUrl, 'Mary Ann Featherstonehaugh-Cholmondeley von Hohenlohe');
  let workspace = '';
  let board: Board | undefined;
  for (let w = 0; w < 8; w++) {
    workspace = await makeWorkspace(mary, (w === 3 ? (strange[1] ?? '') : `Division ${w + 1}`).slice(0, 64));
    const names = w === 7 ? strange : Array.from({ length: 7 }, (_, n) => `Project ${w * 7 + n + 1}`);
    for (const name of names)
      board = await makeBoard(
        mary,
        workspace,
        name.slice(0, 100),
        Array.from({ length: 12 }, (_, n) => `Stage ${n + 1}`),
      );
  }
  if (!board) throw new Error('no board was made');
  const webhook = await connect(
    mary,
    workspace,
    Array.from({ length: 20 }, (_, n) => strange[n % 7] ?? ''),
  );
  for (let n = 0; n < 60; n++) {
    const body = { email: `somebody.with.a.long.address.${n}@department.of.a.company.example.com` };
    await mary.call(api.invites.inviteMember, { params: { workspacePublicId: workspace }, body });
  }
  const many = [...strange, ...titles, strange.join(' ').repeat(2)];
  const { card } = await use(mary, await fill(mary, board, 240, many));
  for (const [n, name] of strange.entries()) {
    const colourCode = `#${(0x30_40_50 + n * 0x1a_10_08).toString(16)}`;
    const body = { name: name.slice(0, 36), boardPublicId: board.publicId, colourCode };
    await mary.call(api.labels.create, { body });
  }
  for (let n = 0; n < 12; n++)
    await mary.call(api.users.createApiKey, { body: { name: `Key ${n}: ${strange[n % 7]}` } });
  await bringIn(mary, workspace, 100, strange);
  await chat(mary, board.publicId, strange);
  await takeOut(mary, board.publicId, 10);
  return { email: mary.email, password: mary.password, workspace, board: board.publicId, card, webhook };
}

async function empty(baseUrl: string): Promise<Account> {
  const eve = await signUp(baseUrl, 'Eve');
  return { email: eve.email, password: eve.password, workspace: '', board: '', card: '' };
}

/** The accounts of those who are looked over the shoulder. */
export const accountsFor = { empty, shown: showBoard, usual, crowded };
