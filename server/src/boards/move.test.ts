import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { engine } from '../testing/database.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember, keyOf } from '../testing/members.ts';
import { png } from '../testing/pictures.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';
import {
  transferredBoard,
  transferredCards,
  transferredItems,
  transferredOfTime,
  transferredRelations,
} from './transfer.ts';

const carried = {
  ...transferredBoard,
  ...transferredCards,
  ...transferredItems,
  ...transferredOfTime,
  ...transferredRelations,
};

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const cleo = await service.signUp('cleo');
const eve = await service.signUp('eve');

const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const move = (board: string, targetWorkspacePublicId: string, person: Pick<Person, 'call'> = ada) =>
  person.call(api.boards.move, { ...at(board), body: { targetWorkspacePublicId } });
/** Moves the board, and removes what is left of it where it was. */
const moveAndTidy = async (board: string, targetWorkspacePublicId: string) => {
  await move(board, targetWorkspacePublicId);
  await service.jobs.run('trash');
};
const readCard = (cardPublicId: string) => ada.call(api.cards.get, { params: { cardPublicId } });

/** Attaches a small file to a card, and requests an upload address for another. */
async function upload(card: string): Promise<void> {
  const params = { cardPublicId: card };
  const body = { filename: 'note.txt', contentType: 'text/plain', size: 5 };
  await ada.call(api.attachments.createUpload, { params, body });
  const { url, method, headers, storageKey } = await ada.call(api.attachments.createUpload, { params, body });
  assert.ok((await fetch(url, { method, headers, body: 'hello' })).ok);
  await ada.call(api.attachments.confirm, {
    params,
    body: { ...body, storageKey, originalFilename: 'note.txt' },
  });
}

/** A card with all kinds of children, including activities. */
async function fullCard(
  list: string,
  labels: string[],
  members: string[],
  hasFields = true,
): Promise<string> {
  const fields: Record<string, number> = hasFields ? { Cost: 5 } : {};
  const card = await makeCard(ada, list, { labelPublicIds: labels, dueDate: '2030-01-01T00:00:00Z', fields });
  const params = { cardPublicId: card };
  for (const workspaceMemberPublicId of members) {
    await ada.call(api.cards.addMember, { params: { ...params, workspaceMemberPublicId } });
  }
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name: 'Steps' } });
  const onChecklist = { params: { checklistPublicId: publicId } };
  for (const title of ['one', 'two']) {
    await ada.call(api.checklists.createItem, { ...onChecklist, body: { title } });
  }
  for (const comment of ['Yes.', 'No.']) await bob.call(api.comments.create, { params, body: { comment } });
  const first = (await readCard(card)).activities.findLast(({ comment }) => comment !== null);
  const commentPublicId = first?.comment?.publicId ?? '';
  await bob.call(api.comments.delete, { params: { ...params, commentPublicId } });
  await upload(card);
  await ada.call(api.cards.update, { params, body: { title: 'Another title', description: 'Text' } });
  return card;
}

/** A board with all kinds of contents, in a workspace of ada, bob and cleo; bob is in the other workspace as well. */
async function fullBoard() {
  const made = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  const members = await Promise.all([bob, cleo].map((person) => addMember(service, made.workspace, person)));
  const bobThere = await addMember(service, target, bob);
  for (const member of members) await addBoardMember(service, made.workspace, made.board, member, 'guest');
  const cost = { name: 'Cost', type: 'number' as const };
  await ada.call(api.fields.create, { ...at(made.board), body: cost });
  for (const person of [bob, cleo]) {
    await person.call(api.views.create, { ...at(made.board), body: { name: 'Own', kind: 'table' } });
  }
  const [ofBob = '', ofCleo = ''] = members;
  const ofAll = { name: 'Ours', kind: 'board' as const, shared: true, filter: `member:${ofBob},${ofCleo}` };
  await ada.call(api.views.create, { ...at(made.board), body: ofAll });
  const assigned = members.map((memberPublicId) => ({ type: 'assign' as const, memberPublicId }));
  const rule = { name: 'Rule', when: { type: 'button' as const }, then: assigned };
  await ada.call(api.rules.create, { ...at(made.board), body: rule });
  const picture = Buffer.from(png(4, 3)).toString('base64');
  await ada.call(api.boardPictures.set, { ...at(made.board), body: { picture } });
  const cards: string[] = [];
  for (const list of [...made.lists, nth(made.lists, 0)]) {
    cards.push(await fullCard(list, made.labels, members));
  }
  await service.sql(`insert into code_links
    (workspace_id, id, card_id, host_id, kind, ref, repository, title, url, at, created_at)
    select workspace_id, 'link ' || id, id, 'host', 'branch', '1:work', 'octo/shop', 'work', 'https://x.example', 1, 1
    from cards where id in ('${cards.join("', '")}')`);
  const related = { type: 'blocks' as const, cardPublicId: nth(cards, 1) };
  await ada.call(api.relations.create, { params: { cardPublicId: nth(cards, 0) }, body: related });
  await ada.call(api.cards.archive, {
    params: { cardPublicId: await fullCard(nth(made.lists, 0), made.labels, members) },
  });
  await ada.call(api.cards.delete, {
    params: { cardPublicId: await fullCard(nth(made.lists, 0), [], members) },
  });
  const trashed = await ada.call(api.lists.create, { body: { name: 'Gone', boardPublicId: made.board } });
  await fullCard(trashed.publicId, made.labels, members);
  await ada.call(api.lists.delete, { params: { listPublicId: trashed.publicId } });
  for (const person of [ada, bob, cleo]) {
    await person.call(api.boards.update, { ...at(made.board), body: { favorite: true } });
  }
  return { ...made, target, cards, members, bobThere };
}

type Row = Record<string, unknown>;

/** All rows of a workspace in a table, in a fixed order. */
const rowsOf = async (table: string, workspace: string): Promise<Row[]> =>
  (await service.sql(`select * from ${table} where workspace_id = '${workspace}'`)).toSorted((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  );

test('every row goes along: only the workspace and the members change', async () => {
  const { workspace, target, board, members, bobThere } = await fullBoard();
  const [bobHere, cleoHere] = [nth(members, 0), nth(members, 1)];
  const tables = Object.keys(carried);
  const before = new Map<string, Row[]>();
  for (const table of tables) before.set(table, await rowsOf(table, workspace));
  const [{ id: guestThere } = {}] = await service.sql(
    `select id from roles where workspace_id = '${target}' and name = 'guest'`,
  );
  const types = await service.recorded(() => moveAndTidy(board, target));
  assert.deepEqual(types, ['board.deleted', 'board.created']);

  // Cleo is not there: what names her stays as it was.
  const named = (row: Row) => ({ ...row, settings: String(row.settings).replaceAll(bobHere, bobThere) });
  const there: Record<string, (row: Row) => Row[]> = {
    card_members: (row) => (row.member_id === cleoHere ? [] : [{ ...row, member_id: bobThere }]),
    board_members: (row) =>
      row.member_id === cleoHere ? [] : [{ ...row, member_id: bobThere, role_id: guestThere }],
    favourites: (row) => (row.user_id === cleo.id ? [] : [row]),
    views: (row) => (row.user_id === cleo.id ? [] : [named(row)]),
    rules: (row) => [named(row)],
    activities: (row) => [row.member_id === bobHere ? { ...row, member_id: bobThere } : row],
  };
  for (const table of tables) {
    const rows = before.get(table) ?? [];
    assert.ok(rows.length > 0, `the board has something in ${table}`);
    const expected = rows.flatMap(there[table] ?? ((row) => [row]));
    const sorted = expected
      .map((row) => ({ ...row, workspace_id: target }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    assert.deepEqual(await rowsOf(table, target), sorted, table);
    assert.deepEqual(await rowsOf(table, workspace), [], table);
  }
});

test('what hangs on a card is read and changed as before', async () => {
  const { target, cards, board, bobThere, lists } = await fullBoard();
  const card = nth(cards, 0);
  const before = await readCard(card);
  await move(board, target);
  const after = await readCard(card);
  assert.deepEqual(
    { ...after, members: [], list: null, activities: [] },
    { ...before, members: [], list: null, activities: [] },
  );
  assert.deepEqual(
    after.members.map(({ publicId, user }) => [publicId, user?.name]),
    [[bobThere, 'bob']],
  );
  assert.equal(after.list.board.workspace.publicId, target);
  // Users who are not members there are no longer named.
  const named = after.activities.map(({ type, member }) => [type, member?.publicId ?? null]);
  assert.deepEqual(
    named,
    before.activities.map(({ type, member }) => [type, member?.user.name === 'bob' ? bobThere : null]),
  );
  const [file] = after.attachments;
  assert.equal(await (await fetch(file?.url ?? '')).text(), 'hello');

  const params = { cardPublicId: card };
  await bob.call(api.comments.create, { params, body: { comment: 'Still here.' } });
  await ada.call(api.cards.update, { params, body: { listPublicId: nth(lists, 1), index: 0 } });
  await cleo.refused(403, api.cards.get, { params });
});

test('cards get the next numbers of the other workspace, in their order; numbers are not used again', async () => {
  const workspace = await makeWorkspace(ada);
  const target = await makeWorkspace(ada);
  const here = await makeBoard(ada, { workspace });
  const there = await makeBoard(ada, { workspace: target });
  const list = nth(here.lists, 0);
  const number = async (card: string) => (await readCard(card)).cardNumber;
  await makeCard(ada, nth(there.lists, 0));
  await makeCard(ada, nth(there.lists, 0));
  const cards: string[] = [];
  for (let n = 0; n < 4; n++) cards.push(await makeCard(ada, list));
  await ada.call(api.cards.update, { params: { cardPublicId: nth(cards, 3) }, body: { index: 0 } });
  await ada.call(api.cards.archive, { params: { cardPublicId: nth(cards, 1) } });
  await move(here.board, target);
  assert.deepEqual(await Promise.all(cards.map(number)), [3, 4, 5, 6]);
  assert.equal(await number(await makeCard(ada, list)), 7);
  const next = await makeBoard(ada, { workspace });
  assert.equal(await number(await makeCard(ada, nth(next.lists, 0))), 5);
});

test('an empty board moves', async () => {
  const { publicId: board } = await ada.call(api.boards.create, {
    params: { workspacePublicId: await makeWorkspace(ada) },
    body: { name: 'Empty' },
  });
  const target = await makeWorkspace(ada);
  await move(board, target);
  assert.equal((await ada.call(api.boards.get, at(board))).workspace.publicId, target);
});

test('a board moves on, and back', async () => {
  const { workspace, target, board, cards } = await fullBoard();
  const before = await readCard(nth(cards, 0));
  await move(board, target);
  await move(board, await makeWorkspace(ada));
  await move(board, workspace);
  const after = await readCard(nth(cards, 0));
  assert.deepEqual(after.checklists, before.checklists);
  assert.deepEqual(after.labels, before.labels);
  assert.equal(after.cardNumber, 7);
});

test('it keeps its slug where that is free, and its public address follows', async () => {
  const workspace = await makeWorkspace(ada);
  const target = await makeWorkspace(ada);
  const first = await makeBoard(ada, { workspace });
  // Moved from a third workspace: in the first board's old workspace the slug is still kept for that board.
  const second = await makeBoard(ada, { workspace: await makeWorkspace(ada), name: 'Roadmap' });
  const settings = (board: string, slug: string) =>
    ada.call(api.boards.update, { ...at(board), body: { slug, visibility: 'public' } });
  const slug = async (board: string) => (await ada.call(api.boards.get, at(board))).slug;
  await settings(first.board, 'roadmap');
  await move(first.board, target);
  assert.equal(await slug(first.board), 'roadmap');
  const { slug: workspaceSlug } = await ada.call(api.workspaces.get, {
    params: { workspacePublicId: target },
  });
  await service.caller().call(api.boards.getPublic, { params: { workspaceSlug, boardSlug: 'roadmap' } });
  await settings(second.board, 'roadmap');
  await move(second.board, target);
  assert.match(await slug(second.board), /^roadmap-[0-9a-z]{6}$/);
  assert.equal(await slug(first.board), 'roadmap');
});

test('each workspace is notified of its own part', async () => {
  const { workspace, board } = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  await move(board, target);
  const changes = await service.sql(
    `select workspace_id, type, board_id from changes where board_id = '${board}' order by created_at desc, type limit 2`,
  );
  assert.deepEqual(changes, [
    { workspace_id: target, type: 'board.created', board_id: board },
    { workspace_id: workspace, type: 'board.deleted', board_id: board },
  ]);
});

test('a move takes as many statements with 10 cards as with 2', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  const member = await addMember(service, workspace, bob);
  await addMember(service, target, bob);
  const places = [target, workspace];
  const there = () => move(board, places[0] ?? '').then(() => places.reverse());
  const fill = (cards: number) =>
    Promise.all(Array.from({ length: cards }, () => fullCard(nth(lists, 0), labels, [member], false)));
  await fill(2);
  const few = await statementsOf(service, there);
  await service.jobs.run('trash');
  // An odd number of moves: back home, where the members are known by their old ids.
  await there();
  await service.jobs.run('trash');
  await fill(8);
  assert.equal(await statementsOf(service, there), few);
});

test('a move to where the board is changes nothing', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const types = await service.recorded(() => move(board, workspace));
  assert.deepEqual(types, []);
  assert.equal((await readCard(card)).cardNumber, 1);
});

/** The permissions needed to move a board: everything that is moved can be read by the mover. */
const needed: Permission[] = [
  'board:delete',
  'board:edit',
  'board:create',
  'list:view',
  'card:view',
  'comment:view',
  'member:view',
];

test('it takes board:delete, board:edit and all views here and board:create there', async () => {
  const { workspace, board } = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  const body = { targetWorkspacePublicId: target };
  const types = await service.recorded(async () => {
    for (const [name, here, there] of [
      ['member', { role: 'member' }, { role: 'admin' }],
      ['editor', { role: 'admin', revoked: ['board:delete'] }, { role: 'admin' }],
      ['deleter', { role: 'guest', granted: ['board:delete'] }, { role: 'admin' }],
      ['guest there', { role: 'admin' }, { role: 'guest' }],
      ['invited there', { role: 'admin' }, { role: 'admin', status: 'invited' }],
      ['removed here', { role: 'admin', status: 'removed' }, { role: 'admin' }],
    ] as const) {
      const person = await service.signUp(`${name.replaceAll(' ', '-')}@move.example`);
      await addMember(service, workspace, person, { revoked: [], ...here } as Parameters<
        typeof addMember
      >[3]);
      await addMember(service, target, person, there);
      await person.refused(403, api.boards.move, { ...at(board), body });
    }
    for (const missing of needed) {
      const key = await keyOf(
        service,
        ada,
        needed.filter((permission) => permission !== missing),
      );
      const { issues } = await key.refused(403, api.boards.move, { ...at(board), body });
      assert.ok(nth(issues, 0).message.includes(missing), missing);
    }
  });
  assert.deepEqual(types, []);
  await move(board, target, await keyOf(service, ada, needed));
});

test('where addresses are hidden, it takes member:edit, too', async () => {
  const { workspace, board } = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  const body = { targetWorkspacePublicId: target };
  const params = { workspacePublicId: workspace };
  await ada.call(api.workspaces.update, { params, body: { showEmailsToMembers: false } });
  const key = await keyOf(service, ada, needed);
  await key.refused(403, api.boards.move, { ...at(board), body });
  await move(board, target, await keyOf(service, ada, [...needed, 'member:edit']));
});

test('a board goes to no workspace that has as many as it may', async () => {
  const { workspace, board } = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  await service.sql(`insert into boards (workspace_id, id, name, slug, type, visibility, created_by, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${caps.boardsOfWorkspace})
    select '${target}', 'full-' || i, 'Full', 'full-' || i, 'regular', 'private', '${ada.id}', 1 from n`);
  await ada.refused(409, api.boards.move, { ...at(board), body: { targetWorkspacePublicId: target } });
  assert.equal((await rowsOf('boards', workspace)).length, 1);
  await service.sql(`delete from boards where id = 'full-1'`);
  await move(board, target);
});

test('400, 401, 403 and 404', async () => {
  const { workspace, board } = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  const foreign = await makeWorkspace(eve);
  const to = (targetWorkspacePublicId: string) => ({ ...at(board), body: { targetWorkspacePublicId } });
  const types = await service.recorded(async () => {
    for (const unknown of ['short', '0123456789abcdef', board]) {
      const error = await ada.refused(400, api.boards.move, to(unknown));
      assert.match(nth(error.issues, 0).message, /targetWorkspacePublicId/);
    }
    await ada.refused(400, api.boards.move, { ...at(board), body: {} as never });
    await service.caller().refused(401, api.boards.move, to(target));
    await eve.refused(403, api.boards.move, to(foreign));
    await ada.refused(403, api.boards.move, to(foreign));
    await ada.refused(404, api.boards.move, { ...to(target), ...at('0123456789abcdef') });
  });
  assert.deepEqual(types, []);
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: target } });
  await ada.refused(400, api.boards.move, to(target));
  assert.equal((await ada.call(api.boards.get, at(board))).workspace.publicId, workspace);
  await ada.call(api.boards.delete, at(board));
  await ada.refused(404, api.boards.move, to(workspace));
});

test('nothing is lost that is written while the board moves', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  const cards: string[] = [];
  for (let n = 0; n < 4; n++) cards.push(await makeCard(ada, nth(lists, 0), { title: 'old' }));
  const work = Array.from({ length: 32 }, (_, n) => {
    const params = { cardPublicId: nth(cards, n % 4) };
    if (n % 4 === 0) return makeCard(ada, nth(lists, n % 2), { title: `new ${n}` });
    if (n % 4 === 1) return ada.call(api.comments.create, { params, body: { comment: `${n}` } });
    if (n % 4 === 2) return ada.call(api.cards.update, { params, body: { title: `title ${n}` } });
    return ada.call(api.cards.update, { params, body: { listPublicId: nth(lists, n % 2), index: 0 } });
  });
  await Promise.all([...work.slice(0, 16), moveAndTidy(board, target), ...work.slice(16)]);
  const found = await ada.call(api.boards.get, at(board));
  assert.equal(found.workspace.publicId, target);
  const all = found.lists.flatMap((list) => list.cards);
  assert.equal(all.length, 4 + 8);
  assert.equal(
    all.reduce((sum, { commentCount }) => sum + commentCount, 0),
    8,
  );
  assert.equal(new Set(all.map(({ cardNumber }) => cardNumber)).size, all.length);
  for (const { publicId } of all) {
    // The old title of each activity is the new title of the one before.
    const titles = (await readCard(publicId)).activities.filter(({ toTitle }) => toTitle !== null);
    titles.slice(1).forEach(({ fromTitle }, n) => {
      assert.equal(fromTitle, nth(titles, n).toTitle);
    });
  }
  assert.deepEqual(await rowsOf('cards', workspace), []);
});

test('of two moves at once the later one begins where the earlier one ended', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const targets = await Promise.all([makeWorkspace(ada), makeWorkspace(ada)]);
  await Promise.all(targets.map((target) => move(board, target)));
  await service.jobs.run('trash');
  const { list } = await readCard(card);
  assert.ok(targets.includes(list.board.workspace.publicId));
  const rows = await service.sql<{ count: number }>(
    `select count(*) as count from cards where id = '${card}'`,
  );
  assert.deepEqual(rows, [{ count: 1 }]);
  assert.deepEqual(await rowsOf('boards', workspace), []);
});

/** Tables that the database derives from other rows. */
const keptByTriggers = ['card_blocks', 'field_values'];

/** Clients viewing a board report their presence again within seconds, in its new workspace. */
const saidAgain = ['presences'];

/**
 * What rules did: it is a log of its workspace, whose causes are places in the change log there. Claims end with a move, and what is
 * proposed is for those who are here. */
const leftBehind = ['rule_runs', 'card_claims', 'proposals'];

test('every table that hangs on a board is carried', async () => {
  const references =
    engine === 'sqlite'
      ? await service.sql<{ child: string; parent: string }>(`
          select t.name as child, k."table" as parent
          from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'`)
      : await service.sql<{ child: string; parent: string }>(`
          select conrelid::regclass::text as child, confrelid::regclass::text as parent
          from pg_constraint where contype = 'f'`);
  const below = new Set(['boards']);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const { child, parent } of references) if (below.has(parent)) below.add(child);
  }
  for (const table of [...keptByTriggers, ...saidAgain, ...leftBehind]) below.delete(table);
  assert.deepEqual([...below].sort(), Object.keys(carried).sort());
});
