import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { api } from '../contract/api.ts';
import type { Operation } from '../contract/operation.ts';
import { Unreachable } from './advice.ts';
import { clientFor } from './client.ts';
import { agentServer, type Dependencies } from './server.ts';

/** Timeouts in milliseconds of a call, and of the request for the key's permissions. */
const timeout = { call: 60_000, permissions: 5_000 };

interface Settings extends Omit<Dependencies, 'sender' | 'permissions'> {
  token: string;
}

/** Runs the protocol on the standard streams until the input ends; nothing else may write to the output. */
export function serveAgent(settings: Settings): void {
  const sender: Dependencies['sender'] = (signal) => (url, init, operation) =>
    reach(operation, url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(timeout.call)]) });
  const way = { ...settings, sender };
  serveStdio(async () => agentServer({ ...way, permissions: await permissionsOf(way) }));
}

/** The permissions of the key. If the request fails, the error is left to later calls. */
async function permissionsOf(way: Omit<Dependencies, 'permissions'>): Promise<Dependencies['permissions']> {
  const client = clientFor(way, AbortSignal.timeout(timeout.permissions));
  const credential = await client.call(api.users.credential).catch(() => undefined);
  return credential?.permissions ?? undefined;
}
async function reach({ produces }: Operation, url: string, init: RequestInit): Promise<Response> {
  const { origin } = new URL(url);
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new Unreachable(`Taskboard does not answer at ${origin} (${reasonOf(error)})`);
  });
  const isFile = response.ok && produces !== undefined;
  if (!isFile && !response.headers.get('content-type')?.startsWith('application/json')) {
    await response.body?.cancel();
    throw new Unreachable(`What answers at ${origin} is no Taskboard`);
  }
  return response;
}

/** The cause of an error of `fetch`, whose own message only states that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.name;
}
