import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { unusedPort } from '../../../server/src/testing/receiver.ts';
import { installed } from '../../../tools/installed.ts';
import { asJson, type Driver, type Window } from './driver.ts';
import { pointing, pressing } from './w3c.ts';

/*
 * WebKit, the engine of Safari, as GTK has it: on a screen in memory, driven by WebDriver (JSON over HTTP,
 * https://www.w3.org/TR/webdriver2/). Its driver has one window, and tells nothing of the console and of requests.
 */

const [driver, screen] = ['WebKitWebDriver', 'Xvfb'].map((program) => installed(program));

export const noWebkit = !(driver && screen) && 'NO WEBKIT: install webkit2gtk-driver and xvfb';

export async function webkit(): Promise<Driver> {
  // On Debian both programs are for the same user, whose screen this is: no other machine comes to it.
  const display = spawn(
    screen ?? '',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const number = await firstLine(display.stdio[3] as Readable);
  return {
    open: () => open({ ...process.env, DISPLAY: `:${number}` }),
    close: () => end(display),
  };
}

async function firstLine(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) return line;
  throw new Error('Xvfb did not start');
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit');
  if (program.exitCode === null && program.kill()) await ended;
}

async function open(env: NodeJS.ProcessEnv): Promise<Window> {
  const port = await unusedPort();
  const program = spawn(driver ?? '', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      // A page may hang.
      signal: AbortSignal.timeout(patience),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const { sessionId } = await whenListening(program, () =>
    ask<{ sessionId: string }>('POST', '', { capabilities: {} }),
  );
  const close = async () => {
    // A window that does not answer goes with its screen.
    await ask('DELETE', `/${sessionId}`).catch(() => undefined);
    await end(program);
  };
  return windowOf((method, path, body) => ask(method, `/${sessionId}${path}`, body), close);
}

/** Milliseconds until a command counts as hanging. */
const patience = 60_000;

/** The driver does not say when it listens. */
async function whenListening<T>(program: ChildProcess, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError) || program.exitCode !== null) throw error;
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

function windowOf(ask: Ask, close: () => Promise<void>): Window {
  const evaluate = async <T>(expression: string) => {
    const json = await ask<string>('POST', '/execute/sync', {
      script: `return ${asJson(expression)}`,
      args: [],
    });
    return JSON.parse(json) as T;
  };
  return {
    async go(url) {
      await ask('POST', '/url', { url });
    },
    evaluate,
    async point(...steps) {
      await ask('POST', '/actions', { actions: pointing(steps) });
    },
    async press(...steps) {
      await ask('POST', '/actions', { actions: pressing(steps) });
    },
    async resize(width, height) {
      // Of the whole window, with a bar above the page.
      const { height: all } = await ask<{ height: number }>('GET', '/window/rect');
      const bar = all - (await evaluate<number>('innerHeight'));
      await ask('POST', '/window/rect', { width, height: height + bar });
    },
    async picture() {
      return Buffer.from(await ask<string>('GET', '/screenshot'), 'base64');
    },
    complaints: () => undefined,
    close,
  };
}
