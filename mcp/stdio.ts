import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '../contract/client.ts';
import { Unreachable } from './advice.ts';
import { agentServer, type Ground } from './server.ts';

/** Milliseconds that a call may take. */
const patience = 60_000;

interface Settings extends Omit<Ground, 'connect'> {
  /** Ends with `/api/v1`. */
  baseUrl: string;
  token: string;
}

/** Speaks the protocol over the streams of this process, until its input ends; nothing else may write to its output. */
export function serveAgent({ baseUrl, token, version, report }: Settings): void {
  const connect = (signal: AbortSignal) =>
    createClient({
      baseUrl,
      token,
      fetch: (url, init) =>
        reach(url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) }),
    });
  serveStdio(() => agentServer({ version, connect, report }));
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  const { origin } = new URL(url);
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new Unreachable(`Taskboard does not answer at ${origin} (${reasonOf(error)})`);
  });
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    await response.body?.cancel();
    throw new Unreachable(`What answers at ${origin} is no Taskboard`);
  }
  return response;
}

/** What `fetch` says itself is only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.name;
}
