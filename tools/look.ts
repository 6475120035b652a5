import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { languageOf } from '../contract/languages.ts';
import { readConfig } from '../server/src/base/config/config.ts';
import { startService } from '../server/src/start.ts';
import { findBrowser } from './browser.ts';
import { type Account, makeAccounts } from './look-data.ts';
import { wordsIn } from './look-language.ts';
import { shootMails } from './look-mails.ts';
import { builtWith, loadFrom } from './planting.ts';
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
};
const service = await startService(readConfig(settings), { mailer: { send: async () => undefined } });
try {
  const accounts = await makeAccounts(`${service.address}/api/v1`);
  const consent = await consentPage(service.address, service.publicUrl);
  rmSync(into, { recursive: true, force: true });
  const found = findBrowser();
  const browser = await chromium.launch({
    executablePath: found?.executablePath ?? 'chromium',
    ...(found?.env ? { env: { ...process.env, ...found.env } } : {}),
    args: ['--no-sandbox'],
  });
  for (const size of ['desktop', 'phone'] as const) {
    for (const colorScheme of options.light ? (['light'] as const) : (['light', 'dark'] as const)) {
      const shoot = async (who: string, screens: readonly Screen[], account?: Account) => {
        if (!options.who || options.who.split(',').includes(who))
          await visit(browser, { size, colorScheme, who, screens, account });
      };
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
  screens: readonly Screen[];
  account: Account | undefined;
}

async function visit(browser: Browser, { size, colorScheme, who, screens, account }: Visit): Promise<void> {
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (chosen.length === 0) return;
  const context = await browser.newContext({
    baseURL: service.address,
    locale: language === 'pseudo' ? 'pl' : language,
    colorScheme,
    reducedMotion: 'reduce',
    ...sizes[size],
  });
  const page = await context.newPage();
  if (pseudoPages) await loadFrom(page, pseudoPages);
  if (account) await signIn(page, account);
  for (const screen of chosen) {
    await page.unrouteAll();
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

async function show(page: Page, { path, shows, press, line }: Screen): Promise<void> {
  if (line === 'silent') await page.route(/\/snapshot$/, () => undefined);
  await page.goto(path);
  if (press)
    await page
      .getByRole('button', { name: inLanguage(press) })
      .first()
      .click();
  // Nothing is to be seen of a text for screen readers, or of a placeholder.
  const shown = inLanguage(shows);
  const text = page.getByText(shown).filter({ visible: true });
  await (line === 'silent' ? page.locator('.opening .list') : text.or(page.getByPlaceholder(shown)))
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
  const field = page.getByLabel(inLanguage('What needs to be done?'));
  await page
    .getByRole('button', { name: inLanguage('Add a card') })
    .filter({ visible: true })
    .last()
    .click();
  await field.fill('Ask the pier for a longer cable');
  await field.press('Enter');
  await field.press('Escape');
  await page.locator('.top .pill').waitFor({ timeout: 8000 });
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/sign-in');
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('button[type="submit"], form button.primary').first().click();
  await page.waitForURL('/');
}
