import { operations } from '../../../../contract/api.ts';
import type { Operation } from '../../../../contract/operation.ts';
import type { Input } from './forbidden.ts';
import type { Sent } from './send.ts';

/** A request as the document reads it. */
export interface Arrived extends Input {
  operation: Operation;
}

const patterns = operations.map((operation) => {
  const names: string[] = [];
  const pattern = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  return { operation, names, pattern: new RegExp(`^/api/v1${pattern}$`) };
});

// A path without a parameter is meant before one whose parameter it could be.
const byParameters = patterns.toSorted((one, other) => one.names.length - other.names.length);

/** Which operation a request asks for, whatever it was meant to be; undefined where it is none. */
export function arrivedAt({ method, path, body }: Sent): Arrived | undefined {
  const [, pathname = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(path) ?? [];
  for (const { operation, names, pattern } of byParameters) {
    const values = operation.method === method ? pattern.exec(pathname)?.slice(1) : undefined;
    if (!values) continue;
    try {
      const params = Object.fromEntries(
        names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]),
      );
      return { operation, params, query: new URLSearchParams(search), body: body?.toString() };
    } catch {
      return undefined;
    }
  }
  return undefined;
}
