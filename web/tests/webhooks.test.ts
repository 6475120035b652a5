import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { hour } from '../../server/src/base/clock.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { receiver } from '../../server/src/testing/receiver.ts';
import { sendDue, tellingBoard } from '../../server/src/testing/webhooks.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* Webhooks of a workspace: made, tested, turned off and on, and what they have sent. */

const skip = noBrowser;
const service = skip ? undefined : await visited({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });

async function someone(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  return { service, person, ...(await service.visitor(options, person)) };
}

test('a webhook is made with some events, and its secret is shown once', { skip }, async () => {
  const { service, person, page, complaints } = await someone('wendy');
  const { workspace, lists } = await makeBoard(person);
  const { url, received } = await receiver();
  await page.goto(`/w/${workspace}/settings`);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('There are no webhooks yet.').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.keyboard.type('Office screen');
  await page.getByLabel('URL').fill(`${url}/hook`);
  await page.getByLabel('Only some events').check();
  await page.getByLabel('Cards', { exact: true }).uncheck();
  assert.ok(await page.getByRole('button', { name: 'Create webhook' }).isDisabled());
  await page.getByText('Choose at least one event.').waitFor();
  await page.getByLabel('Comments', { exact: true }).check();
  await page.getByLabel('Created', { exact: true }).check();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.getByLabel('The secret that signs').inputValue();
  assert.match(secret, /^whsec_/);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('Comments, 1 event').waitFor();
  const params = { workspacePublicId: workspace };
  const [made] = await person.call(api.webhooks.list, { params });
  assert.deepEqual(made?.events, ['card.updated.comment.*', 'card.created']);
  await page.reload();
  await page.getByRole('link', { name: 'Office screen' }).click();
  assert.ok(!(await page.locator('body').innerText()).includes(secret));
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('It was accepted, with status 200.').waitFor();
  await makeCard(person, nth(lists, 0));
  await sendDue(service);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: /^200\s*card\.created/ }).waitFor();
  assert.equal(received.length, 2);
  assert.deepEqual(complaints, []);
});

test('a webhook is limited to cards that pass a filter, which says what is wrong with it', {
  skip,
}, async () => {
  const { person, page, complaints } = await someone('fritz', { viewport: { width: 320, height: 640 } });
  const { workspace, lists } = await makeBoard(person);
  const params = { workspacePublicId: workspace };
  await page.goto(`/w/${workspace}/webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.keyboard.type('Office screen');
  await page.getByLabel('URL').fill('http://127.0.0.1:10009/');
  const filter = page.getByLabel('Only cards that pass a filter');
  await filter.fill('creator:me');
  await page.getByText('this filter is asked of cards as boards show them').waitFor();
  assert.equal(await filter.getAttribute('aria-invalid'), 'true');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('alert').getByText('cannot be read at character 0').waitFor();
  await filter.fill('list:do');
  await filter.press('ArrowDown');
  await filter.press('Enter');
  assert.equal(await filter.inputValue(), 'list:Done ');
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('link', { name: 'Office screen' }).click();
  await page.getByText('list:Done').waitFor();
  for (const list of lists) await makeCard(person, list);
  const [made] = await person.call(api.webhooks.list, { params });
  const at = { params: { ...params, webhookPublicId: made?.publicId ?? '' } };
  assert.equal((await person.call(api.webhooks.deliveries, at)).deliveries.length, 1);
  await page.getByRole('button', { name: 'Edit' }).click();
  await filter.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('list:Done').waitFor({ state: 'detached' });
  assert.equal((await person.call(api.webhooks.get, at)).filter, null);
  // Refused by the service, which the browser writes down.
  assert.ok(
    complaints.every((each) => /400/.test(each)),
    complaints.join(),
  );
});

test('a webhook is limited to boards, which are changed later, and it says which', { skip }, async () => {
  const { person, page, complaints } = await someone('borys', { viewport: { width: 320, height: 640 } });
  const { workspace, board } = await makeBoard(person, { name: 'Harbour' });
  const quarry = await makeBoard(person, { workspace, name: 'Quarry' });
  const params = { workspacePublicId: workspace };
  await page.goto(`/w/${workspace}/webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.keyboard.type('Office screen');
  await page.getByLabel('URL').fill('http://127.0.0.1:10009/');
  const find = page.getByRole('combobox', { name: 'Find a board' });
  const boardsOf = async () => {
    const [made] = await person.call(api.webhooks.list, { params });
    const at = { params: { ...params, webhookPublicId: made?.publicId ?? '' } };
    return (await person.call(api.webhooks.get, at)).boardPublicIds;
  };
  await page.getByTitle('Boards', { exact: true }).press('Enter');
  await find.pressSequentially('harb');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByText('Only events of these boards are sent').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  assert.deepEqual(await boardsOf(), [board]);
  await page.getByRole('link', { name: 'Office screen' }).click();
  await page.getByText('Only on Harbour').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByTitle('Boards', { exact: true }).press('Enter');
  for (const name of ['Quarry', 'Harbour']) await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Only on Quarry').waitFor();
  assert.deepEqual(await boardsOf(), [quarry.board]);
  // A board that is gone does not make it one for all boards.
  await person.call(api.boards.delete, { params: { boardPublicId: quarry.board } });
  await page.reload();
  await page.getByText('Boards that you cannot see, or that are gone').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Screen');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Screen' }).waitFor();
  assert.deepEqual(await boardsOf(), []);
  assert.deepEqual(complaints, []);
});

for (const [screen, options] of [
  ['desktop', {}],
  ['a narrow phone', { viewport: { width: 320, height: 640 }, hasTouch: true }],
] as const) {
  test(`a failed delivery says why, and is sent again: ${screen}`, { skip }, async () => {
    const { service, person, page, complaints } = await someone(`fay-${screen.length}`, options);
    let status = 503;
    const { url, received } = await receiver((response) => void response.writeHead(status).end());
    const { workspace, lists, webhook } = await tellingBoard(person, url, ['card.created']);
    await makeCard(person, nth(lists, 0));
    await sendDue(service);
    await page.goto(`/w/${workspace}/webhooks/${webhook.publicId}`);
    await page.getByText('1 failed attempt').waitFor();
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await page.getByText('No deliveries in the last 30 days.').waitFor();
    await page.getByRole('button', { name: 'Waiting', exact: true }).click();
    await page.getByRole('button', { name: /503/ }).click();
    await page.getByText('The server answered with status 503').waitFor();
    await page.getByText('Next attempt').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    // The receiver is gone for good, which turns the webhook off.
    status = 410;
    service.clock.pass(hour);
    await sendDue(service);
    await page.reload();
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await page.getByRole('button', { name: /^410/ }).click();
    await page.getByText('The server answered with status 410').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0);
    await page.getByRole('button', { name: 'Turn on' }).click();
    status = 200;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It will be sent again in a moment').waitFor();
    await sendDue(service);
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await page.getByRole('button', { name: /^200/ }).waitFor();
    assert.ok(received.length >= 2);
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
    assert.deepEqual(complaints, []);
  });
}

test('its name is changed, and its secret is replaced', { skip }, async () => {
  const { person, page, complaints } = await someone('rosa');
  const { url } = await receiver();
  const { workspace, webhook } = await tellingBoard(person, url, ['*']);
  await page.goto(`/w/${workspace}/webhooks/${webhook.publicId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Night backup');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Night backup' }).waitFor();
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  const secret = await page.getByLabel('The secret that signs').inputValue();
  assert.notEqual(secret, webhook.secret);
  assert.deepEqual(complaints, []);
});

test('a workspace full of webhooks with long names offers no new one, and stays within the window', {
  skip,
}, async () => {
  const { person, page } = await someone('max', { viewport: { width: 320, height: 640 } });
  const { workspace } = await makeBoard(person);
  const params = { workspacePublicId: workspace };
  for (let n = 0; n < 20; n++) {
    const name = n % 2 ? 'W'.repeat(64) : 'خطة إطلاق المنتج للربع الأول';
    const url = `https://hooks.example.com/${'a'.repeat(200)}`;
    await person.call(api.webhooks.create, {
      params,
      body: { name, url, events: ['card.created', 'list.*'] },
    });
  }
  await page.goto(`/w/${workspace}/webhooks`);
  await page.getByText('A workspace has at most 20 webhooks.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'New webhook' }).count(), 0);
  assert.equal(await page.locator('.rows > li').count(), 20);
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  assert.deepEqual(await violationsOn(page), []);
});

test('who may not manage webhooks is offered no page of them, nor of the audit log', { skip }, async () => {
  const { service, person, page, complaints } = await someone('mia');
  const owner = await service.signUp('olga');
  const { workspace } = await makeBoard(owner);
  await addMember(service, workspace, person);
  await page.goto(`/w/${workspace}/settings`);
  await page.waitForURL(`/w/${workspace}/members`);
  await page.getByRole('link', { name: 'Roles' }).waitFor();
  for (const name of ['Webhooks', 'Audit log', 'Invite link', 'General'])
    assert.equal(await page.getByRole('link', { name }).count(), 0, name);
  await page.goto(`/w/${workspace}/webhooks`);
  await page.getByText('does not include this page').waitFor();
  assert.deepEqual(complaints, []);
});

test('the list says since when what a webhook sends fails, and that it was disabled', { skip }, async () => {
  const { service, person, page, complaints } = await someone('olaf');
  const { url } = await receiver((response) => void response.writeHead(500).end());
  const { workspace, lists } = await tellingBoard(person, url, ['card.created']);
  await makeCard(person, nth(lists, 0));
  await sendDue(service);
  await page.goto(`/w/${workspace}/webhooks`);
  await page.getByText(/^Failing since /).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  service.clock.pass(6 * 24 * hour);
  await sendDue(service);
  await page.reload();
  await page.getByText('Disabled', { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});
