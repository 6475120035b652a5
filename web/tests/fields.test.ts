import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import type { FieldType } from '../../contract/field-types.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* The fields of a board: made in its panel, set on the page of a card, and shown on tiles. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function looking(name: string) {
  assert.ok(service);
  const person = await service.signUp(name);
  const made = await makeBoard(person, { name: 'Harbour' });
  const card = await makeCard(person, nth(made.lists, 0), { title: 'Paint the hull' });
  const field = (fieldName: string, type: FieldType, options: string[] = []) =>
    person.call(api.fields.create, {
      params: { boardPublicId: made.board },
      body: {
        name: fieldName,
        type,
        ...(options.length > 0 ? { options: options.map((each) => ({ name: each })) } : {}),
      },
    });
  const values = async () => {
    const params = { cardPublicId: card };
    const { work } = await person.call(api.cards.get, { params, query: { include: ['work'] } });
    return work?.fields.map((each) => [each.name, each.value]);
  };
  return { person, ...made, card, field, values, ...(await service.visitor({}, person)) };
}

const sent = (page: Page) => page.locator('.board-page[data-sent="true"]').waitFor();

test('a field is added in the panel with its options, changed, ordered and deleted', { skip }, async () => {
  const { person, board, page, field, complaints } = await looking('fields-panel');
  await field('Cost', 'number');
  await page.goto(`/b/${board}/fields`);
  const panel = page.getByRole('dialog', { name: 'Fields' });
  await panel.getByRole('button', { name: 'New field' }).click();
  await panel.getByLabel('Field name').fill('Stage');
  await panel.getByLabel('Type').selectOption({ label: 'Select' });
  for (const [at, option] of ['Draft', 'Done'].entries()) {
    await panel.getByRole('button', { name: 'Add option' }).click();
    await panel.getByLabel(`Option ${at + 1}`, { exact: true }).fill(option);
  }
  await panel.getByRole('button', { name: 'Add field' }).click();
  await panel.getByRole('button', { name: 'Move Stage up' }).click();
  await panel.getByRole('button', { name: 'Edit field Cost' }).click();
  await panel.getByLabel('Field name').fill('Price');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Price').waitFor();
  const params = { boardPublicId: board };
  const made = await person.call(api.fields.list, { params });
  assert.deepEqual(
    made.map(({ name, options }) => [name, options.map((each) => each.name)]),
    [
      ['Stage', ['Draft', 'Done']],
      ['Price', []],
    ],
  );
  await panel.getByRole('button', { name: 'Edit field Price' }).click();
  await panel.getByRole('button', { name: 'Delete field' }).click();
  await panel.getByRole('button', { name: 'Delete', exact: true }).click();
  await panel.getByText('Price').waitFor({ state: 'detached' });
  assert.equal((await person.call(api.fields.list, { params })).length, 1);
  assert.deepEqual(complaints, []);
});

test('values of each type are set on the page of a card, shown on its tile, and undone', {
  skip,
}, async () => {
  const { board, card, page, field, values, complaints } = await looking('fields-card');
  const stage = await field('Stage', 'select', ['Draft', 'Done']);
  await field('Cost', 'number');
  await field('Checked', 'checkbox');
  await page.goto(`/c/${card}`);
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: /^Stage/ }).click();
  await page.getByRole('option', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: /^Cost/ }).click();
  await page.getByRole('dialog', { name: 'Cost' }).getByLabel('Cost').fill('12.5');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /^Checked/ }).click();
  await dialog.getByRole('button', { name: 'Checked Yes' }).waitFor();
  await page.goto(`/b/${board}`);
  const tile = page.locator(`[data-card="${card}"]`);
  await tile.getByText('Done').waitFor();
  await tile.getByText('12.5').waitFor();
  await sent(page);
  assert.deepEqual(await values(), [
    ['Stage', nth(stage.options, 1).publicId],
    ['Cost', 12.5],
    ['Checked', true],
  ]);
  await page.goto(`/c/${card}`);
  await dialog.getByRole('button', { name: /^Checked/ }).click();
  await dialog.getByRole('button', { name: 'Checked Yes' }).waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+z');
  await dialog.getByRole('button', { name: 'Checked Yes' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a field of the workspace is made in its settings, used by a board, renamed there and taken off', {
  skip,
}, async () => {
  const { person, workspace, board, page, complaints } = await looking('fields-shared');
  await page.goto(`/w/${workspace}/fields`);
  await page.getByText('This workspace has no fields yet.').waitFor();
  await page.getByRole('button', { name: 'New field' }).click();
  await page.getByLabel('Field name').fill('Stage');
  await page.getByLabel('Type').selectOption({ label: 'Select' });
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByLabel('Option 1', { exact: true }).fill('Draft');
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByText('not used yet').waitFor();
  assert.deepEqual(await violationsOn(page), []);

  await page.goto(`/b/${board}/fields`);
  const panel = page.getByRole('dialog', { name: 'Fields' });
  await panel.getByRole('button', { name: 'Use a field of the workspace' }).click();
  await panel.getByRole('button', { name: 'Use Stage' }).click();
  await panel.getByText('Shared · Select').waitFor();
  const [used] = await person.call(api.fields.list, { params: { boardPublicId: board } });
  assert.equal(used?.name, 'Stage');
  const params = { workspacePublicId: workspace, workspaceFieldPublicId: used?.workspaceFieldPublicId ?? '' };
  await person.call(api.fields.updateInWorkspace, { params, body: { name: 'Phase' } });
  await panel.getByRole('button', { name: 'Edit field Phase' }).click();
  await panel.getByText('Phase is a field of the workspace').waitFor();
  assert.equal(await panel.getByLabel('Field name').count(), 0);
  await panel.getByLabel('Show on the board').uncheck();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'Edit field Phase' }).click();
  assert.ok(!(await panel.getByLabel('Show on the board').isChecked()));
  assert.deepEqual(await violationsOn(page), []);

  const { page: settings } = (await service?.visitor({}, person)) ?? {};
  assert.ok(settings);
  await settings.goto(`/w/${workspace}/fields`);
  await settings.getByText('on 1 board · Select').waitFor();
  await settings.getByRole('button', { name: 'Edit field Phase' }).click();
  await settings.getByRole('button', { name: 'Delete field' }).click();
  await settings.getByText('1 board uses it.').waitFor();
  await settings.getByRole('button', { name: 'Delete', exact: true }).click();
  await settings.getByText('This workspace has no fields yet.').waitFor();
  await panel.getByText('Shared · Select').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a field of a board becomes one of the workspace, and the board keeps its values', {
  skip,
}, async () => {
  const { person, workspace, board, page, complaints } = await looking('fields-share');
  const of = { params: { boardPublicId: board } };
  const cost = await person.call(api.fields.create, { ...of, body: { name: 'Cost', type: 'number' } });
  await page.goto(`/b/${board}/fields`);
  const panel = page.getByRole('dialog', { name: 'Fields' });
  await panel.getByRole('button', { name: 'Edit field Cost' }).click();
  assert.deepEqual(await violationsOn(page), []);
  const params = { workspacePublicId: workspace };
  const own = await person.call(api.fields.createInWorkspace, {
    params,
    body: { name: 'cost', type: 'number' },
  });
  await panel.getByRole('button', { name: 'Share with the workspace' }).click();
  await page.getByText('the workspace has a field of this name already').waitFor();
  assert.match(complaints.splice(0).join(), /^error: .*409 \(Conflict\)$/);
  await person.call(api.fields.deleteFromWorkspace, {
    params: { ...params, workspaceFieldPublicId: own.publicId },
  });
  await panel.getByRole('button', { name: 'Share with the workspace' }).click();
  await panel.getByText('Shared · Number').waitFor();
  const [shared] = await person.call(api.fields.list, of);
  assert.equal(shared?.publicId, cost.publicId);
  const listed = await person.call(api.fields.listOfWorkspace, { params });
  assert.deepEqual(
    listed.map(({ publicId, boardCount }) => [publicId, boardCount]),
    [[shared.workspaceFieldPublicId, 1]],
  );
  assert.deepEqual(complaints, []);
});
