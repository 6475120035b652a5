import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';
import { issueTexts } from '../contract/issue-texts.ts';
import { languageOf } from '../contract/languages.ts';
import { cookieName } from '../server/src/base/access/session-cookie.ts';
import { readConfig } from '../server/src/base/config/config.ts';
import { startService } from '../server/src/start.ts';
import { findBrowser } from './browser.ts';
import { type Account, accountsFor } from './look-data.ts';
import { wordsIn } from './look-language.ts';
import { shootMails } from './look-mails.ts';
import { deadHost, setUp } from './look-set-up.ts';
import { builtWith, loadFrom } from './planting.ts';
import { screensForAll, screensOf, screensOfNobody, screensOfReader, statesOf } from './screens.ts';
import {
  type Refusal,
  type ScreenByHand,
  screensByHand,
  screensOfGuarded,
  waysIn,
} from './screens-by-hand.ts';

/*
 * `npm run look`: takes screenshots of every screen, light and dark, on desktop and phone, with no data, ordinary data and
 * too much data. They are for people to review; nothing compares them. Arguments select screens by name; `mails` are the mails.
 * `--language=de` shows them in a language, `--language=pseudo` in one that shows what is cut off or not translated; `--light` leaves
 * out the dark theme, and `--who=all,shown` whoever is not named.
 */

const { values: options, positionals: wanted } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    light: { type: 'boolean', default: false },
    who: { type: 'string' },
  },
  allowPositionals: true,
});
const language = options.language === 'pseudo' ? options.language : (languageOf(options.language) ?? 'en');
const inLanguage = await wordsIn(language);
const pseudoPages = language === 'pseudo' ? await builtWith('pseudo') : undefined;
const into = join(import.meta.dirname, '..', 'looks', ...(language === 'en' ? [] : [language]));

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
  OIDC_ACME_ISSUER: 'https://sign-on.acme.example',
  OIDC_ACME_CLIENT_ID: 'taskboard',
  OIDC_ACME_CLIENT_SECRET: 'a secret',
  OIDC_ACME_DOMAINS: 'acme.example',
  OIDC_ACME_ONLY: 'on',
  OIDC_ACME_GROUPS_CLAIM: 'groups',
  OIDC_ACME_WORKSPACES: '*',
};
const mailer = {
  send: async ({ to }: { to: string }) => {
    if (to.endsWith(deadHost)) throw new Error(`connect ECONNREFUSED 192.0.2.1:587`);
  },
};
const service = await startService(readConfig(settings), { mailer });
const isLookedAt = (who: string): boolean => !options.who || options.who.split(',').includes(who);
try {
  const baseUrl = `${service.address}/api/v1`;
  const made = async <Made>(make: (baseUrl: string) => Promise<Made>, ...whos: string[]) =>
    whos.some(isLookedAt) ? make(baseUrl) : undefined;
  const empty = await made(accountsFor.empty, 'empty');
  const shown = await made(accountsFor.shown, 'shown', 'state', 'reader');
  const usual = await made(accountsFor.usual, 'usual');
  const crowded = await made(accountsFor.crowded, 'crowded');
  const operator = isLookedAt('by-hand') ? await setUp(service) : undefined;
  const consent = await consentPage(service.address, service.publicUrl);
  const found = findBrowser();
  const browser = await chromium.launch({
    executablePath: found?.executablePath ?? 'chromium',
    ...(found?.env ? { env: { ...process.env, ...found.env } } : {}),
    args: ['--no-sandbox'],
  });
  for (const size of ['desktop', 'phone'] as const) {
    for (const colorScheme of options.light ? (['light'] as const) : (['light', 'dark'] as const)) {
      rmSync(join(into, `${size}-${colorScheme}`), { recursive: true, force: true });
      const shoot = async (who: string, screens: readonly ScreenByHand[], account?: Account) => {
        if (isLookedAt(who)) await visit(browser, { size, colorScheme, who, screens, account });
      };
      await shoot('all', screensForAll);
      if (empty) await shoot('empty', screensOfNobody, empty);
      if (shown) {
        await shoot('shown', screensOf({ ...shown, consent }), shown);
        await shoot('state', statesOf(shown), shown);
        await shoot('reader', screensOfReader(shown), { ...shown, email: shown.reader });
      }
      if (usual) await shoot('usual', screensOf({ ...usual, consent }), usual);
      if (crowded) await shoot('crowded', screensOf({ ...crowded, consent }), crowded);
      if (operator) {
        await shoot('by-hand', waysIn(operator));
        await shoot('by-hand', screensByHand(operator), operator);
        await shoot('by-hand', screensOfGuarded, { ...operator, ...operator.guarded });
      }
    }
  }
  if (wanted.length === 0 || wanted.includes('mails')) await shootMails(browser, into);
  await browser.close();
  console.log(into);
} finally {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  if (pseudoPages) rmSync(pseudoPages, { recursive: true });
}

/** The path of the page on which a person decides about an application that asks for access. */
async function consentPage(address: string, publicUrl: string): Promise<string> {
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
    resource: `${publicUrl}/mcp`,
  };
  return `/oauth/authorize?${new URLSearchParams(asked).toString()}`;
}

interface Visit {
  size: keyof typeof sizes;
  colorScheme: 'light' | 'dark';
  who: string;
  screens: readonly ScreenByHand[];
  account: Account | undefined;
}

async function visit(browser: Browser, { size, colorScheme, who, screens, account }: Visit): Promise<void> {
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (chosen.length === 0) return;
  const context = await browser.newContext({
    baseURL: service.address,
    locale: language === 'pseudo' ? 'en' : language,
    colorScheme,
    reducedMotion: 'reduce',
    // It would answer with pages that are not planted.
    ...(pseudoPages ? { serviceWorkers: 'block' as const } : {}),
    ...sizes[size],
  });
  if (account?.token) await context.addCookies([cookieOf(account.token)]);
  const page = await context.newPage();
  page.setDefaultTimeout(12_000);
  if (pseudoPages) await loadFrom(page, pseudoPages);
  // The page knows by it that somebody is signed in.
  const me = JSON.stringify({ id: account?.id, email: account?.email, name: null });
  if (account?.token) await page.addInitScript(`localStorage.setItem('me', '${me}')`);
  else if (account) await signIn(page, account);
  for (const screen of chosen) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.setViewportSize({ ...sizes[size].viewport, ...(screen.isLong ? { height: 2200 } : {}) });
    if (pseudoPages) await loadFrom(page, pseudoPages);
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

async function show(page: Page, screen: ScreenByHand): Promise<void> {
  const { path, shows, line, refuses } = screen;
  if (line === 'silent') await page.route(/\/snapshot$/, () => undefined);
  if (refuses)
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && refuses.address.test(pathname),
      (route) => refuse(route, refuses),
    );
  await page.goto(path);
  await play(page, screen);
  // Nothing is to be seen of a text for screen readers, or of a placeholder.
  const shown = inLanguage(shows);
  const text = page.getByText(shown).filter({ visible: true });
  await (line === 'silent' ? page.locator('.opening .list') : text.or(page.getByPlaceholder(shown)))
    .first()
    .waitFor();
  // What is loaded after a board: its star, and the switch of views.
  if (!line && path.startsWith('/b/')) await page.locator('.later > *').first().waitFor();
  if (line === 'lost') await loseLine(page);
  await page.evaluate('document.fonts.ready');
}

/** Writes and presses what opens a screen. */
async function play(page: Page, { fill = {}, key, press, then = [] }: ScreenByHand): Promise<void> {
  for (const [name, text] of Object.entries(fill)) await page.locator(`[name="${name}"]`).first().fill(text);
  if (key !== undefined) {
    await page.locator('[data-list] .card-title').first().focus();
    await page.keyboard.press(key);
  }
  const called = (name: string | RegExp) =>
    page.getByRole('button', { name: inLanguage(name) }).filter({ visible: true });
  if (press) await called(press).first().click();
  // What asks again is below what asked first.
  for (const name of then) await called(name).last().click();
}

/** Answers a request in place of the service. */
async function refuse(route: Route, { method = 'GET', status, code }: Refusal): Promise<void> {
  if (route.request().method() !== method) return route.fallback();
  const issues = code === '' ? [] : [{ code, message: issueTexts[code as keyof typeof issueTexts] }];
  return route.fulfill({ status, json: { code: 'REFUSED', message: '', issues } });
}

/** The cookie of a session. */
function cookieOf(value: string) {
  return { name: cookieName(service.publicUrl), value, url: service.address };
}

/** Loses the connection, and changes something. */
async function loseLine(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const field = page.getByLabel(inLanguage('What needs to be done?'));
  await page
    .getByRole('button', { name: inLanguage('Add a card') })
    .filter({ visible: true })
    .last()
    .click();
  await field.fill('Ask the pier for a longer cable');
  await field.press('Enter');
  await field.press('Escape');
  await page.locator('.top .pill').waitFor();
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/sign-in');
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('button[type="submit"], form button.primary').first().click();
  await page.waitForURL('/');
}
