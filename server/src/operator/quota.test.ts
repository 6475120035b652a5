import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import { confirmedFor } from '../base/access/confirmation.ts';
import { day, hour, minute } from '../base/clock.ts';
import { download, filesIn } from '../testing/exports.ts';
import { attach, beginUpload, filesOf } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeOperator } from '../testing/members.ts';
import { addApp, codeAt } from '../testing/second-factors.ts';
import { testService } from '../testing/service.ts';

/* The storage quota of one workspace, set by an operator: here without one for all, at the end with one. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const eve = await service.signUp('eve');
await makeOperator(service, ada);

const setQuota = (workspacePublicId: string, storageQuota: number | null, operator = ada) =>
  operator.call(api.operator.updateWorkspace, { params: { workspacePublicId }, body: { storageQuota } });

const usageOf = (workspacePublicId: string) =>
  eve.call(api.attachments.usage, { params: { workspacePublicId } });

const content = (bytes: number) => ({ content: 'x'.repeat(bytes) });

const upload = (cardPublicId: string, bytes: number) => ({
  params: { cardPublicId },
  body: { filename: 'a', contentType: 'text/plain', size: bytes },
});

/** A workspace of eve with a board and a card, and bytes of files on it. */
async function workspaceWith(bytes: number, workspace?: string) {
  const made = await makeBoard(eve, workspace ? { workspace } : {});
  const card = await makeCard(eve, nth(made.lists, 0));
  if (bytes > 0) await attach(eve, card, content(bytes));
  return { ...made, card };
}

test('an operator sets how many bytes the files of a workspace may have, raises and lowers it, and takes it back', async () => {
  const { workspace, card } = await workspaceWith(60);
  const listed = async () => {
    const { workspaces } = await ada.call(api.operator.workspaces, { query: { limit: 100 } });
    const found = workspaces.find(({ publicId }) => publicId === workspace);
    return [found?.storageQuota, found?.quotaBytes];
  };
  assert.deepEqual(await listed(), [null, null]);
  await setQuota(workspace, 100);
  assert.deepEqual(await listed(), [100, 100]);
  assert.deepEqual(await usageOf(workspace), { usedBytes: 60, quotaBytes: 100 });
  const { issues } = await eve.refused(409, api.attachments.createUpload, upload(card, 41));
  assert.equal(nth(issues, 0).message, 'The files of this workspace may take up at most 100 bytes');
  await setQuota(workspace, 101);
  await attach(eve, card, content(41));
  // Others keep what they have.
  assert.equal((await usageOf((await workspaceWith(200)).workspace)).quotaBytes, null);
  await setQuota(workspace, 50);
  assert.deepEqual(await usageOf(workspace), { usedBytes: 101, quotaBytes: 50 });
  await eve.refused(409, api.attachments.createUpload, upload(card, 1));
  await setQuota(workspace, null);
  assert.deepEqual(await listed(), [null, null]);
  await attach(eve, card, content(1000));
});

test('below what is used nothing is lost: what is there is read, exported, deleted and restored, and only new files are refused', async () => {
  const { workspace, board, card } = await workspaceWith(60);
  await setQuota(workspace, 0);
  const [file] = await eve.call(api.attachments.list, { params: { cardPublicId: card } });
  assert.equal(await (await fetch(file?.url ?? '')).text(), content(60).content);
  const zip = await download(service, eve, `/boards/${board}/export?format=native`);
  assert.ok((await filesIn(zip)).size > 0);
  const attachmentPublicId = file?.publicId ?? '';
  await eve.call(api.attachments.delete, { params: { attachmentPublicId } });
  await eve.call(api.attachments.restore, { params: { attachmentPublicId } });
  await eve.refused(409, api.attachments.createUpload, upload(card, 1));
  // Neither is what has no files.
  const body = {
    workspacePublicId: workspace,
    format: 'csv',
    content: 'Title,List\nOne,To do\n',
  } as const;
  await eve.call(api.imports.file, { body });
  const { workspace: elsewhere, board: empty } = await workspaceWith(0);
  assert.notEqual(elsewhere, workspace);
  await eve.call(api.boards.move, {
    params: { boardPublicId: empty },
    body: { targetWorkspacePublicId: workspace },
  });
  assert.deepEqual(await usageOf(workspace), { usedBytes: 60, quotaBytes: 0 });
});

test('of uploads at once as many begin as fit, also while the quota is lowered', async () => {
  const { workspace, card } = await workspaceWith(40);
  await setQuota(workspace, 100);
  const begun = await Promise.allSettled(
    Array.from({ length: 8 }, () => beginUpload(eve, card, content(20))),
  );
  assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 3);
  await setQuota(workspace, 200);
  const [lowered, ...others] = await Promise.allSettled([
    setQuota(workspace, 140),
    ...Array.from({ length: 8 }, () => beginUpload(eve, card, content(20))),
  ]);
  assert.equal(lowered.status, 'fulfilled');
  // Those that came before it had room up to 200; none after it has more than 140.
  const more = others.filter(({ status }) => status === 'fulfilled').length;
  assert.ok(more >= 2 && more <= 5, `${more}`);
  await eve.refused(409, api.attachments.createUpload, upload(card, 20));
});

test('a board with files moves only to where they fit, and one that does not leaves nothing there', async () => {
  const { board } = await workspaceWith(60);
  const target = await makeWorkspace(eve);
  await setQuota(target, 100);
  const { card } = await workspaceWith(50, target);
  const to = (boardPublicId: string) => ({
    params: { boardPublicId },
    body: { targetWorkspacePublicId: target },
  });
  const before = await service.sql(`select id from cards where workspace_id = '${target}'`);
  const { issues } = await eve.refused(409, api.boards.move, to(board));
  assert.match(nth(issues, 0).message, /at most 100 bytes/);
  assert.deepEqual(await service.sql(`select id from cards where workspace_id = '${target}'`), before);
  assert.equal((await usageOf(target)).usedBytes, 50);
  // An upload that is not confirmed counts there as here.
  await setQuota(target, 115);
  const cards = await eve.call(api.boards.cards, { params: { boardPublicId: board } });
  await beginUpload(eve, nth(cards.cards, 0).publicId, content(10));
  await eve.refused(409, api.boards.move, to(board));
  await setQuota(target, 120);
  await eve.call(api.boards.move, to(board));
  assert.deepEqual(await usageOf(target), { usedBytes: 120, quotaBytes: 120 });
  await eve.refused(409, api.attachments.createUpload, upload(card, 1));
});

test('of two boards that move at once only as many arrive as fit', async () => {
  const target = await makeWorkspace(eve);
  await setQuota(target, 100);
  const boards = [(await workspaceWith(60)).board, (await workspaceWith(60)).board];
  const moved = await Promise.allSettled(
    boards.map((boardPublicId) =>
      eve.call(api.boards.move, { params: { boardPublicId }, body: { targetWorkspacePublicId: target } }),
    ),
  );
  assert.deepEqual(moved.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal((await usageOf(target)).usedBytes, 60);
});

test('an import with files that do not fit fails, and leaves nothing', async () => {
  const { board } = await workspaceWith(60);
  const zip = await (await download(service, eve, `/boards/${board}/export?format=native`)).arrayBuffer();
  const target = await makeWorkspace(eve);
  const bring = async () => {
    const reply = await service.raw(
      addressOf(api.imports.upload, {}, { workspacePublicId: target, format: 'native' }),
      {
        method: 'POST',
        headers: { authorization: `Bearer ${eve.token}`, 'content-type': 'application/zip' },
        body: Buffer.from(zip),
      },
    );
    const { importPublicId } = (await reply.json()) as { importPublicId: string };
    await service.jobs.run('imports');
    return eve.call(api.imports.get, { params: { importPublicId } });
  };
  await setQuota(target, 59);
  const before = filesOf(service).sort();
  const { state, error } = await bring();
  assert.deepEqual([state, error], ['failed', 'The files of this workspace may take up at most 59 bytes']);
  service.clock.pass(day + 2 * hour);
  for (const job of ['imports', 'trash', 'expired-uploads']) await service.jobs.run(job);
  assert.deepEqual(filesOf(service).sort(), before);
  await setQuota(target, 60);
  assert.equal((await bring()).state, 'completed');
  assert.equal((await usageOf(target)).usedBytes, 60);
});

test('the log of the workspace says who has set it, once', async () => {
  const { workspace } = await workspaceWith(0);
  for (const quota of [100, 100, null]) await setQuota(workspace, quota);
  const { entries } = await eve.call(api.audit.list, { params: { workspacePublicId: workspace } });
  const told = entries.filter(({ detail }) => detail.some(({ field }) => field === 'storageQuota'));
  assert.deepEqual(
    told.map(({ type, user, detail }) => [type, user?.id, detail]),
    [
      ['workspace.updated', ada.id, [{ field: 'storageQuota', from: '100', to: null }]],
      ['workspace.updated', ada.id, [{ field: 'storageQuota', from: null, to: '100' }]],
    ],
  );
});

test('nobody else sets it, whatever they send, and bad input changes nothing', async () => {
  const { workspace } = await workspaceWith(0);
  const params = { workspacePublicId: workspace };
  await setQuota(workspace, 100);
  await eve.refused(404, api.operator.updateWorkspace, { params, body: { storageQuota: null } });
  const hidden = { storageQuota: null, storage_quota: null, quotaBytes: null };
  await eve.call(api.workspaces.update, { params, body: { name: 'Mine', ...hidden } as { name: string } });
  for (const storageQuota of [-1, 1.5, '100', 2 ** 60, undefined]) {
    const body = { storageQuota } as { storageQuota: number };
    await ada.refused(400, api.operator.updateWorkspace, { params, body });
  }
  const absent = { params: { workspacePublicId: '0123456789abcdef' }, body: { storageQuota: 1 } };
  await ada.refused(404, api.operator.updateWorkspace, absent);
  assert.equal((await usageOf(workspace)).quotaBytes, 100);
});

test('an operator with a second factor is asked to confirm that it is them', async () => {
  const kim = await service.signUp('kim');
  await makeOperator(service, kim);
  const { secret } = await addApp(service, kim);
  const { workspace } = await workspaceWith(0);
  service.clock.pass(confirmedFor + minute);
  const input = { params: { workspacePublicId: workspace }, body: { storageQuota: 1 } };
  const { message } = await kim.refused(403, api.operator.updateWorkspace, input);
  assert.match(message, /POST \/auth\/confirm/);
  await kim.call(api.secondFactors.confirmSession, { body: { code: codeAt(service, secret) } });
  await setQuota(workspace, 1, kim);
});

test('it holds instead of that of the installation, above and below it', async () => {
  const bounded = await testService({ STORAGE_QUOTA: '100' });
  const kim = await bounded.signUp('kim');
  await makeOperator(bounded, kim);
  const { workspace, lists } = await makeBoard(kim);
  const card = await makeCard(kim, nth(lists, 0));
  const params = { workspacePublicId: workspace };
  const quotaIs = async (storageQuota: number | null, bytes: number, isRefused: number) => {
    await kim.call(api.operator.updateWorkspace, { params, body: { storageQuota } });
    const { workspaces } = await kim.call(api.operator.workspaces);
    const [found] = workspaces.filter(({ publicId }) => publicId === workspace);
    assert.deepEqual([found?.storageQuota, found?.quotaBytes], [storageQuota, bytes]);
    assert.equal((await kim.call(api.attachments.usage, { params })).quotaBytes, bytes);
    await kim.refused(409, api.attachments.createUpload, upload(card, isRefused));
  };
  await quotaIs(150, 150, 151);
  await attach(kim, card, content(120));
  await quotaIs(50, 50, 1);
  await quotaIs(null, 100, 1);
});
