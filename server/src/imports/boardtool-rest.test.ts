import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { filesOf } from '../testing/files.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { type Person, testService } from '../testing/service.ts';
import { fakeTrello, status, tooManyRequests } from '../testing/trello.ts';
import type { GivenBoard } from '../testing/trello-board.ts';
import { trelloBoard, trelloId, uploaded } from '../testing/trello-boards.ts';

const trello = await fakeTrello();
const service = await testService({
  BOARDTOOL_API_URL: trello.url,
  BOARDTOOL_API_KEY: trello.key,
  // The file store that the fake redirects to.
  WEBHOOK_ALLOWED_HOSTS: new URL(trello.store.url).host,
  MAX_UPLOAD_SIZE: '100000',
  LOG_LEVEL: 'silent',
});
const ada = await service.signUp('ada');
const connect = (person: Person, token = 'good-token') =>
  person.call(api.integrations.connect, { params: { provider: 'boardtool' }, body: { token } });
await connect(ada);

function given(board: GivenBoard): GivenBoard {
  trello.boards.push(board);
  return board;
}

const start = (workspacePublicId: string, ...boardIds: string[]) =>
  ada.call(api.imports.boardtoolBoards, { body: { workspacePublicId, boardIds } });

const read = (importPublicId: string) => ada.call(api.imports.get, { params: { importPublicId } });

/** Imports a board over the network; returns the import. */
async function importing(board: GivenBoard, workspace: string) {
  const { importPublicIds } = await start(workspace, board.id);
  await service.jobs.run('imports');
  const done = await read(nth(importPublicIds, 0));
  assert.deepEqual([done.state, done.error], ['completed', null]);
  assert.deepEqual(trello.mistakes, []);
  return { ...done, boardPublicId: done.boardPublicId ?? '' };
}

/** The content of a board, with names instead of ids. */
async function contentOf(boardId: string) {
  const inBoard = `from cards c join lists l on l.id = c.list_id and l.workspace_id = c.workspace_id`;
  const where = `where c.board_id = '${boardId}' order by l.position, c.position`;
  return {
    lists: await service.sql(
      `select name, archived_at from lists where board_id = '${boardId}' order by position`,
    ),
    labels: await service.sql(
      `select name, colour_code from labels where board_id = '${boardId}' order by name`,
    ),
    cards:
      await service.sql(`select l.name as list, c.title, c.description, c.number, c.due_at, c.archived_at, c.completed_at,
      c.created_at, u.name as by ${inBoard} left join users u on u.id = c.created_by ${where}`),
    onCards: await service.sql(`select c.title, b.name ${inBoard}
      join card_labels x on x.card_id = c.id join labels b on b.id = x.label_id ${where}, b.name`),
    members: await service.sql(`select c.title, u.name ${inBoard}
      join card_members x on x.card_id = c.id join members m on m.id = x.member_id join users u on u.id = m.user_id
      ${where}, u.name`),
    items: await service.sql(`select c.title as card, k.name, i.title, i.completed ${inBoard}
      join checklists k on k.card_id = c.id join checklist_items i on i.checklist_id = k.id
      ${where}, k.position, i.position`),
    comments: await service.sql(`select c.title, x.comment, x.created_at, u.name ${inBoard}
      join comments x on x.card_id = c.id join users u on u.id = x.created_by ${where}, x.created_at, x.comment`),
  };
}

test('a board comes over the network as it comes from its export', async () => {
  const board = given(trelloBoard('House', { cards: 60, comments: 30 }));
  const [workspace, other] = [await makeWorkspace(ada), await makeWorkspace(ada)];
  const { importPublicId } = await ada.call(api.imports.file, {
    body: { workspacePublicId: other, format: 'boardtool-json', content: JSON.stringify(board) },
  });
  const fromFile = await read(importPublicId);
  const overRest = await importing(board, workspace);
  const content = await contentOf(overRest.boardPublicId);
  assert.equal(content.cards.length, 60);
  assert.equal(content.comments.length, 30);
  assert.equal(content.items.length, 40);
  assert.equal(content.cards.filter((card) => card.completed_at !== null).length, 8);
  assert.deepEqual(content, await contentOf(fromFile.boardPublicId ?? ''));
  const history = 'board history left out, other than creations and comments: 1';
  assert.deepEqual(
    overRest.warnings.filter((line) => line !== history).toSorted(),
    fromFile.warnings.filter((line) => !line.startsWith('history entries')).toSorted(),
  );
  assert.ok(overRest.warnings.includes(history));
  // The list was archived 490,000 seconds after the beginning of the year.
  const attic = content.lists.filter(({ name }) => name === 'Attic');
  assert.deepEqual(attic, [{ name: 'Attic', archived_at: (Date.UTC(2024, 0, 1) + 490_000_000) * 1000 }]);
});

test('more cards and comments are imported than Trello returns at a time', async () => {
  const board = given(trelloBoard('Large', { cards: 350, comments: 2345 }));
  const { boardPublicId, done, total, warnings } = await importing(board, await makeWorkspace(ada));
  assert.deepEqual([done, total], [350, 350]);
  const { cards, comments, items, lists, labels } = await contentOf(boardPublicId);
  assert.deepEqual([lists.length, labels.length, items.length], [3, 2, 40]);
  assert.equal(new Set(cards.map(({ title }) => title)).size, 350);
  const archived = (board.cards ?? []).filter(({ closed }) => closed);
  assert.equal(cards.filter((card) => card.archived_at !== null).length, archived.length);
  assert.equal(new Set(comments.map(({ comment }) => comment)).size, 2345);
  assert.ok(!warnings.some((line) => line.startsWith('comments')));
  assert.deepEqual(filesOf(service), [], 'what was put aside is gone');
});

test('uploaded files come along with their names, types, times and authors; links stay links', async () => {
  const board = trelloBoard('Files', { cards: 1 });
  const picture = Buffer.from('89504e470d0a1a0a', 'hex');
  const [first, second] = [trelloId(1, 7), trelloId(2, 7)];
  trello.files.set(first, [picture, 'image/png']);
  trello.files.set(second, ['id,name', 'application/octet-stream']);
  const files = [
    uploaded(first, 'Plan of the house.png', { name: 'The plan' }),
    uploaded(second, 'ünï & co.csv', { mimeType: 'text/csv' }),
  ];
  const [card] = board.cards ?? [];
  given({
    ...board,
    cards: [{ ...card, id: card?.id ?? '', attachments: [...files, ...((card?.attachments ?? []) as [])] }],
  });
  const { boardPublicId, warnings } = await importing(board, await makeWorkspace(ada));
  const [{ id, description } = { id: '', description: '' }] = await service.sql<{
    id: string;
    description: string;
  }>(`select id, description from cards where board_id = '${boardPublicId}'`);
  assert.equal(
    description,
    '**Attachments**\n\n- [Plans](<https://example.com/plans>) (Bob Cook, 2024-01-02)',
  );
  const { attachments, activities } = await ada.call(api.cards.get, { params: { cardPublicId: id } });
  const stored =
    await service.sql(`select filename, original_filename as original, content_type as type, size,
    created_at as at from attachments where card_id = '${id}' order by id`);
  const at = Date.UTC(2024, 0, 3) * 1000;
  assert.deepEqual(stored, [
    { filename: 'The plan', original: 'Plan of the house.png', type: 'image/png', size: 8, at },
    { filename: 'ünï & co.csv', original: 'ünï & co.csv', type: 'text/csv', size: 7, at },
  ]);
  const added = activities.filter(({ type }) => type === 'card.updated.attachment.added');
  assert.deepEqual(
    added.map(({ user }) => user.name),
    ['Ann Baker', 'Ann Baker'],
  );
  const content = await fetch(`${service.address}${nth(attachments, 0).url?.replace(service.publicUrl, '')}`);
  assert.deepEqual(Buffer.from(await content.arrayBuffer()), picture);
  assert.deepEqual(
    warnings.filter((line) => line.includes('attached')),
    ['attached links kept in the description: 1'],
  );
  // Credentials for Trello are not sent to the target of a redirect.
  assert.ok(trello.store.received.length >= 2);
  for (const { headers } of trello.store.received) assert.equal(headers.authorization, undefined);
});

test('files come along whatever they are called, and however their addresses are written', async () => {
  const board = trelloBoard('Oddly named', { cards: 1 });
  const odd = [
    { name: 'a', fileName: '..', url: 'https://trello.com/x' },
    { name: 'b', fileName: '', url: 'https://[' },
    { name: 'c', fileName: '', url: 'https://trello.com/1/%E0%A4%A' },
  ].map((more, n) => uploaded(trelloId(970 + n), 'x', more));
  const cards = (board.cards ?? []).map((card) => ({ ...card, attachments: odd }));
  for (const { id } of odd) trello.files.set(id, [`bytes of ${id}`, 'text/plain']);
  const workspace = await makeWorkspace(ada);
  await importing(given({ ...board, cards }), workspace);
  const rows = await service.sql<{ filename: string; size: number }>(
    `select filename, size from attachments where workspace_id = '${workspace}' order by filename`,
  );
  const size = 'bytes of '.length + 24;
  assert.deepEqual(
    rows.map((row) => [row.filename, Number(row.size)]),
    [
      ['a', size],
      ['b', size],
      ['c', size],
    ],
  );
});

test('a file that cannot be fetched becomes a link, and is reported', async () => {
  const board = trelloBoard('Lost files', { cards: 1 });
  const [card] = board.cards ?? [];
  const [gone, large, larger, denied, inside, good] = [1, 2, 3, 4, 5, 6].map((n) => trelloId(n, 99));
  assert.ok(gone && large && larger && denied && inside && good);
  trello.files.set(larger, ['x'.repeat(100_001), 'text/plain']);
  trello.files.set(good, ['good', 'text/plain']);
  trello.at(new RegExp(denied), status(401, 'unauthorized permission requested'));
  trello.at(new RegExp(inside), status(302, '', { location: 'http://127.0.0.1:1/secret' }));
  const attachments = [
    uploaded(gone, 'gone.txt'),
    uploaded(large, 'large.bin', { bytes: 100_001 }),
    uploaded(larger, 'larger.txt'),
    uploaded(denied, 'denied.txt', { idMember: null, date: null }),
    uploaded(inside, 'inside.txt'),
    uploaded(good, 'good.txt'),
  ];
  given({ ...board, cards: [{ ...card, id: card?.id ?? '', attachments }] });
  const { boardPublicId, warnings } = await importing(board, await makeWorkspace(ada));
  const [{ description, files } = { description: '', files: 0 }] = await service.sql<{
    description: string;
    files: number;
  }>(
    `select description, (select count(*) from attachments a where a.card_id = c.id) as files
    from cards c where board_id = '${boardPublicId}'`,
  );
  assert.equal(files, 1);
  const link = (id: string, name: string) =>
    `- [${name}](<https://trello.com/1/cards/x/attachments/${id}/download/${name}>)`;
  assert.equal(
    description,
    [
      `**Attachments**\n\n${link(large, 'large.bin')} (Ann Baker, 2024-01-03)`,
      `\n**Files that could not be fetched**\n\n${link(gone, 'gone.txt')} (Ann Baker, 2024-01-03)`,
      `${link(larger, 'larger.txt')} (Ann Baker, 2024-01-03)`,
      link(denied, 'denied.txt'),
      `${link(inside, 'inside.txt')} (Ann Baker, 2024-01-03)`,
    ].join('\n'),
  );
  assert.deepEqual(
    warnings.filter((line) => line.includes('attached')),
    [
      'attached files that are too large kept as links in the description: 2 (“larger.txt”, …)',
      'attached files that are not there any more kept as links in the description: 1 (“gone.txt”)',
      'attached files that could not be read kept as links in the description: 2 (“denied.txt”, “inside.txt”)',
    ],
  );
});

test('comments from before a card came to the board are fetched from the card', async () => {
  const board = trelloBoard('Moved', { cards: 4, comments: 5 });
  const [oldest, ...others] = (board.actions ?? []).filter(({ type }) => type === 'commentCard').toReversed();
  assert.ok(oldest);
  const actions = (board.actions ?? []).filter(({ id }) => id !== oldest.id);
  given({ ...board, actions, earlier: [oldest] });
  const { boardPublicId, warnings } = await importing(board, await makeWorkspace(ada));
  assert.equal((await contentOf(boardPublicId)).comments.length, others.length + 1);
  assert.ok(!warnings.some((line) => line.startsWith('comments')));
});

test('a comment that Trello counts but does not return is reported', async () => {
  const board = trelloBoard('Counted', { cards: 4, comments: 5 });
  given({ ...board, actions: (board.actions ?? []).slice(2) });
  const { warnings } = await importing(board, await makeWorkspace(ada));
  assert.ok(warnings.includes('comments that Trello counts but does not return: 2'));
});

test('a page of cards that is missing is noticed, and its cards are fetched one by one', async () => {
  const board = given(trelloBoard('Gap', { cards: 130 }));
  trello.at(/cards\/all\?fields=all/, undefined, status(200, '[]'));
  const { done } = await importing(board, await makeWorkspace(ada));
  assert.equal(done, 130);
});

test('if Trello returns too few at a time, smaller pages are requested', async () => {
  const board = given(trelloBoard('Heavy', { cards: 30 }));
  const tooMany = status(403, '{"error":"API_TOO_MANY_CARDS_REQUESTED","message":"too many"}');
  trello.at(/cards\/all\?fields=all/, tooMany, status(504));
  const { done } = await importing(board, await makeWorkspace(ada));
  assert.equal(done, 30);
  assert.ok(trello.asked.some((address) => address.includes('fields=all') && address.includes('limit=25')));
});

test('a short limit of requests and a short break are waited for', async () => {
  const board = given(trelloBoard('Busy', { cards: 3 }));
  const count = trello.asked.length;
  trello.at(/[?&]lists=all/, tooManyRequests({ 'retry-after': '1' }), status(502), undefined);
  const { done } = await importing(board, await makeWorkspace(ada));
  assert.equal(done, 3);
  assert.equal(trello.asked.slice(count).filter((address) => address.includes('&lists=all')).length, 3);
});
