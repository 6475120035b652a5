import { issueTexts } from '../../../../contract/issue-texts.ts';
import type { Issue } from '../../../../contract/issues.ts';
import type { Operation } from '../../../../contract/operation.ts';
import type { DocumentCheck } from '../document.ts';
import { parsed } from './forbidden.ts';
import type { Received } from './send.ts';

/** Milliseconds after which an answer counts as too slow. */
const slow = 8_000;

/** An exchange to be judged. */
export interface Exchange {
  /** Undefined if no operation is addressed. */
  operation: Operation | undefined;
  reply: Received;
  /** Whether the request follows the document. */
  clean: boolean;
  /** Its violation of the document, if any. */
  forbidden: string | undefined;
  /** Whether the request asks for the codes of issues. */
  asksForCodes: boolean;
}

/** The faults of a reply, usually none. */
export function complaints(document: DocumentCheck, exchange: Exchange): string[] {
  const { operation, reply } = exchange;
  const { status, took } = reply;
  return [
    status >= 500 && !isDeclared(operation, status) ? `answered with ${status}` : undefined,
    took > slow ? `took ${Math.round(took)} ms` : undefined,
    operation ? misshapen(document, operation, reply) : misshapenError(reply),
    headersMissing(reply),
    exchange.asksForCodes ? codeMissing(reply) : undefined,
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
    document.check(operation, status, type, /\bjson\b/.test(type) ? JSON.parse(textOf(reply)) : undefined);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

/** Checks that the answer to an unknown operation is an error in the usual shape. */
function misshapenError(reply: Received): string | undefined {
  if (reply.status < 400) return undefined;
  const shape = /^\{"code":"[A-Z_]+","message":"[^"]+","issues":\[.*\]\}$/s;
  return shape.test(textOf(reply)) ? undefined : `an error of another shape: ${textOf(reply).slice(0, 200)}`;
}

/** What is no HTTP request is answered before anybody knows what it prefers. */
const ofNoRequests: string[] = [
  issueTexts['not-http'],
  issueTexts['head-too-large'],
  issueTexts['request-late'],
];

/** Checks that each issue of an error has a code and values. */
function codeMissing(reply: Received): string | undefined {
  if (reply.status < 400 || !reply.headers['content-type']?.includes('json')) return undefined;
  const { issues = [] } = (parsed(textOf(reply)) ?? {}) as { issues?: Partial<Issue>[] };
  const bare = issues.find(
    ({ message = '', code, values }) =>
      (code === undefined || values === undefined) && !ofNoRequests.includes(message),
  );
  return bare && `an issue without a code: ${bare.message}`;
}

function headersMissing({ headers }: Received): string | undefined {
  if (!/^[\w-]{1,64}$/.test(String(headers['x-request-id']))) return 'no X-Request-Id';
  return headers['x-content-type-options'] === 'nosniff' ? undefined : 'no X-Content-Type-Options';
}

/** Checks whether the service accepts an input that the document forbids, or refuses the form of one that it allows. */
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

/** The faults of the writes made during `exchanges`. */
export function writtenInVain(
  exchanges: readonly Pick<Exchange, 'operation' | 'reply'>[],
  writes: readonly string[],
): string | undefined {
  // Who exports a workspace is told of it, as is their security log.
  const mayWrite = ({ operation, reply }: Pick<Exchange, 'operation' | 'reply'>) =>
    reply.status < 400 &&
    operation !== undefined &&
    (operation.method !== 'GET' || operation.id === 'exportWorkspace');
  const isRefusedDelivery = exchanges.some(
    ({ operation, reply }) => operation?.id === 'receiveFromCodeHost' && reply.status === 403,
  );
  // Those who set up a connection see when a delivery with a wrong signature came.
  const kept = withoutKeysGivenUp(writes).filter(
    (each) => !(isRefusedDelivery && each === 'update code_hosts'),
  );
  if (kept.length === 0 || exchanges.some(mayWrite)) return undefined;
  return `stored something without saying so: ${[...new Set(kept)].join(', ')}`;
}

/** Ignores idempotency keys that refused requests claimed and released again. */
function withoutKeysGivenUp(writes: readonly string[]): readonly string[] {
  const times = (what: string) => writes.filter((each) => each === `${what} idempotency_keys`).length;
  if (times('insert') !== times('delete')) return writes;
  return writes.filter((each) => !each.endsWith(' idempotency_keys'));
}
