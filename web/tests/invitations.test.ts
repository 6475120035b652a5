import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard } from '../../server/src/testing/fixtures.ts';
import { mailedCode } from '../../server/src/testing/mails.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* Inviting people, and accepting an invitation with the right account and with a wrong one. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function inviter(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  await ada.call(api.users.update, { body: { name: 'Ada' } });
  const { workspace } = await makeBoard(ada);
  const params = { workspacePublicId: workspace };
  await ada.call(api.workspaces.update, { params, body: { name: 'Island Ferries' } });
  const invite = async (email: string) => {
    await ada.call(api.invites.inviteMember, { params, body: { email } });
    assert.ok(service);
    return mailedCode(service, email);
  };
  return { ada, workspace, params, invite };
}

test('who is invited joins with the address of the invitation, which cannot be changed', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, params, invite } = await inviter('harbour-a');
  const code = await invite('newcomer@example.com');
  const { page, complaints } = await service.visitor();
  await page.goto(`/invite#${code}`);
  await page.getByRole('heading', { name: 'Join Island Ferries' }).waitFor();
  await page.getByText('Ada invites you to the workspace Island Ferries.').waitFor();
  const field = page.getByLabel('Email address');
  assert.deepEqual([await field.inputValue(), await field.isEditable()], ['newcomer@example.com', false]);
  assert.deepEqual(await violationsOn(page), []);
  await page.getByLabel('Your name').fill('Newt');
  await page.getByLabel('Password').fill('quite a long password');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.waitForURL('/');
  const { members } = await ada.call(api.workspaces.get, { params });
  assert.equal(members.find(({ email }) => email === 'newcomer@example.com')?.status, 'active');
  assert.deepEqual(complaints, []);
});

test('another account is told so, makes nothing, and gives way to the right one', { skip }, async () => {
  assert.ok(service);
  const { ada, params, invite } = await inviter('harbour-b');
  const code = await invite('right@example.com');
  const wrong = await service.signUp('wrong');
  await service.signUp('right');
  const { page, complaints } = await service.visitor({}, wrong);
  await page.goto(`/invite#${code}`);
  await page
    .getByText('This invitation is for right@example.com. You are signed in as wrong@example.com.')
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'Join', exact: true }).count(), 0);
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('button', { name: 'Create account and join' }).waitFor();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Email address').fill('right@example.com');
  await page.getByLabel('Password').fill('password of right');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('You will join as right@example.com.').waitFor();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL('/');
  const { members } = await ada.call(api.workspaces.get, { params });
  assert.deepEqual(
    members.map(({ email }) => email),
    ['harbour-b@example.com', 'right@example.com'],
  );
  await page.goto(`/invite#${code}`);
  await page.getByText('This invitation has already been accepted.').waitFor();
  assert.deepEqual(complaints, []);
});

test('an invitation that was withdrawn says that it is not open', { skip }, async () => {
  assert.ok(service);
  const { page } = await service.visitor();
  await page.goto('/invite#tbi_nothing');
  await page
    .getByRole('alert')
    .getByText('This invitation is not open any more. Ask for a new one.')
    .waitFor();
});

test('the link of an invitation is copied, and it is sent again', { skip }, async () => {
  assert.ok(service);
  const { ada, workspace, invite } = await inviter('harbour-c');
  const code = await invite('later@example.com');
  const { page, context, complaints } = await service.visitor({}, ada);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/w/${workspace}/members`);
  await page.getByRole('button', { name: 'Copy the invitation link of later@example.com' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.equal(new URL(link).hash, `#${code}`);
  await page.getByRole('button', { name: 'Resend the invitation of later@example.com' }).click();
  await page.getByText('An invitation is on its way to later@example.com').waitFor();
  assert.notEqual(await mailedCode(service, 'later@example.com'), code);
  assert.deepEqual(complaints, []);
});

test('without a mail server the page says so, and has the link', { skip }, async () => {
  const mailer = { isOff: true, send: async () => undefined };
  const silent = await visited({ LOG_LEVEL: 'silent' }, { mailer });
  const ada = await silent.signUp('islander');
  const { workspace } = await makeBoard(ada);
  const { page, context, complaints } = await silent.visitor({}, ada);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/w/${workspace}/members`);
  await page.getByLabel('Email address').fill('far@example.com');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const note = page.getByText('Mail is not set up here: send far@example.com the link yourself.');
  await note.waitFor();
  await page.getByRole('button', { name: 'Copy link', exact: true }).last().click();
  await page.getByText('Link copied').waitFor();
  assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /\/invite#tbi_/);
  assert.deepEqual(complaints, []);
});
