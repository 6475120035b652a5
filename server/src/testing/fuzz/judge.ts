import type { Operation } from '../../../../contract/operation.ts';
import type { DocumentCheck } from '../document.ts';
import type { Received } from './send.ts';

/** Milliseconds that no answer may take. */
const slow = 8_000;

/** An exchange that is to be judged. */
export interface Exchange {
  /** Undefined where none is meant. */
  operation: Operation | undefined;
  reply: Received;
  /** Whether the request keeps to the document. */
  clean: boolean;
  /** What the document forbids of it. */
  forbidden: string | undefined;
}

/** What is wrong with a reply; nothing, most of the time. */
export function complaints(document: DocumentCheck, exchange: Exchange): string[] {
  const { operation, reply } = exchange;
  const { status, took } = reply;
  return [
    status >= 500 && !isDeclared(operation, status) ? `answered with ${status}` : undefined,
    took > slow ? `took ${Math.round(took)} ms` : undefined,
    operation ? misshapen(document, operation, reply) : misshapenError(reply),
    headersMissing(reply),
    ...(operation ? mistaken(operation, exchange) : []),
  ].filter((complaint) => complaint !== undefined);
}

const isDeclared = (operation: Operation | undefined, status: number): boolean =>
  operation?.errors.some((each) => each === status) ?? false;

const textOf = ({ body }: Received): string => body.toString();

function misshapen(document: DocumentCheck, operation: Operation, reply: Received): string | undefined {
  const { status, headers } = reply;
  const type = headers['content-type'] ?? '';
  try {
    document.check(operation, status, type, type.includes('json') ? JSON.parse(textOf(reply)) : undefined);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

/** An answer to what no operation declares is an error in the shape of all errors. */
function misshapenError(reply: Received): string | undefined {
  if (reply.status < 400) return undefined;
  const shape = /^\{"code":"[A-Z_]+","message":"[^"]+","issues":\[.*\]\}$/s;
  return shape.test(textOf(reply)) ? undefined : `an error of another shape: ${textOf(reply).slice(0, 200)}`;
}

function headersMissing({ headers }: Received): string | undefined {
  if (!/^[\w-]{1,64}$/.test(String(headers['x-request-id']))) return 'no X-Request-Id';
  return headers['x-content-type-options'] === 'nosniff' ? undefined : 'no X-Content-Type-Options';
}

/** Where the service takes what the document forbids, or does not take the form that the document wants. */
function mistaken(operation: Operation, { reply, clean, forbidden }: Exchange): (string | undefined)[] {
  const isTaken = reply.status < 400;
  const [, issue] = /"message":"(\S+ must .*?)"/.exec(textOf(reply)) ?? [];
  return [
    isTaken && forbidden !== undefined ? `took what the document forbids: ${forbidden}` : undefined,
    reply.status === 400 && clean && issue !== undefined && !operation.consumes
      ? `refused what the document allows: ${issue}`
      : undefined,
  ];
}

/** What is wrong with what was written while `exchanges` were under way. */
export function writtenInVain(
  exchanges: readonly Pick<Exchange, 'operation' | 'reply'>[],
  writes: readonly string[],
): string | undefined {
  const mayWrite = ({ operation, reply }: Pick<Exchange, 'operation' | 'reply'>) =>
    reply.status < 400 && operation !== undefined && operation.method !== 'GET';
  const kept = withoutKeysGivenUp(writes);
  if (kept.length === 0 || exchanges.some(mayWrite)) return undefined;
  return `stored something without saying so: ${[...new Set(kept)].join(', ')}`;
}

/** Who is refused what is no change of the database gets the key back that was claimed for it. */
function withoutKeysGivenUp(writes: readonly string[]): readonly string[] {
  const times = (what: string) => writes.filter((each) => each === `${what} idempotency_keys`).length;
  if (times('insert') !== times('delete')) return writes;
  return writes.filter((each) => !each.endsWith(' idempotency_keys'));
}
