import { after } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { api } from '../../contract/api.ts';
import { cookieName } from '../../server/src/base/access/session-cookie.ts';
import { type Person, type TestService, testService } from '../../server/src/testing/service.ts';
import { findBrowser } from '../../tools/browser.ts';

/*
 * A real browser with a real service. No test may cause console messages or requests to other hosts: `end` reports
 * those that occurred.
 */

const found = findBrowser();

/** The reason why no browser is available; CI fails without one. */
export const noBrowser =
  found === undefined && !process.env.CI ? 'NO BROWSER: install chromium, or set CHROMIUM' : false;

let launched: Promise<Browser> | undefined;

/** The browser of this process: test files that share the process share it, too, since starting one takes a second. */
export function browserOfProcess(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: found?.executablePath ?? 'chromium',
    ...(found?.env ? { env: { ...process.env, ...found.env } } : {}),
    // Tests may run as root, and Chromium's sandbox does not work then.
    args: ['--no-sandbox'],
  });
  // If it crashes, the next file gets another one.
  browser.once('disconnected', () => {
    launched = undefined;
  });
  return browser;
}

// This module is loaded before any test, also of files that share a process (`tools/together.ts`): this is the end of them all.
after(async () => (await launched)?.close());

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Console messages, and requests to other hosts. */
  complaints: string[];
}

export interface Visited extends TestService {
  /** A browser context of its own, as if on another device; signed in as `person`, if given. */
  visitor(options?: BrowserContextOptions, person?: Person): Promise<Visitor>;
}

export async function visited(
  settings?: Record<string, string>,
  world?: Parameters<typeof testService>[1],
): Promise<Visited> {
  const service = await testService(settings, world);
  const browser = await browserOfProcess();
  return Object.assign(service, {
    async visitor(options: BrowserContextOptions = {}, person?: Person) {
      const signedIn = person ? { storageState: await sessionOf(service, person) } : {};
      // Playwright sees no requests that a service worker answers, and many tests look at those or delay them.
      const context = await browser.newContext({
        baseURL: service.address,
        serviceWorkers: 'block',
        ...signedIn,
        ...options,
      });
      // After the test that it is for: open pages go on painting and listening.
      after(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      pressWhenLoaded(page);
      const complaints: string[] = [];
      page.on('console', (message) => {
        // Chromium logs the first whenever the header takes effect, and Playwright the second.
        if (!/^(?:Clear-Site-Data header on|Service Worker registration blocked)/.test(message.text()))
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

/**
 * Resolves once the commands of a board have been loaded, unless the page is offline or they could not be loaded. What fails
 * has an end too, but no status.
 */
const commandsLoaded = `(async () => {
  const parts = () => performance.getEntriesByType('resource').filter((each) => each.name.includes('/acting-'));
  const isComing = () => document.querySelector('.board-page') && navigator.onLine && parts().length === 0;
  for (let tries = 0; tries < 3000 && isComing(); tries++)
    await new Promise((done) => setTimeout(done, 10));
  const loaded = parts().find((each) => each.responseStatus === 200);
  if (loaded) await import(loaded.name);
})()`;

/** Keys that come earlier wait for the commands, but tests look at once at what a key has done. Tests of that wait press by `down`. */
function pressWhenLoaded(page: Page): void {
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (...given) => {
    await page.evaluate(commandsLoaded);
    await press(...given);
  };
}

/** The stored state of a signed-in browser, with a session of its own. */
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

/** Signs in through the page, as users do. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(`${name}@example.com`);
  await page.getByLabel('Password').fill(`password of ${name}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('/');
}

/** Signs out through the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}
