import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { api } from '../../../contract/api.ts';
import { plainOf } from '../imports/csv/values.ts';
import { download, filesIn, type Line, linesIn } from '../testing/exports.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const exportOf = (person: Pick<Person, 'token'>, board: string, format = 'native') =>
  download(service, person, `/boards/${board}/export?format=${format}`);

const of = (lines: readonly Line[], type: string) => lines.filter((line) => line.type === type);

/** A board with content of every kind. */
async function fullBoard() {
  const made = await makeBoard(ada, { name: 'Harbour / “works”' });
  const bobs = await addMember(service, made.workspace, bob);
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  const card = await makeCard(ada, todo, {
    title: '=Paint "the", pier',
    description: 'Both **sides**.\n\n---\nlast',
    labelPublicIds: made.labels,
    memberPublicIds: [bobs],
    dueDate: '2026-12-24T10:00:00.000Z',
  });
  const params = { cardPublicId: card };
  const { publicId: checklistPublicId } = await ada.call(api.checklists.create, {
    params,
    body: { name: 'Steps' },
  });
  for (const title of ['Scrape', 'Prime']) {
    await ada.call(api.checklists.createItem, { params: { checklistPublicId }, body: { title } });
  }
  const [first] = (await ada.call(api.cards.get, { params })).checklists[0]?.items ?? [];
  await ada.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: first?.publicId ?? '' },
    body: { completed: true },
  });
  const { publicId: comment } = await bob.call(api.comments.create, { params, body: { comment: 'Wet!' } });
  await bob.call(api.comments.update, {
    params: { ...params, commentPublicId: comment },
    body: { comment: 'Wet paint!' },
  });
  const attachment = await attach(ada, card, { filename: '../ruse [1].TXT', content: 'how to paint' });
  const archived = await makeCard(ada, done, { title: 'Over' });
  await ada.call(api.cards.archive, { params: { cardPublicId: archived } });
  const deleted = await makeCard(ada, done, { title: 'Gone' });
  await ada.call(api.cards.delete, { params: { cardPublicId: deleted } });
  return { ...made, bobs, card, archived, deleted, comment, attachment: attachment.publicId };
}

const full = await fullBoard();

test('a native export has everything of a board, and its files', async () => {
  const response = await exportOf(ada, full.board);
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="harbour[a-z0-9-]*\.zip"$/,
  );
  const files = await filesIn(response);
  assert.deepEqual(
    [...files.keys()],
    ['export.json', `boards/${full.board}.jsonl`, `files/${full.attachment}`],
  );
  assert.equal(files.get(`files/${full.attachment}`), 'how to paint');
  const { format, version } = JSON.parse(files.get('export.json') ?? '');
  assert.deepEqual([format, version], ['taskboard-export', 1]);
  const lines = linesIn(files, full.board);
  assert.equal(of(lines, 'board')[0]?.name, 'Harbour / “works”');
  assert.deepEqual(
    of(lines, 'list').map(({ name }) => name),
    ['To do', 'Done'],
  );
  assert.equal(of(lines, 'label').length, 2);
  const [card, over, ...more] = of(lines, 'card');
  assert.deepEqual(more, []);
  assert.ok(card);
  assert.equal(card.id, full.card);
  assert.equal(card?.title, '=Paint "the", pier');
  assert.equal(card?.dueDate, '2026-12-24T10:00:00.000000Z');
  assert.deepEqual(card?.members, [full.bobs]);
  assert.deepEqual(new Set(card?.labels as string[]), new Set(full.labels));
  const [checklist] = card.checklists as { name: string; items: { title: string; completed: boolean }[] }[];
  assert.deepEqual(
    checklist?.items.map(({ title, completed }) => [title, completed]),
    [
      ['Scrape', true],
      ['Prime', false],
    ],
  );
  assert.equal(over?.id, full.archived);
  assert.equal(typeof over?.archivedAt, 'string');
  const [comment] = of(lines, 'comment');
  assert.deepEqual([comment?.card, comment?.text, comment?.createdBy], [full.card, 'Wet paint!', bob.id]);
  assert.equal(typeof comment?.updatedAt, 'string');
  const people = of(lines, 'person').map(({ email }) => String(email));
  assert.deepEqual(people.toSorted(), ['ada@example.com', 'bob@example.com']);
  const types = of(lines, 'activity').map(({ activity }) => activity);
  assert.ok(types.includes('card.created') && types.includes('card.archived'));
  assert.deepEqual(of(lines, 'end'), [
    { type: 'end', cards: 2, comments: 1, activities: types.length, attachments: 1 },
  ]);
});

test('people are named before a line that names them', async () => {
  const known = new Set<unknown>();
  for (const line of linesIn(await filesIn(await exportOf(ada, full.board)), full.board)) {
    if (line.type === 'person') for (const id of [line.user, line.member]) known.add(id);
    for (const id of [line.createdBy, line.user, ...((line.members as string[] | undefined) ?? [])]) {
      if (id !== undefined) assert.ok(known.has(id), JSON.stringify(line));
    }
  }
});

test('a zip passes the test of another program', {
  skip: !hasUnzip() && 'unzip is not installed',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-export-'));
  try {
    for (const format of ['native', 'markdown']) {
      const file = join(folder, `${format}.zip`);
      writeFileSync(file, new Uint8Array(await (await exportOf(ada, full.board, format)).arrayBuffer()));
      assert.match(execFileSync('unzip', ['-t', file], { encoding: 'utf8' }), /No errors detected/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function hasUnzip(): boolean {
  try {
    execFileSync('unzip', ['-v']);
    return true;
  } catch {
    return false;
  }
}

test('a CSV has a row for each card, and no formula', async () => {
  const response = await exportOf(ada, full.board, 'csv');
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  assert.ok(text.startsWith('\ufeffBoard,List,Number,Title,Description,'));
  const rows = rowsOf(text.slice(1));
  assert.equal(rows.length, 3);
  const header = nth(rows, 0);
  const card = Object.fromEntries(nth(rows, 1).map((field, at) => [header[at], field]));
  assert.equal(card.Title, `'=Paint "the", pier`);
  assert.equal(card.Description, 'Both **sides**.\n\n---\nlast');
  assert.equal(card.Members, 'bob');
  assert.equal(card.Checklists, 'Steps\n[x] Scrape\n[ ] Prime');
  assert.equal(card['Due date'], '2026-12-24T10:00:00.000Z');
  assert.ok(nth(rows, 2)[header.indexOf('Archived at')]);
});

test('a CSV has no formula for spreadsheets that know other separators either, and our import has it as it was', async () => {
  const { board, lists } = await makeBoard(ada);
  const texts = ["a;=1+1|\t@b\n+c;-1;'=d", "'=e", 'list\n- item\n---\n-2+3'];
  for (const description of texts) await makeCard(ada, nth(lists, 0), { title: 'x', description });
  const text = await (await exportOf(ada, board, 'csv')).text();
  for (const cell of text.split(/[;|\t\r\n]/)) assert.doesNotMatch(cell, /^(?:[=@]|[+-][^\s-])/, text);
  const rows = rowsOf(text.replace('\ufeff', '')).slice(1);
  const column = 4;
  assert.deepEqual(
    rows.map((row) => plainOf(nth(row, column))),
    texts,
  );
});

/** Parses CSV (RFC 4180). */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('a Markdown export has a file for each card, with what it is above its text', async () => {
  const files = await filesIn(await exportOf(ada, full.board, 'markdown'));
  const names = [...files.keys()];
  assert.deepEqual(names.toSorted(), [
    `Harbour “works”/1 To do/ENGI-1 =Paint the , pier.md`.replace('ENGI', await prefix()),
    `Harbour “works”/archive/ENGI-2 Over.md`.replace('ENGI', await prefix()),
    'Harbour “works”/board.md',
    `Harbour “works”/files/${full.attachment} ruse [1].txt`,
  ]);
  const text = files.get(names.find((name) => name.includes('Paint')) ?? '') ?? '';
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? [];
  const about = parse(front) as Record<string, unknown>;
  assert.equal(about.title, '=Paint "the", pier');
  assert.deepEqual([about.list, about.members], ['To do', ['bob']]);
  assert.match(body, /^# =Paint "the", pier\n\nBoth \*\*sides\*\*\.\n/);
  assert.match(body, /## Steps\n\n- \[x\] Scrape\n- \[ \] Prime\n/);
  assert.match(body, /## Comments\n\n### bob, [-0-9T:.]+Z, edited\n\n> Wet paint!\n$/);
});

test('in a Markdown export nothing that somebody writes looks like the comment of somebody else', async () => {
  const { board, lists } = await makeBoard(ada);
  const forged = '## Comments\n\n### ada, 2026-01-01T00:00:00.000Z\n\nI agree.';
  const card = await makeCard(ada, nth(lists, 0), { title: 'x', description: forged });
  await ada.call(api.comments.create, {
    params: { cardPublicId: card },
    body: { comment: `No.\n\n${forged}` },
  });
  const files = await filesIn(await exportOf(ada, board, 'markdown'));
  const text = [...files].find(([name]) => name.endsWith(' x.md'))?.[1] ?? '';
  const comments = text.slice(text.lastIndexOf('\n## Comments\n'));
  assert.deepEqual(comments.match(/^###.*/gm)?.length, 1);
  assert.match(comments, /\n> No\.\n>\n> ## Comments\n>\n> ### ada, /);
});

const prefix = async () => {
  const params = { workspacePublicId: full.workspace };
  return (await ada.call(api.workspaces.get, { params })).cardPrefix;
};

test('an archived list is archived in every format, with its cards', async () => {
  const { board, lists } = await makeBoard(ada, { workspace: full.workspace, name: 'Attic' });
  const [list, other] = [nth(lists, 0), nth(lists, 1)];
  await makeCard(ada, list, { title: 'Kept' });
  await makeCard(ada, other, { title: 'Live' });
  await ada.call(api.lists.archive, { params: { listPublicId: list } });
  const lines = linesIn(await filesIn(await exportOf(ada, board)), board);
  assert.deepEqual(
    of(lines, 'list').map(({ name, archivedAt }) => [name, typeof archivedAt === 'string']),
    [
      ['To do', true],
      ['Done', false],
    ],
  );
  assert.deepEqual(
    of(lines, 'card').map(({ title, archivedAt }) => [title, archivedAt]),
    [
      ['Kept', null],
      ['Live', null],
    ],
  );
  const [header = [], kept = [], live = []] = rowsOf(await (await exportOf(ada, board, 'csv')).text());
  const at = header.indexOf('Archived at');
  assert.deepEqual([kept[1], Boolean(kept[at]), live[1], live[at]], ['To do', true, 'Done', '']);
  const files = await filesIn(await exportOf(ada, board, 'markdown'));
  const names = [...files.keys()].map((name) => name.replace(/\w+-\d+ /, ''));
  assert.deepEqual(names, ['Attic/board.md', 'Attic/archive/Kept.md', 'Attic/1 Done/Live.md']);
  const about = parse(/^---\n(.*?)\n---/s.exec([...files.values()][0] ?? '')?.[1] ?? '') as Record<
    string,
    unknown
  >;
  assert.deepEqual([about.lists, about.archivedLists], [['Done'], ['To do']]);
});

test('names of cards, lists, boards and files do not leave their folder', async () => {
  const made = await makeBoard(ada, { workspace: full.workspace, name: '../../etc' });
  const hostile = ['..', '/etc/passwd', 'C:\\x', 'con', 'a\u00adb', `${'é'.repeat(300)}`, '...', '-rf', '~'];
  for (const title of hostile) await makeCard(ada, nth(made.lists, 0), { title });
  const card = await makeCard(ada, nth(made.lists, 0));
  await attach(ada, card, { filename: '..\\..\\nul.txt' });
  for (const format of ['markdown', 'native']) {
    const names = [...(await filesIn(await exportOf(ada, made.board, format))).keys()];
    assert.ok(names.length >= 3);
    for (const name of names) {
      assert.doesNotMatch(name, /(^|\/)\.|\\|\/\/|^\/|[\p{Cc}\p{Cf}:]/u, name);
      assert.ok(Buffer.byteLength(name) <= 400, name);
      for (const part of name.split('/')) assert.match(part, /^(?!(con|nul|aux|prn)\b)[^ ].*[^ .]$/i, name);
    }
  }
});

test('an export of a workspace has all boards that the caller sees, and no others', async () => {
  const mine = await makeBoard(ada, { workspace: full.workspace, name: 'Mine' });
  await ada.call(api.boards.update, { params: { boardPublicId: mine.board }, body: { access: 'members' } });
  const shelved = await makeBoard(ada, { workspace: full.workspace, name: 'Shelved' });
  await ada.call(api.boards.update, {
    params: { boardPublicId: shelved.board },
    body: { isArchived: true },
  });
  const boardsFor = async (person: Person) => {
    const files = await filesIn(await download(service, person, `/workspaces/${full.workspace}/export`));
    return [...files.keys()].flatMap((name) => /^boards\/(\w+)\.jsonl$/.exec(name)?.[1] ?? []);
  };
  const [adas, bobs] = [await boardsFor(ada), await boardsFor(bob)];
  assert.ok(adas.includes(mine.board) && adas.includes(shelved.board) && adas.includes(full.board));
  assert.deepEqual(
    adas.filter((id) => id !== mine.board),
    bobs,
  );
  const params = { boardPublicId: mine.board };
  await bob.refused(404, api.exports.board, { params });
  await makeCard(ada, nth(mine.lists, 0));
  await makeCard(ada, nth(shelved.lists, 0));
  for (const format of ['csv', 'markdown']) {
    const path = `/workspaces/${full.workspace}/export?format=${format}`;
    const content = Buffer.from(await (await download(service, bob, path)).arrayBuffer()).toString('latin1');
    assert.ok(content.includes('Shelved') && !content.includes('Mine'), format);
  }
});

test('what the caller may not see is left out', async () => {
  const key = await keyOf(service, ada, ['workspace:view', 'board:view', 'list:view', 'card:view']);
  const lines = linesIn(await filesIn(await exportOf({ token: key.key }, full.board)), full.board);
  assert.deepEqual([of(lines, 'comment').length, of(lines, 'card').length], [0, 2]);
  assert.deepEqual(of(lines, 'card')[0]?.members, []);
  assert.ok(of(lines, 'person').every(({ email }) => email === null));
  assert.ok(of(lines, 'activity').every((line) => !('member' in line)));
  const less = await keyOf(service, ada, ['workspace:view', 'board:view']);
  const few = linesIn(await filesIn(await exportOf({ token: less.key }, full.board)), full.board);
  assert.deepEqual([of(few, 'list').length, of(few, 'card').length], [0, 0]);
});

test('addresses are shown to whom the workspace shows them', async () => {
  const params = { workspacePublicId: full.workspace };
  await ada.call(api.workspaces.update, { params, body: { showEmailsToMembers: false } });
  const emailsFor = async (person: Person) => {
    const lines = linesIn(await filesIn(await exportOf(person, full.board)), full.board);
    return of(lines, 'person').map(({ email }) => email);
  };
  assert.ok((await emailsFor(bob)).every((email) => email === null));
  assert.ok((await emailsFor(ada)).includes('bob@example.com'));
  await ada.call(api.workspaces.update, { params, body: { showEmailsToMembers: true } });
});

test('who is no active member any more gets 403, and an unknown format 400', async () => {
  const cyd = await service.signUp('cyd');
  const member = await addMember(service, full.workspace, cyd);
  assert.equal((await exportOf(cyd, full.board)).status, 200);
  await setStatus(service, member, 'paused');
  assert.equal((await exportOf(cyd, full.board)).status, 403);
  assert.equal((await exportOf(ada, full.board, 'docx')).status, 400);
});

test('a large board is exported whole and in order, in few statements', async () => {
  const cards = 2500;
  const { board } = await makeLargeBoard(service, ada, bob, cards);
  const before = service.db.statements;
  const lines = linesIn(await filesIn(await exportOf(ada, board)), board);
  assert.ok(service.db.statements - before < 400);
  const numbers = of(lines, 'card').map(({ number }) => number);
  assert.deepEqual(
    numbers,
    Array.from({ length: cards }, (_, at) => at + 1),
  );
  assert.equal(of(lines, 'comment').length, cards);
});

test('of a card with a great many comments all are exported, oldest first', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  await service.sql(`insert into comments (workspace_id, id, card_id, comment, created_by, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 4500)
    select '${workspace}', 'c' || i, '${card}', 'comment ' || i, '${ada.id}', i from n`);
  const lines = linesIn(await filesIn(await exportOf(ada, board)), board);
  assert.deepEqual(
    of(lines, 'comment').map(({ text }) => text),
    Array.from({ length: 4500 }, (_, at) => `comment ${at + 1}`),
  );
  const files = await filesIn(await exportOf(ada, board, 'markdown'));
  assert.match([...files.values()].join(), /> comment 4499\n.*\n\n> comment 4500\n/s);
});

test('a card that is moved while it is exported is there once', async () => {
  const { board, lists, member: _member } = await makeLargeBoard(service, ada, bob, 3000);
  const response = await exportOf(ada, board);
  const params = { boardPublicId: board };
  const { cards } = await ada.call(api.boards.cards, { params, query: { limit: 50 } });
  for (const { publicId } of cards) {
    await ada.call(api.cards.update, {
      params: { cardPublicId: publicId },
      body: { listPublicId: nth(lists, 1) },
    });
  }
  const ids = of(linesIn(await filesIn(response), board), 'card').map(({ id }) => id);
  assert.equal(ids.length, 3000);
  assert.equal(new Set(ids).size, 3000);
});

test('an export ends if its client stops reading', async () => {
  const { board } = await makeLargeBoard(service, ada, bob, 3000);
  const response = await exportOf(ada, board);
  await response.body?.cancel();
  let before = -1;
  while (before !== service.db.statements) {
    before = service.db.statements;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await ada.call(api.users.me);
});

test('an export with a filter has the cards that pass, in every format, and everything on them', async () => {
  const csv = async (filter: string, person: Pick<Person, 'token'> = ada) => {
    const path = `/boards/${full.board}/export?format=csv&filter=${encodeURIComponent(filter)}`;
    return (await (await download(service, person, path)).text()).trimEnd();
  };
  const lines = async (filter: string) => (await csv(filter)).split('\r\n').length - 1;
  assert.match(await csv('title:paint'), /Paint/);
  assert.doesNotMatch(await csv('title:paint'), /Over/);
  assert.match(await csv('is:archived'), /Over/);
  assert.doesNotMatch(await csv('is:archived'), /Paint/);
  assert.doesNotMatch(await csv('-is:archived'), /Over/);
  assert.match(await csv('text:both @bob'), /Paint/);
  assert.equal(await lines('title:none'), 0);
  assert.equal(await csv(''), (await (await exportOf(ada, full.board, 'csv')).text()).trimEnd());
  const native = `/boards/${full.board}/export?filter=${encodeURIComponent('is:archived')}`;
  const files = await filesIn(await download(service, ada, native));
  const found = linesIn(files, full.board);
  assert.deepEqual(
    of(found, 'card').map(({ id }) => id),
    [full.archived],
  );
  assert.deepEqual([of(found, 'comment').length, of(found, 'list').length], [0, 2]);
  const markdown = `/boards/${full.board}/export?format=markdown&filter=${encodeURIComponent('is:archived')}`;
  const names = [...(await filesIn(await download(service, ada, markdown))).keys()].join();
  assert.match(names, /over/i);
  assert.doesNotMatch(names, /paint/i);
});

test('a filter of an export that cannot be read is refused with its place, and finds nobody hidden', async () => {
  const params = { boardPublicId: full.board };
  const { issues } = await ada.refused(400, api.exports.board, {
    params,
    query: { filter: 'is:open Cost:>1' },
  });
  assert.match(issues[0]?.message ?? '', /^query\/filter cannot be read at character 8/);
  const begun = await ada.refused(400, api.exports.startBoard, { params, body: { filter: '(' } });
  assert.match(begun.issues[0]?.message ?? '', /^body\/filter cannot be read at character/);
  const blind = await service.signUp('blind');
  await addMember(service, full.workspace, blind, { revoked: ['member:view'] });
  for (const [filter, isThere] of [
    ['@bob', false],
    [`member:${full.bobs}`, false],
    ['title:paint', true],
  ] as const) {
    const path = `/boards/${full.board}/export?format=csv&filter=${encodeURIComponent(filter)}`;
    assert.equal(/Paint/.test(await (await download(service, blind, path)).text()), isThere, filter);
  }
});
