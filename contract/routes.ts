import { api } from './api.ts';
import type { Method, Operation } from './operation.ts';

/** What a client needs to know of an operation to call it. */
interface Route {
  id: string;
  method: Method;
  path: string;
}

const routeOf = ({ id, method, path }: Operation): Route => ({ id, method, path });

const groups = Object.entries(api).map(([group, operations]) => [
  group,
  Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, routeOf(operation)])),
]);

/**
 * Every operation without its schemas, typed as with them: the client calls these as it calls the others. What is built
 * for browsers has this as a plain table.
 */
export const routes = Object.fromEntries(groups) as typeof api;
