import { after } from 'node:test';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { cookieName } from '../../server/src/base/access/session-cookie.ts';
import { type Person, type TestService, testService } from '../../server/src/testing/service.ts';
import { findBrowser } from '../../tools/browser.ts';

/*
 * A real browser before a real service. Nothing may be written to its console or asked for elsewhere, whatever a test
 * does: `end` tells what was.
 */

const found = findBrowser();

/** Why there is no browser to test with; CI fails without one. */
export const noBrowser =
  found === undefined && !process.env.CI ? 'NO BROWSER: install chromium, or set CHROMIUM' : false;

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What the page complained about, or asked for elsewhere. */
  complaints: string[];
}

export interface Visited extends TestService {
  /** A browser of its own, as if on another machine; of someone who has signed in there, if one is given. */
  visitor(options?: BrowserContextOptions, person?: Person): Promise<Visitor>;
}

export async function visited(settings?: Record<string, string>): Promise<Visited> {
  const service = await testService(settings);
  const browser = await chromium.launch({
    executablePath: found?.executablePath ?? 'chromium',
    ...(found?.env ? { env: { ...process.env, ...found.env } } : {}),
    // Tests may run as root, where Chromium has no sandbox.
    args: ['--no-sandbox'],
  });
  after(() => browser.close());
  return Object.assign(service, {
    async visitor(options: BrowserContextOptions = {}, person?: Person) {
      const signedIn = person ? { storageState: await sessionOf(service, person) } : {};
      const context = await browser.newContext({ baseURL: service.address, ...signedIn, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const complaints: string[] = [];
      page.on('console', (message) => {
        // Chromium says so wherever the header does what it is for.
        if (!message.text().startsWith('Clear-Site-Data header on'))
          complaints.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(service.address))
          complaints.push(`asked for ${request.url()}`);
      });
      return { page, context, complaints };
    },
  });
}

/** What a browser keeps of someone who has signed in there; a session of its own. */
async function sessionOf(service: TestService, { id, email }: Person) {
  const password = `password of ${email.split('@')[0]}`;
  const { token } = await service.caller().call(api.auth.signIn, { body: { email, password } });
  const { hostname: domain } = new URL(service.address);
  const cookie = { name: cookieName(service.publicUrl), value: token, domain, path: '/', expires: -1 };
  const me = { name: 'me', value: JSON.stringify({ id, email, name: null }) };
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' as const }],
    origins: [{ origin: service.address, localStorage: [me] }],
  };
}

/** Signs in on the page, as people do. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(`${name}@example.com`);
  await page.getByLabel('Password').fill(`password of ${name}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('/');
}
