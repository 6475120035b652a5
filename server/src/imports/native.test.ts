import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import { download } from '../testing/exports.ts';
import { attach, filesOf } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

type Files = Record<string, Uint8Array<ArrayBufferLike>>;

async function exportOf(path: string): Promise<Uint8Array> {
  const response = await download(service, ada, path);
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

/** Imports a zip; returns the import once it has ended. */
async function importZip(workspacePublicId: string, zip: Uint8Array, board?: string) {
  const query = { workspacePublicId, format: 'native', ...(board === undefined ? {} : { board }) } as const;
  const reply = await service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/zip' },
    body: Buffer.from(zip),
  });
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  assert.equal(reply.status, 200);
  await service.jobs.run('imports');
  return ada.call(api.imports.get, { params: { importPublicId } });
}

/** A board with a card that has a file and another user's comment. */
async function smallBoard() {
  const made = await makeBoard(ada, { name: 'Harbour' });
  await addMember(service, made.workspace, bob);
  const card = await makeCard(ada, nth(made.lists, 0), {
    title: 'Paint the pier',
    labelPublicIds: made.labels,
  });
  const params = { cardPublicId: card };
  await bob.call(api.comments.create, { params, body: { comment: 'Wet!' } });
  const { publicId: attachment } = await attach(ada, card, {
    filename: 'paint.txt',
    content: 'how to paint',
  });
  return { ...made, card, attachment };
}

const board = await smallBoard();
const whole = await exportOf(`/boards/${board.board}/export?format=native`);
const lines = `boards/${board.board}.jsonl`;
const file = `files/${board.attachment}`;

/** The export, with its files changed by `change`. */
function changed(change: (files: Files) => void): Uint8Array {
  const files: Files = unzipSync(whole);
  change(files);
  return zipSync(files as Zippable);
}

const withLines = (change: (text: string) => string) =>
  changed((files) => {
    files[lines] = strToU8(change(strFromU8(files[lines] ?? new Uint8Array())));
  });

test('a native export comes in again, with its files, and people who are not here as placeholders', async () => {
  const workspace = await makeWorkspace(ada);
  const { state, error, boardPublicId, done, total, report } = await importZip(workspace, whole);
  assert.deepEqual([state, error, done, total], ['completed', null, 1, 1]);
  assert.deepEqual(report, []);
  const found = await ada.call(api.boards.get, { params: { boardPublicId: boardPublicId ?? '' } });
  assert.deepEqual([found.name, found.lists.map(({ name }) => name)], ['Harbour', ['To do', 'Done']]);
  const params = { cardPublicId: found.lists[0]?.cards[0]?.publicId ?? '' };
  const card = await ada.call(api.cards.get, { params });
  assert.equal(card.title, 'Paint the pier');
  assert.equal(card.labels.length, 2);
  assert.deepEqual(
    card.attachments.map(({ originalFilename, size }) => [originalFilename, size]),
    [['paint.txt', 12]],
  );
  const url = card.attachments[0]?.url ?? '';
  assert.equal(await (await fetch(new URL(url, service.config.publicUrl))).text(), 'how to paint');
});

/** A lossless WebP of one colour that takes up a gigabyte in a browser. */
const hugePicture = Buffer.concat([
  Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0e\0\0\0\x2f', 'latin1'),
  Buffer.from('feffff0f00000000000000000000', 'hex').subarray(0, 13),
]).toString('base64');

test('a picture behind the board comes in only in the form in which the service makes them', async () => {
  const zip = withLines((text) => text.replace('"picture":null', `"picture":"${hugePicture}"`));
  const { state, error, boardPublicId, report } = await importZip(await makeWorkspace(ada), zip);
  assert.deepEqual([state, error], ['completed', null]);
  assert.deepEqual(
    report.map(({ kind, count }) => [kind, count]),
    [['pictures behind boards that were not made here left out', 1]],
  );
  const again = unzipSync(await exportOf(`/boards/${boardPublicId}/export?format=native`));
  assert.match(strFromU8(again[`boards/${boardPublicId}.jsonl`] ?? new Uint8Array()), /"picture":null/);
});

const refusals: [what: string, zip: () => Uint8Array, error: RegExp][] = [
  ['what is no zip', () => strToU8('{"type":"board"}'), /is not a zip/],
  ['a zip that was cut off', () => whole.subarray(0, whole.length - 30), /is not a zip/],
  ['another zip', () => zipSync({ 'a.txt': strToU8('a') }), /not an export/],
  [
    'a later version',
    () =>
      changed((files) => {
        files['export.json'] = strToU8('{"format":"taskboard-export","version":2}');
      }),
    /version 2; only version 1/,
  ],
  [
    'names that lead out',
    () => changed((files) => void (files['../../etc/passwd'] = strToU8('x'))),
    /lead out/,
  ],
  ['no board', () => changed((files) => void delete files[lines]), /no board/],
  [
    'a broken line',
    () => withLines((text) => text.replace('"type":"card"', '"type":"card')),
    /^Line \d+ is not/,
  ],
  [
    'no text',
    () => changed((files) => void (files[lines] = new Uint8Array([0xff, 10]))),
    /^Line 1 is not valid/,
  ],
  ['a line of no kind', () => withLines((text) => `[]\n${text}`), /^Line 1 has no type/],
  [
    'a wrong kind',
    () => withLines((text) => text.replace(/"title":"[^"]*"/, '"title":7')),
    /title must be string/,
  ],
  [
    'a wrong time',
    () => withLines((text) => text.replace('"dueDate":null', '"dueDate":"soon"')),
    /dueDate must be a/,
  ],
  [
    'a relation to what is no id',
    () =>
      withLines((text) =>
        text.replace(
          '"type":"card"',
          '"type":"card","relations":[{"type":"relates","card":"a\\u0000b","board":"x"}]',
        ),
      ),
    /relations\/0\/card must match/,
  ],
  ['no end', () => withLines((text) => text.replace(/\{"type":"end".*\n/, '')), /is not whole/],
  [
    'a card too few',
    () => withLines((text) => text.replace('"cards":1', '"cards":2')),
    /should be 2 cards, not 1/,
  ],
  [
    'a lost comment',
    () => withLines((text) => text.replace(/("type":"comment","card":")\w+/, '$1x')),
    /follow/,
  ],
  [
    'a long line',
    () => withLines((text) => `{"type":"x","y":"${'y'.repeat(9 << 20)}"}\n${text}`),
    /too long|times/,
  ],
  [
    'a file of another size',
    () => changed((files) => void (files[file] = strToU8('how to paint it'))),
    /has 15 bytes; it should have 12/,
  ],
  ['a damaged file', () => damaged(whole, 'how to paint'), /files\/\w+ is damaged/],
  [
    'a bomb',
    () => changed((files) => void (files['files/x'] = new Uint8Array(64 << 20))),
    /more than 100 times its size/,
  ],
];

/** Flips a bit of an uncompressed file in a zip. */
function damaged(zip: Uint8Array, text: string): Uint8Array {
  const copy = Buffer.from(zip);
  const at = copy.indexOf(text);
  assert.notEqual(at, -1);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

for (const [what, zip, error] of refusals) {
  test(`refused, and nothing of it is left: ${what}`, async () => {
    const workspace = await makeWorkspace(ada);
    const before = filesOf(service);
    const ended = await importZip(workspace, zip());
    assert.equal(ended.state, 'failed');
    assert.match(ended.error ?? '', error);
    assert.deepEqual(await ada.call(api.boards.list, { params: { workspacePublicId: workspace } }), []);
    service.clock.pass(2 * 3600 * 1_000_000);
    for (const job of ['trash', 'expired-uploads']) await service.jobs.run(job);
    assert.deepEqual(filesOf(service).toSorted(), before.toSorted());
  });
}

test('a file that is missing is reported, and the rest comes', async () => {
  const workspace = await makeWorkspace(ada);
  const { state, report } = await importZip(
    workspace,
    changed((files) => void delete files[file]),
  );
  assert.equal(state, 'completed');
  const kind = 'attached files that are not there any more left out';
  assert.deepEqual(report, [{ kind, count: 1, examples: ['paint.txt'], needsAttention: true }]);
});

test('keys that an export does not have are ignored, even if no database can store their values', async () => {
  const unknown = '"unknown":"\\u0000","\\u0000":"\\ud800"';
  const item = `{"title":"Sand\\u0000 it","completed":true,${unknown}}`;
  const zip = withLines((text) =>
    text.replace(
      '"checklists":[]',
      `"checklists":[{"name":"Steps","items":[${item}],${unknown}}],${unknown}`,
    ),
  );
  const { state, error, boardPublicId } = await importZip(await makeWorkspace(ada), zip);
  assert.deepEqual([state, error], ['completed', null]);
  const params = { boardPublicId: boardPublicId ?? '' };
  const { cards } = await ada.call(api.boards.cards, { params });
  const { checklists } = await ada.call(api.cards.get, {
    params: { cardPublicId: nth(cards, 0).publicId },
    query: {},
  });
  const shown = checklists.map(({ name, items }) => [
    name,
    items.map(({ title, completed }) => [title, completed]),
  ]);
  assert.deepEqual(shown, [['Steps', [['Sand it', true]]]]);
});

test('of the export of a workspace one says which board', async () => {
  await makeBoard(ada, { workspace: board.workspace, name: 'Second' });
  const zip = await exportOf(`/workspaces/${board.workspace}/export?format=native`);
  const workspace = await makeWorkspace(ada);
  const unsaid = await importZip(workspace, zip);
  assert.equal(unsaid.state, 'failed');
  assert.match(unsaid.error ?? '', /has 2 boards \(\w+, \w+\): say which/);
  const { state, boardName } = await importZip(workspace, zip, board.board);
  assert.deepEqual([state, boardName], ['completed', 'Harbour']);
  assert.match((await importZip(workspace, zip, 'nosuchboard1')).error ?? '', /no such board/);
});

test('a closed board stays closed: only who imports it is its member, and nobody is on its cards', async () => {
  const made = await makeBoard(ada, { name: 'Closed' });
  const bobs = await addMember(service, made.workspace, bob);
  await makeCard(ada, nth(made.lists, 0), { memberPublicIds: [bobs] });
  const zip = await exportOf(`/boards/${made.board}/export?format=native`);
  const files = unzipSync(zip);
  const name = `boards/${made.board}.jsonl`;
  const text = strFromU8(files[name] ?? new Uint8Array());
  const closed = text
    .replace('"access":"workspace"', '"access":"members"')
    .replace(/"archivedAt":null/, '"archivedAt":"2026-01-01T00:00:00Z"');
  const { boardPublicId, report } = await importZip(
    made.workspace,
    zipSync({ ...files, [name]: strToU8(closed) }),
  );
  assert.deepEqual(
    report.map(({ kind, count }) => [kind, count]),
    [
      ['assignments on a closed board left out', 1],
      ['archived boards made live', 1],
      ['card numbers that were taken: the cards got new ones', 1],
    ],
  );
  const params = { boardPublicId: boardPublicId ?? '' };
  assert.equal((await ada.call(api.boards.get, { params })).lists[0]?.cards[0]?.members.length, 0);
  await bob.refused(404, api.boards.get, { params });
});

test('a bot comes again as a placeholder, which can do nothing, also where it still is', async () => {
  const made = await makeBoard(ada, { name: 'With a bot' });
  const params = { workspacePublicId: made.workspace };
  const { publicId: bot } = await ada.call(api.bots.create, {
    params,
    body: { name: 'Builder', role: 'member' },
  });
  const { key } = await ada.call(api.bots.createKey, {
    params: { ...params, botPublicId: bot },
    body: { name: 'Its key' },
  });
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'Its card', memberPublicIds: [bot] });
  const said = { params: { cardPublicId: card }, body: { comment: 'Done' } };
  await service.caller(key).call(api.comments.create, said);
  const { state, boardPublicId } = await importZip(
    made.workspace,
    await exportOf(`/boards/${made.board}/export?format=native`),
  );
  assert.equal(state, 'completed');
  const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: boardPublicId ?? '' } });
  const [again] = cards;
  assert.equal(again?.memberPublicIds.length, 1);
  assert.notEqual(again?.memberPublicIds[0], bot);
  const { members } = await ada.call(api.workspaces.get, { params });
  const placeholder = members.find(({ publicId }) => publicId === again?.memberPublicIds[0]);
  assert.deepEqual([placeholder?.status, placeholder?.user?.name], ['paused', 'Builder']);
  const read = { params: { cardPublicId: again?.publicId ?? '' } };
  const { comments } = await ada.call(api.comments.list, { ...read, query: {} });
  assert.deepEqual(
    comments.map(({ comment, user, apiKey }) => [comment, user.name, apiKey]),
    [['Done', 'Builder', null]],
  );
});
