import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { api } from '../contract/api.ts';
import { Unreachable } from './advice.ts';
import { clientFor } from './client.ts';
import { agentServer, type Ground } from './server.ts';

/** Milliseconds that a call may take, and the question what the key permits. */
const patience = { call: 60_000, permissions: 5_000 };

interface Settings extends Omit<Ground, 'sender' | 'permissions'> {
  token: string;
}

/** Speaks the protocol over the streams of this process, until its input ends; nothing else may write to its output. */
export function serveAgent(settings: Settings): void {
  const sender: Ground['sender'] = (signal) => (url, init) =>
    reach(url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(patience.call)]) });
  const way = { ...settings, sender };
  serveStdio(async () => agentServer({ ...way, permissions: await permissionsOf(way) }));
}

/** What the key is limited to. Where the service does not say so, calls will say what is wrong. */
async function permissionsOf(way: Omit<Ground, 'permissions'>): Promise<Ground['permissions']> {
  const client = clientFor(way, AbortSignal.timeout(patience.permissions));
  const credential = await client.call(api.users.credential).catch(() => undefined);
  return credential?.permissions ?? undefined;
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
