import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeMember } from '../../server/src/testing/fixtures.ts';
import { openIdServer } from '../../server/src/testing/openid-provider.ts';
import { signInBy } from '../../server/src/testing/provider-sign-in.ts';
import { unusedPort } from '../../server/src/testing/receiver.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* Single sign-on on the page: providers that are the only way, and workspaces that demand one. */

const skip = noBrowser;
const port = skip ? 0 : await unusedPort();
const origin = `http://localhost:${port}`;
const redirectUri = `${origin}/signed-in/acme`;
const provider = skip ? undefined : await openIdServer({ redirectUris: [redirectUri] });
const service =
  skip || !provider
    ? undefined
    : await visited({
        PORT: String(port),
        PUBLIC_URL: origin,
        ...provider.settings('ACME'),
        OIDC_ACME_DOMAINS: 'acme.example',
        OIDC_ACME_ONLY: 'on',
        OIDC_ACME_GROUPS_CLAIM: 'groups',
        OIDC_ACME_WORKSPACES: '*',
      });
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } as const;

/** Makes a picture of the page where somebody wants to look at it. */
const { LOOK_AT } = process.env;

for (const [where, options] of [
  ['desktop', {}],
  ['phone in the dark', phone],
] as const)
  test(`an address that has one way in is asked for no password, and a workspace demands the provider, on a ${where}`, {
    skip,
  }, async () => {
    assert.ok(service && provider);
    const { page } = await service.visitor({ baseURL: origin, ...options });
    const look = async (name: string) => {
      assert.deepEqual(await violationsOn(page), []);
      if (LOOK_AT) await page.screenshot({ path: `${LOOK_AT}/${name}-${where[0]}.png`, fullPage: true });
    };
    await page.goto('/sign-in');
    await page.getByLabel('Email address').fill('ada@acme.example');
    await page.getByRole('button', { name: 'Continue with Acme' }).waitFor();
    assert.equal(await page.getByLabel('Password').count(), 0);
    await look('sign-in');
    await page.getByLabel('Email address').fill('ada@else.example');
    await page.getByLabel('Password').waitFor();

    const name = `fay${where.length}`;
    const person = await service.signUp(`${name}@else.example`);
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password').fill(`password of ${name}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('/');
    const { publicId: workspace } = await person.call(api.workspaces.create, {
      body: { name: `Vault ${name}` },
    });
    await page.goto(`/w/${workspace}/security`);
    await page.getByLabel('Members sign in with').selectOption('acme');
    await page.getByRole('combobox', { name: 'Sign in again after', exact: true }).selectOption('24');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Sign in with this provider yourself first').waitFor();
    await page.getByLabel('Members sign in with').selectOption('');
    await page.getByLabel('Only from these networks').fill('192.0.2.0/24');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('your own address is not in these networks').waitFor();
    await page.getByLabel('Only from these networks').fill('127.0.0.0/8\n::1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByRole('textbox', { name: 'Group', exact: true }).fill('engineering');
    await page.getByRole('combobox', { name: /^From/ }).selectOption('acme');
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByText('Acme · Member').waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('textbox', { name: 'Token' }).waitFor();
    await look('security');

    const boss = `boss${where.length}`;
    provider.people[boss] = { email: `${boss}@acme.example`, email_verified: true };
    const { token, user } = await signInBy(service, provider, 'acme', redirectUri, boss);
    const admin = { ...service.caller(token), id: user.id, email: user.email, token };
    await makeMember(service, person, workspace, admin, 'admin');
    await admin.call(api.policies.update, {
      params: { workspacePublicId: workspace },
      body: { provider: 'acme', addresses: [] },
    });
    await page.goto('/');
    await page.getByText(`Vault ${name} opens only to those who have signed in with its provider.`).waitFor();
    await look('home');
    await page.goto(`/w/${workspace}/members`);
    await page.getByRole('heading', { name: /signed in with its provider/ }).waitFor();
    await page.getByRole('button', { name: 'Continue with Acme' }).waitFor();
    await look('closed');
  });
