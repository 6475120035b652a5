import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Changes of fields of a workspace while boards that use them are changed, moved or in the trash. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const on = (boardPublicId: string) => ({ params: { boardPublicId } });

/** A select of the workspace that a board uses, with a card. */
async function shared() {
  const made = await makeBoard(ada);
  const { workspace, board } = made;
  const body = { name: 'Stage', type: 'select', options: [{ name: 'Draft' }, { name: 'Done' }] } as const;
  const stage = await ada.call(api.fields.createInWorkspace, {
    params: { workspacePublicId: workspace },
    body: { ...body, options: [...body.options] },
  });
  const params = { workspacePublicId: workspace, workspaceFieldPublicId: stage.publicId };
  const used = await ada.call(api.fields.use, {
    params: { boardPublicId: board, workspaceFieldPublicId: stage.publicId },
  });
  const card = await makeCard(ada, nth(made.lists, 0), { fields: { Stage: 'Done' } });
  const change = (given: BodyOf<typeof api.fields.updateInWorkspace>) =>
    ada.call(api.fields.updateInWorkspace, { params, body: given });
  const remove = () => ada.call(api.fields.deleteFromWorkspace, { params });
  const fieldOn = async () => nth(await ada.call(api.fields.list, on(board)), 0);
  const valuesOf = async () => (await ada.call(api.cards.content, { params: { cardPublicId: card } })).fields;
  return { workspace, board, stage, used, change, remove, fieldOn, valuesOf };
}

test('a board that shows or hides a field does not undo what the workspace changes of it meanwhile', async () => {
  const { used, change, fieldOn } = await shared();
  for (let turn = 0; turn < 10; turn++) {
    const name = `Stage ${turn}`;
    const toggles = [false, true, false, true, false, true].map((shownOnTile) =>
      ada.call(api.fields.update, { params: { fieldPublicId: used.publicId }, body: { shownOnTile } }),
    );
    await Promise.all([change({ name }), ...toggles]);
    assert.equal((await fieldOn()).name, name);
  }
});

test('a field loses an option and is deleted although a board that used it has moved to another workspace', async () => {
  const { stage, board, change, remove, fieldOn, valuesOf } = await shared();
  const body = { targetWorkspacePublicId: await makeWorkspace(ada) };
  await ada.call(api.boards.move, { ...on(board), body });
  const [draft] = (await change({ options: stage.options.slice(0, 1) })).options;
  assert.equal(draft?.name, 'Draft');
  await remove();
  assert.equal((await fieldOn()).options.length, 2);
  assert.equal(Object.keys((await valuesOf()) ?? {}).length, 1);
});

test('of a board in the trash it is taken without a word, and is gone when the board is restored', async () => {
  const { board, remove, valuesOf } = await shared();
  await ada.call(api.boards.delete, on(board));
  const types = await service.recorded(async () => {
    assert.deepEqual(await remove(), { success: true, boards: 0, cards: 1 });
  });
  assert.deepEqual(types, []);
  await ada.call(api.boards.restore, on(board));
  assert.deepEqual(await ada.call(api.fields.list, on(board)), []);
  assert.equal(await valuesOf(), undefined);
});

test('options that the caller has not read are not taken away', async () => {
  const { board, stage, change, fieldOn, valuesOf } = await shared();
  const ids = stage.options.map(({ publicId }) => publicId);
  const { options } = await change({ options: [...stage.options, { name: 'Print' }], knownOptions: ids });
  const refused = { status: 409, message: /the field has options by now that are not among these/ };
  await assert.rejects(change({ name: 'Phase', options: stage.options, knownOptions: ids }), refused);
  assert.deepEqual([(await fieldOn()).name, (await fieldOn()).options], ['Stage', options]);
  await change({ options: options.slice(0, 1), knownOptions: options.map(({ publicId }) => publicId) });
  assert.equal(await valuesOf(), undefined);
  const own = await ada.call(api.fields.create, {
    ...on(board),
    body: { name: 'Size', type: 'select', options: [{ name: 'S' }] },
  });
  const params = { fieldPublicId: own.publicId };
  const body = { options: [{ name: 'M' }], knownOptions: [] };
  await assert.rejects(ada.call(api.fields.update, { params, body }), refused);
});

test('a change that is refused takes no option off a card', async () => {
  const { workspace, stage, change, valuesOf } = await shared();
  await ada.call(api.fields.createInWorkspace, {
    params: { workspacePublicId: workspace },
    body: { name: 'Size', type: 'text' },
  });
  await assert.rejects(change({ name: 'Size', options: stage.options.slice(0, 1) }), { status: 409 });
  assert.equal(Object.keys((await valuesOf()) ?? {}).length, 1);
});
