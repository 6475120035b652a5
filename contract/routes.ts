import { api } from './api.ts';
import type { Method, Operation } from './operation.ts';

/** What a client needs to know about an operation to call it. */
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
 * Every operation without its schemas but with their types, so that the client can call these like the full ones. Browser
 * builds contain this as a plain table.
 */
export const routes = Object.fromEntries(groups) as typeof api;
