import { operations } from '../../../../contract/api.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { canonicalUrl } from '../../base/http/canonical.ts';
import type { Input } from './forbidden.ts';
import type { Sent } from './send.ts';

/** A request as interpreted by the OpenAPI document. */
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

// Paths without parameters take precedence over those with parameters.
const byParameters = patterns.toSorted((one, other) => one.names.length - other.names.length);

/** The operation that a request addresses, whatever was intended; undefined if there is none. */
export function arrivedAt({ method, path, body }: Sent): Arrived | undefined {
  // Requests that write are not redirected to the plain address: they are taken as sent there.
  const isRedirected = method === 'GET' || method === 'HEAD';
  const address = isRedirected ? path : canonicalUrl(path);
  const [, pathname = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(address) ?? [];
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
