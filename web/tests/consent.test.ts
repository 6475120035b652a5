import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { begin, registerApplication, sendForm, type Tokens } from '../../server/src/testing/applications.ts';
import { makeBoard } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';

/* The page on which a person lets an application act for them. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('who is signed out signs in, decides, and the application gets what was chosen', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('ada');
  const { workspace, board } = await makeBoard(ada, { name: 'Harbour' });
  await makeBoard(ada, { workspace, name: 'Quarry' });
  const name = '<img src=x onerror=alert(1)> agent';
  const client = await registerApplication(service, { client_name: name });
  const { verifier, address } = begin(service, client);
  const { page, complaints } = await service.visitor();
  let back: URL | undefined;
  await page.route('https://agent.example/**', (route) => {
    back = new URL(route.request().url());
    return route.fulfill({ status: 200, contentType: 'text/html', body: 'back' });
  });
  await page.goto(address.pathname + address.search);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password').fill('password of ada');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: `“${name}” asks for access` }).waitFor();
  await page.getByText('Nobody has checked this name').waitFor();
  await page.getByText('Afterwards you return to agent.example').waitFor();
  await page.locator('[popovertarget="some-boards"]').click();
  await page.getByText('Harbour').last().click();
  await page.keyboard.press('Escape');
  await page.locator('select[name="rights"]').selectOption('comment');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('https://agent.example/**');
  const form = {
    grant_type: 'authorization_code',
    client_id: client,
    code: back?.searchParams.get('code') ?? '',
    code_verifier: verifier,
  };
  const { body } = await sendForm<Tokens>(service, '/oauth/token', form);
  assert.equal(body.scope, 'comment');
  const boards = await service
    .caller(body.access_token)
    .call(api.boards.list, { params: { workspacePublicId: workspace } });
  assert.deepEqual(
    boards.map(({ publicId }) => publicId),
    [board],
  );
  await page.goto('/profile/keys');
  await page.getByText('application of agent.example').waitFor();
  // It went nowhere else.
  assert.deepEqual(complaints, [`asked for ${String(back)}`]);
});

test('who refuses is sent back without a code, and a request from nowhere stays here', { skip }, async () => {
  assert.ok(service);
  const bob = await service.signUp('bob');
  const { page } = await service.visitor({}, bob);
  let back: URL | undefined;
  await page.route('https://agent.example/**', (route) => {
    back = new URL(route.request().url());
    return route.fulfill({ status: 200, contentType: 'text/html', body: 'back' });
  });
  const { address } = begin(service, await registerApplication(service));
  await page.goto(address.pathname + address.search);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.waitForURL('https://agent.example/**');
  assert.deepEqual(
    [back?.searchParams.get('error'), back?.searchParams.get('code')],
    ['access_denied', null],
  );
  back = undefined;
  await page.goto(address.pathname + address.search.replace('agent.example%2Fback', 'evil.example%2Fback'));
  await page.getByRole('heading', { name: 'This cannot be allowed' }).waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
  const { headers } = await fetch(service.address + address.pathname, { headers: { accept: 'text/html' } });
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
});
