import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installed } from '../../../tools/installed.ts';
import { until } from '../looking.ts';
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
  const seen = new Map<string, Seen>();
  const bidi = await Bidi.connect(await addressOf(browser.stderr), (method, told) => {
    const of = seen.get(told.context ?? told.source?.context ?? '');
    const complaint = complaintOf(method, told, own);
    if (of && complaint && !(of.isLeaving && gaveUp.test(complaint))) of.complaints.push(complaint);
  });
  await bidi.ask('session.new', { capabilities: {} });
  await bidi.ask('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
  return {
    async open() {
      const { userContext } = await bidi.ask<{ userContext: string }>('browser.createUserContext');
      const made = { type: 'tab', userContext };
      const { context } = await bidi.ask<{ context: string }>('browsingContext.create', made);
      const of: Seen = { complaints: [], isLeaving: false };
      seen.set(context, of);
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

/** Of a window. */
interface Seen {
  complaints: string[];
  /** Whether its page is left for another. */
  isLeaving: boolean;
}

/** What Firefox says where a page is left while its service worker answers for parts of the app. */
const gaveUp =
  /^error: Failed to load .+ A ServiceWorker intercepted the request and encountered an unexpected error/;

function complaintOf(method: string, { level, text, request }: Told, own: string): string | undefined {
  if (method === 'log.entryAdded') return `${level}: ${text}`;
  const url = request?.url ?? '';
  return url.startsWith(own) || /^(?:blob|data|about):/.test(url) ? undefined : `asked for ${url}`;
}

/** Whether the page's service worker is not yet ready: a page that is asked for meanwhile may fail. */
const isStarting = `navigator.serviceWorker?.getRegistration().then((worker) => Boolean(
  worker && (worker.installing || worker.waiting || worker.active?.state !== 'activated')))`;

function windowOf(bidi: Bidi, context: string, of: Seen, close: () => Promise<unknown>): Window {
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { type, result, exceptionDetails } = await bidi.ask<Evaluated>('script.evaluate', {
      expression: asJson(expression),
      target: { context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return JSON.parse(result?.value ?? 'null') as T;
  };
  return {
    evaluate,
    async go(url) {
      await until(async () => !(await evaluate<boolean>(isStarting)), 'its service worker is ready');
      of.isLeaving = true;
      await bidi.ask('browsingContext.navigate', { context, url, wait: 'complete' });
      of.isLeaving = false;
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
    complaints: () => of.complaints,
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
