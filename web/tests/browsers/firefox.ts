import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installed } from '../../../tools/installed.ts';
import { Bidi, type Told } from './bidi.ts';
import { asJson, type Driver, type Window } from './driver.ts';
import { pointing, pressing } from './w3c.ts';

/* Firefox without a screen. `FIREFOX` may name another one than that of the machine. */

const program = process.env.FIREFOX ?? installed('firefox-esr', 'firefox');

export const noFirefox = program === undefined && 'NO FIREFOX: install firefox-esr, or set FIREFOX';

export async function firefox(own: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'taskboard-firefox-'));
  const browser = spawn(
    program ?? '',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'exit');
  const complaints = new Map<string, string[]>();
  const bidi = await Bidi.connect(await addressOf(browser.stderr), (method, told) => {
    complaints.get(told.context ?? told.source?.context ?? '')?.push(...complaintOf(method, told, own));
  });
  await bidi.ask('session.new', { capabilities: {} });
  await bidi.ask('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
  return {
    async open() {
      const { userContext } = await bidi.ask<{ userContext: string }>('browser.createUserContext');
      const made = { type: 'tab', userContext };
      const { context } = await bidi.ask<{ context: string }>('browsingContext.create', made);
      const of: string[] = [];
      complaints.set(context, of);
      return windowOf(bidi, context, of, () => bidi.ask('browser.removeUserContext', { userContext }));
    },
    async close() {
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Where it listens, which it says on its own. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface(output)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address) return address;
    said.push(line);
  }
  throw new Error(`Firefox did not start:\n${said.join('\n')}`);
}

function complaintOf(method: string, { level, text, request }: Told, own: string): string[] {
  if (method === 'log.entryAdded') return [`${level}: ${text}`];
  const url = request?.url ?? '';
  return url.startsWith(own) || /^(?:blob|data|about):/.test(url) ? [] : [`asked for ${url}`];
}

function windowOf(
  bidi: Bidi,
  context: string,
  complaints: readonly string[],
  close: () => Promise<unknown>,
): Window {
  return {
    async go(url) {
      await bidi.ask('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate<T>(expression: string) {
      const { type, result, exceptionDetails } = await bidi.ask<Evaluated>('script.evaluate', {
        expression: asJson(expression),
        target: { context },
        awaitPromise: true,
      });
      if (type === 'exception') throw new Error(exceptionDetails?.text);
      return JSON.parse(result?.value ?? 'null') as T;
    },
    async point(...steps) {
      await bidi.ask('input.performActions', { context, actions: pointing(steps) });
    },
    async press(...steps) {
      await bidi.ask('input.performActions', { context, actions: pressing(steps) });
    },
    async resize(width, height) {
      await bidi.ask('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async picture() {
      const { data } = await bidi.ask<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    complaints: () => complaints,
    async close() {
      await close();
    },
  };
}

interface Evaluated {
  type: 'success' | 'exception';
  result?: { value: string };
  exceptionDetails?: { text: string };
}
