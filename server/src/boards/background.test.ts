import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Background } from '../../../contract/board-shapes.ts';
import { boardTint } from '../../../contract/hues.ts';
import { download } from '../testing/exports.ts';
import { makeBoard, makeWorkspace } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* The color with which the page of a board is tinted. */

const service = await testService();
const ada = await service.signUp('ada');
const teal = { colour: '#0d9488' };

const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const set = (board: string, background: Background) =>
  ada.call(api.boards.update, { ...at(board), body: { background } });
const backgroundOf = async (board: string) =>
  (await ada.call(api.boards.snapshot, at(board))).board.background;

test('a board is tinted with a color, and with its own again; both are events', async () => {
  const { board } = await makeBoard(ada);
  assert.equal(await backgroundOf(board), null);
  assert.deepEqual(await service.recorded(() => set(board, teal)), ['board.updated']);
  assert.deepEqual(await backgroundOf(board), teal);
  assert.deepEqual(await service.recorded(() => set(board, teal)), []);
  await ada.call(api.boards.update, { ...at(board), body: { name: 'Tides' } });
  assert.deepEqual(await backgroundOf(board), teal, 'it stays when something else changes');
  assert.deepEqual(await service.recorded(() => set(board, null)), ['board.updated']);
  assert.equal(await backgroundOf(board), null);
  for (const background of [{ colour: 'teal' }, { colour: '#0d9488;}' }, {}, 'red'])
    await assert.rejects(set(board, background as Background), { status: 400 });
});

test('who may not edit a board does not tint it', async () => {
  const { board, workspace } = await makeBoard(ada);
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  await guest.refused(403, api.boards.update, { ...at(board), body: { background: teal } });
});

test('webhooks are sent the color, and the one before', async () => {
  const { board, workspace } = await makeBoard(ada);
  await ada.call(api.webhooks.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Chat', url: 'https://example.com/', events: ['board.updated'] },
  });
  await set(board, teal);
  const [sent] = await service.sql<{ body: string }>(
    `select body from webhook_events where workspace_id = '${workspace}'`,
  );
  const { data } = JSON.parse(sent?.body ?? '{}') as { data: { previous: object } };
  assert.ok(sent?.body.includes('"background":{"colour":"#0d9488"}'), sent?.body);
  assert.equal((data.previous as { background?: unknown }).background, null);
});

test('copies, exports, imports and moves keep the color', async () => {
  const { board, workspace } = await makeBoard(ada);
  await set(board, teal);
  const params = { workspacePublicId: workspace };
  const copy = await ada.call(api.boards.create, {
    params,
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.deepEqual(await backgroundOf(copy.publicId), teal);
  const response = await download(service, ada, `/boards/${board}/export?format=native`);
  const content = new Uint8Array(await response.arrayBuffer());
  const { boardPublicId } = await importFile(service, ada, { ...params, format: 'native', content });
  assert.deepEqual(await backgroundOf(boardPublicId ?? ''), teal);
  const targetWorkspacePublicId = await makeWorkspace(ada);
  await ada.call(api.boards.move, { ...at(board), body: { targetWorkspacePublicId } });
  assert.deepEqual(await backgroundOf(board), teal);
});

test('the page of a public board has the color', async () => {
  const { board, workspace } = await makeBoard(ada);
  await set(board, teal);
  await ada.call(api.boards.update, { ...at(board), body: { slug: 'tides', visibility: 'public' } });
  const { slug } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const page = await (await fetch(`${service.address}/p/${slug}/tides`)).text();
  const { hue, tint } = boardTint(board, teal.colour);
  assert.ok(page.includes(`:root{--board:${hue};--tint:${tint}}`), page.slice(0, 2000));
});

test('the hue of a color is that of oklch, and greys have none', () => {
  for (const [colour, hue] of [
    ['#ff0000', 29],
    ['#00ff00', 142],
    ['#0000ff', 264],
  ] as const)
    assert.deepEqual(boardTint('', colour), { hue, tint: 0.03 });
  for (const grey of ['#000000', '#808080', '#ffffff']) assert.equal(boardTint('', grey).tint, 0);
});
