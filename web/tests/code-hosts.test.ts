import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { deliver, github } from '../../server/src/testing/code-hosts.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* Code hosts: connected in the settings, and what they tell on tiles and cards. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const narrow = { viewport: { width: 390, height: 844 }, hasTouch: true };

for (const [name, options] of [
  ['a desktop', {}],
  ['a phone in the dark', { ...narrow, colorScheme: 'dark' }],
] as const)
  test(`a code host is connected, and its pull requests stand on cards, on ${name}`, { skip }, async () => {
    assert.ok(service);
    const person = await service.signUp(`cody${name.length}`);
    const { workspace, board, lists } = await makeBoard(person);
    const card = await makeCard(person, nth(lists, 0));
    const { workspace: shown } = await person.call(api.boards.snapshot, { params: { boardPublicId: board } });
    const { cardNumber } = await person.call(api.cards.get, { params: { cardPublicId: card } });
    const key = `${shown.cardPrefix}-${cardNumber}`;
    const { page, complaints } = await service.visitor(options, person);
    await page.goto(`/w/${workspace}/code-hosts`);
    await page.getByText('No code host is connected yet.').waitFor();
    await page.getByRole('button', { name: 'Connect a code host' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Paste the address as Payload URL').waitFor();
    const url = await page.getByLabel('Address', { exact: true }).inputValue();
    const secret = await page.getByLabel('Secret – it is shown only now').inputValue();
    assert.deepEqual(await violationsOn(page), []);
    const host = { publicId: url.split('/').at(-1) ?? '', kind: 'github', secret } as const;
    const hostile = `${key}: <b>keep</b> the filter`;
    assert.equal((await deliver(service, host, ...github.pullRequest({ title: hostile }))).outcome, 'linked');
    await deliver(service, host, ...github.push({ branch: `feature/${key}`, messages: [`Fix ${key}`] }));
    await deliver(service, { ...host, secret: 'another' }, 'ping', {});
    await page.reload();
    await page.getByRole('button', { name: 'Manage GitHub' }).click();
    await page.getByText('pull_request').waitFor();
    await page.getByText('A delivery with a wrong secret was refused').waitFor();
    await page.getByRole('button', { name: 'Add a token' }).click();
    await page.getByLabel('Token').fill('github_pat_1');
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('No comment was posted yet · https://api.github.com').waitFor();
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByRole('button', { name: 'Forget the token' }).last().click();
    await page.getByRole('button', { name: 'Add a token' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);

    await page.goto(`/b/${board}`);
    await page
      .getByTitle('Pull request open')
      .or(page.getByText('Pull request open'))
      .first()
      .waitFor({ state: 'attached' });
    await page.goto(`/c/${card}`);
    await page.getByRole('heading', { name: 'Development' }).waitFor();
    const link = page.getByRole('link', { name: /#7/ });
    assert.equal(await link.getAttribute('href'), 'https://github.com/octo/shop/pull/7');
    await page.getByText('<b>keep</b>').first().waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const merged = { title: hostile, state: 'merged', at: '2026-03-02T09:00:00Z' } as const;
    await deliver(service, host, ...github.pullRequest(merged));
    await page.getByText('Merged', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Take Fix ${key} off this card` }).click();
    await page.getByRole('link', { name: `Fix ${key}` }).waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });
