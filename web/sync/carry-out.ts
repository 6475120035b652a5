import { ApiError } from '../../contract/client.ts';
import type { Operation } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { overNow } from './description.ts';
import type { Entry, Keeper } from './entry.ts';
import type { Mutation } from './mutation.ts';
import type { Server } from './server.ts';

/** Sends a change; returns its position in the log if it changed anything. */
export async function carryOut(
  server: Server,
  keeper: Keeper,
  entry: Entry,
  keepalive: boolean,
): Promise<{ position?: number | undefined; reply?: unknown }> {
  const { input, id: key, over, part } = entry.mutation;
  const operation = operationOf(entry.mutation);
  const options = { key, keepalive, ...(over ? { ifMatch: over.etag } : {}) };
  try {
    return await server.ask(operation, input, options);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    // Somebody else has deleted it first.
    if (status === 404 && part && operation.method === 'DELETE') return {};
    if (status !== 412) throw error;
    const now = await overNow(server, entry.mutation);
    if (now === undefined) throw error;
    if (now.isThere) return now;
    entry.mutation = now.mutation;
    await keeper.keep(now.mutation);
    return carryOut(server, keeper, entry, keepalive);
  }
}

function operationOf({ operation: [group, name] }: Mutation): Operation {
  const found = (routes as unknown as Record<string, Record<string, Operation>>)[group]?.[name];
  if (!found) throw new Error(`there is no operation ${group}.${name}`);
  return found;
}
