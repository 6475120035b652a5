import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* The settings of a workspace: members, roles, the invite link, the audit log and the trash. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function someone(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const made = await makeBoard(person);
  const at = { params: { workspacePublicId: made.workspace } };
  return { service, person, ...made, at, ...(await service.visitor(options, person)) };
}

test('a member is paused, and let back in', { skip }, async () => {
  const { service, person, workspace, at, page, complaints } = await someone('paula');
  const bob = await service.signUp('bob');
  await makeMember(service, person, workspace, bob);
  await page.goto(`/w/${workspace}/members`);
  await page.getByRole('button', { name: 'Pause bob' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await bob.refused(403, api.workspaces.get, at);
  await page.getByRole('button', { name: 'Let bob back in' }).click();
  await page.getByRole('button', { name: 'Pause bob' }).waitFor();
  await bob.call(api.workspaces.get, at);
  assert.equal(await page.getByRole('button', { name: 'Pause paula' }).count(), 0);
  assert.deepEqual(complaints, []);
});

test('only roles that one may give are offered, and nobody above one can be changed', { skip }, async () => {
  const { service, person, workspace, page, complaints } = await someone('pat');
  const lead = await service.signUp('lead');
  await addMember(service, workspace, lead, { granted: ['member:edit', 'member:remove', 'member:invite'] });
  const guest = await service.signUp('guest');
  await makeMember(service, person, workspace, guest, 'guest');
  const other = await service.visitor({}, lead);
  await other.page.goto(`/w/${workspace}/members`);
  await other.page.getByLabel('Role of guest').waitFor();
  const roles = await other.page.getByLabel('Role of guest').locator('option').allTextContents();
  assert.deepEqual(roles, ['Member', 'Guest (read-only)', 'Guest (selected boards)']);
  assert.equal(await other.page.getByLabel('Role of pat').count(), 0);
  assert.equal(await other.page.getByRole('button', { name: 'Pause pat' }).count(), 0);
  await page.goto(`/w/${workspace}/members`);
  await page.getByLabel('Role of guest').selectOption('admin');
  await page.getByLabel('Role of guest').waitFor();
  assert.deepEqual([...complaints, ...other.complaints], []);
});

test('one member may do more than their role permits, until that is reset', { skip }, async () => {
  const { service, person, workspace, page, complaints } = await someone('rita');
  const bob = await service.signUp('ruben');
  const memberPublicId = await makeMember(service, person, workspace, bob);
  const read = () =>
    person.call(api.members.permissions, { params: { workspacePublicId: workspace, memberPublicId } });
  await page.goto(`/w/${workspace}/members`);
  await page.getByRole('link', { name: 'ruben' }).click();
  await page.getByLabel('Delete boards').check();
  await page.getByText('Differs', { exact: true }).waitFor();
  await page.getByLabel('Write comments').uncheck();
  await page.getByText('Differs', { exact: true }).nth(1).waitFor();
  const { permissions, overrides } = await read();
  assert.ok(permissions.includes('board:delete') && !permissions.includes('comment:create'));
  assert.equal(overrides.length, 2);
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Reset to the role' }).click();
  await page.getByText('Differs', { exact: true }).first().waitFor({ state: 'detached' });
  assert.deepEqual((await read()).overrides, []);
  assert.deepEqual(complaints, []);
});

test('a role is made, given rights in the matrix, renamed and deleted', { skip }, async () => {
  const { person, workspace, at, page, complaints } = await someone('rudi');
  const role = async (name: string) =>
    (await person.call(api.roles.listPermissions, at)).roles.find((each) => each.name === name);
  await page.goto(`/w/${workspace}/roles`);
  await page.getByRole('button', { name: 'New role' }).click();
  await page.keyboard.type('Editor');
  await page.getByLabel('What it is for').fill('Writes the texts');
  await page.getByLabel('Starts with the permissions of').selectOption({ label: 'Guest (read-only)' });
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('columnheader', { name: 'Editor' }).waitFor();
  await page.getByLabel('Change and move cards: Editor').check();
  await page.getByLabel('See members: Editor').focus();
  await page.keyboard.press('Space');
  let permissions: readonly string[] = [];
  await until(async () => {
    permissions = (await role('Editor'))?.permissions ?? [];
    return permissions.includes('card:edit') && !permissions.includes('member:view');
  }, 'both rights are changed');
  // What admins may do cannot be changed.
  assert.equal(await page.getByLabel('See boards: Admin').count(), 0);
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Edit Editor' }).click();
  await page.getByLabel('Name').fill('Author');
  await page.getByLabel('Rank').selectOption({ label: 'Between Admin and Member' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Author' }).waitFor();
  const renamed = (await person.call(api.roles.list, at)).roles.find(({ name }) => name === 'Author');
  assert.deepEqual([renamed?.hierarchyLevel, renamed?.description], [50, 'Writes the texts']);
  assert.deepEqual((await role('Author'))?.permissions, permissions);
  await page.getByRole('button', { name: 'Delete role' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete role' }).click();
  await page.getByRole('columnheader', { name: 'Author' }).waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a member sees the roles, and can change none', { skip }, async () => {
  const { service, workspace, complaints } = await someone('rina');
  const bob = await service.signUp('robert');
  await addMember(service, workspace, bob);
  const { page } = await service.visitor({ viewport: { width: 320, height: 640 } }, bob);
  await page.goto(`/w/${workspace}/roles`);
  await page.getByText('Your role', { exact: true }).waitFor();
  assert.equal(await page.getByRole('main').getByRole('checkbox').count(), 0);
  assert.equal(await page.getByRole('button', { name: /New role|Edit/ }).count(), 0);
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});

test('an invite link is made, replaced and ended', { skip }, async () => {
  const { workspace, person, at, page, complaints } = await someone('ines');
  await page.goto(`/w/${workspace}/invite-link`);
  await page.getByText('There is no active link.').waitFor();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByLabel('Link', { exact: true });
  const first = await link.inputValue();
  assert.equal((await person.call(api.invites.link, at)).inviteLink, first);
  await page.getByRole('button', { name: 'Replace link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace link' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  assert.notEqual(await link.inputValue(), first);
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'End link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click();
  await page.getByText('There is no active link.').waitFor();
  assert.equal((await person.call(api.invites.link, at)).isActive, false);
  assert.deepEqual(complaints, []);
});

test('the audit log is filtered by who and what and when, and exported as it is filtered', {
  skip,
}, async () => {
  const { service, person, workspace, at, page, complaints } = await someone('audrey');
  const bob = await service.signUp('bert');
  await addMember(service, workspace, bob, { role: 'admin' });
  for (const name of ['=HYPERLINK("x")', 'Second'])
    await bob.call(api.roles.create, { ...at, body: { name, permissions: [] } });
  await person.call(api.roles.create, { ...at, body: { name: 'Third', permissions: [] } });
  await page.goto(`/w/${workspace}/audit`);
  await page.getByText(/audrey created the role Third/).waitFor();
  await page.getByText(/audrey created the workspace/).waitFor();
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption({ label: 'bert' });
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption({ label: 'Roles' });
  await until(async () => (await page.locator('.happenings > li').count()) === 2, 'two entries');
  await page.getByRole('button', { name: /bert created the role Second/ }).click();
  await page.locator('dt', { hasText: 'hierarchyLevel' }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  service.clock.pass(11_000_000);
  const lines = await saved('As JSON lines');
  assert.match(lines.name, /^audit-.+\.jsonl$/);
  const entries = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });
  assert.deepEqual(
    entries.map(({ type }) => type),
    ['role.created', 'role.created'],
  );
  const csv = await saved('As CSV');
  assert.ok(csv.text.includes(`"'=HYPERLINK(""x"")"`));
  await page.getByLabel('Until').fill('2001-01-01');
  await page.getByText('No entry matches the filter.').waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByText(/audrey created the workspace/).waitFor();
  assert.deepEqual(complaints, []);
});

test('ten thousand entries of the audit log are looked through in steps', { skip }, async () => {
  const { service, workspace, person, page } = await someone('atlas');
  const before = service.clock.now();
  for (let from = 0; from < 10_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, n) => {
      const id = `old${String(from + n).padStart(13, '0')}`;
      return `('${workspace}', '${id}', 'role.deleted', '${person.id}', 'x', '[]', ${before - 1e9 - from - n})`;
    });
    await service.sql(`insert into audit_entries
      (workspace_id, id, type, user_id, subject_id, detail, created_at) values ${rows.join()}`);
  }
  await page.goto(`/w/${workspace}/audit`);
  await page.getByText(/created the workspace/).waitFor();
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption({ label: 'Webhooks' });
  await page.getByText('Older entries have not been looked through yet.').waitFor();
  await page.getByRole('button', { name: 'Look further back' }).click();
  await page.getByText('No entry matches the filter.').waitFor();
});

test('what may not be restored is listed without a check box', { skip }, async () => {
  const { service, person, workspace, lists, page, complaints } = await someone('trude');
  const card = await makeCard(person, nth(lists, 0), { title: 'Old card' });
  await person.call(api.cards.delete, { params: { cardPublicId: card } });
  const guest = await service.signUp('gustav');
  await addMember(service, workspace, guest, { role: 'guest' });
  const other = await service.visitor({}, guest);
  await other.page.goto(`/w/${workspace}/trash`);
  await other.page.getByText('Old card').waitFor();
  assert.equal(await other.page.getByRole('checkbox').count(), 0);
  await page.goto(`/w/${workspace}/trash`);
  await page.getByLabel('Select Old card').check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('The trash is empty.').waitFor();
  await person.call(api.cards.get, { params: { cardPublicId: card } });
  assert.deepEqual([...complaints, ...other.complaints], []);
});
