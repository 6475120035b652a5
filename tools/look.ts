import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { readConfig } from '../server/src/base/config/config.ts';
import { startService } from '../server/src/start.ts';
import { findBrowser } from './browser.ts';
import { type Account, makeAccounts } from './look-data.ts';
import { shootMails } from './look-mails.ts';
import {
  type Screen,
  screensForAll,
  screensOf,
  screensOfNobody,
  screensOfReader,
  statesOf,
} from './screens.ts';

/*
 * `npm run look`: takes screenshots of every screen, light and dark, on desktop and phone, with no data, ordinary data and
 * too much data. They are for people to review; nothing compares them. Arguments select screens by name; `mails` are the mails.
 */

const wanted = process.argv.slice(2);
const into = join(import.meta.dirname, '..', 'looks');

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-look-'));
const settings = {
  PORT: '0',
  LOG_LEVEL: 'error',
  DATA_DIR: dataDir,
  RATE_LIMIT: 'off',
  SIGN_IN_LIMIT: '1000',
  INBOUND_MAIL: 'smtp://127.0.0.1:0/in.example.com',
};
const service = await startService(readConfig(settings), { mailer: { send: async () => undefined } });
try {
  const accounts = await makeAccounts(`${service.address}/api/v1`);
  const consent = await consentPage(service.address);
  rmSync(into, { recursive: true, force: true });
  const found = findBrowser();
  const browser = await chromium.launch({
    executablePath: found?.executablePath ?? 'chromium',
    ...(found?.env ? { env: { ...process.env, ...found.env } } : {}),
    args: ['--no-sandbox'],
  });
  for (const size of ['desktop', 'phone'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const shoot = (who: string, screens: readonly Screen[], account?: Account) =>
        visit(browser, { size, colorScheme, who, screens, account });
      await shoot('all', screensForAll);
      await shoot('empty', screensOfNobody, accounts.empty);
      const { shown } = accounts;
      await shoot('shown', screensOf({ ...shown, consent }), shown);
      await shoot('state', statesOf(shown), shown);
      await shoot('reader', screensOfReader(shown), { ...shown, email: shown.reader });
      await shoot('usual', screensOf({ ...accounts.usual, consent }), accounts.usual);
      await shoot('crowded', screensOf({ ...accounts.crowded, consent }), accounts.crowded);
    }
  }
  if (wanted.length === 0 || wanted.includes('mails')) await shootMails(browser, into);
  await browser.close();
  console.log(into);
} finally {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The path of the page on which a person decides about an application that asks for access. */
async function consentPage(address: string): Promise<string> {
  const redirectUri = 'https://agent.example/back';
  const registered = await fetch(`${address}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Example agent', redirect_uris: [redirectUri] }),
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const asked = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    resource: `${address}/mcp`,
  };
  return `/oauth/authorize?${new URLSearchParams(asked).toString()}`;
}

interface Visit {
  size: keyof typeof sizes;
  colorScheme: 'light' | 'dark';
  who: string;
  screens: readonly Screen[];
  account: Account | undefined;
}

async function visit(browser: Browser, { size, colorScheme, who, screens, account }: Visit): Promise<void> {
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (chosen.length === 0) return;
  const context = await browser.newContext({
    baseURL: service.address,
    colorScheme,
    reducedMotion: 'reduce',
    ...sizes[size],
  });
  const page = await context.newPage();
  if (account) await signIn(page, account);
  for (const screen of chosen) {
    await page.unrouteAll();
    await context.setOffline(false);
    try {
      await show(page, screen);
    } catch (error) {
      console.error(
        `${screen.name}, ${who}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
    const folder = join(into, `${size}-${colorScheme}`);
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${screen.name}-${who}.png`) });
  }
  await context.close();
}

async function show(page: Page, { path, shows, press, line }: Screen): Promise<void> {
  if (line === 'silent') await page.route(/\/snapshot$/, () => undefined);
  await page.goto(path);
  if (press) await page.getByRole('button', { name: press }).first().click();
  // Nothing is to be seen of a text for screen readers, or of a placeholder.
  const text = page.getByText(shows).filter({ visible: true });
  await (line === 'silent' ? page.locator('.opening .list') : text.or(page.getByPlaceholder(shows)))
    .first()
    .waitFor({ timeout: 8000 });
  // What is loaded after a board: its star, and the switch of views.
  if (!line && path.startsWith('/b/')) await page.locator('.later > *').first().waitFor({ timeout: 8000 });
  if (line === 'lost') await loseLine(page);
  await page.evaluate('document.fonts.ready');
}

/** Loses the connection, and changes something. */
async function loseLine(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const field = page.getByLabel('What needs to be done?');
  await page.getByRole('button', { name: 'Add a card' }).filter({ visible: true }).last().click();
  await field.fill('Ask the pier for a longer cable');
  await field.press('Enter');
  await field.press('Escape');
  await page.locator('.top .pill').waitFor({ timeout: 8000 });
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('/');
}
