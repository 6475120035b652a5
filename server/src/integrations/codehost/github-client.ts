import { setTimeout as pause } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { type Ask, fitting, largestPage } from '../ask.ts';
import { NoAnswer, type Reading, TokenRefused, TooMuch, Unfit } from '../provider.ts';
import { Envelope, type ReplyError } from './github-shapes.ts';

/** The token is valid, but lacks a scope that the request needs. */
export class ScopeMissing extends TokenRefused {}

/** A page of a GraphQL connection. A node that the token may not read is null. */
export interface Connection<T> {
  totalCount?: number;
  nodes: (T | null)[] | null;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

type Variables = Record<string, string | number>;

/** A request that reads a connection page by page. */
export interface Paged<S extends TSchema, T> {
  /** Takes `$first` and `$after`. */
  query: string;
  variables: Variables;
  schema: S;
  /** Selects the connection in a reply. */
  pick: (data: Static<S>) => Connection<T> | null | undefined;
  /** Its first page, if it was already read. */
  first?: Connection<T> | null;
  /** Nodes per page; reduced if GitHub cannot return so many. */
  size?: number;
}

export interface GitHubClient {
  /** Returns the result of a query, checked against `schema`. */
  readonly query: <S extends TSchema>(query: string, variables: Variables, schema: S) => Promise<Static<S>>;
  /** The pages of a connection. */
  readonly eachPage: <S extends TSchema, T>(paged: Paged<S, T>) => AsyncGenerator<Connection<T>>;
  /** All nodes of a connection; those of `first` included. */
  readonly pages: <S extends TSchema, T>(paged: Paged<S, T>) => Promise<(T | null)[]>;
}

/** Max attempts of a request without an answer, and the milliseconds between them, which grow. */
const maxTries = 3;
const between = 250;

/** The max page size that GitHub allows. */
const wholePage = 100;

/** GitHub itself stops after ten seconds. */
const timeoutMs = 20_000;

/** Without `reading`, for small requests, failures are thrown at once, without retries. */
export function githubClient(ask: Ask, url: string, token: string, reading?: Reading): GitHubClient {
  const answered = answering(ask, url, token, reading);
  const eachPage = <S extends TSchema, T>(paged: Paged<S, T>) =>
    pagesOf(answered, paged, reading !== undefined);
  return {
    query: (text, variables, schema) => answered(text, variables, schema),
    eachPage,
    async pages(paged) {
      const nodes = [];
      for await (const page of eachPage(paged)) nodes.push(...(page.nodes ?? []));
      return nodes;
    },
  };
}

/** Returns the result of a query. With `maySplit`, a result that is too large is an error that a smaller page avoids. */
type Answered = <S extends TSchema>(
  text: string,
  variables: Variables,
  schema: S,
  maySplit?: boolean,
) => Promise<Static<S>>;

/** Asks, and with `reading` asks again after failures that pass. */
function answering(ask: Ask, url: string, token: string, reading: Reading | undefined): Answered {
  let wait = reading?.patience ?? 0;

  const once: Answered = async (text, variables, schema, maySplit) => {
    const headers = { authorization: `Bearer ${token}` };
    const body = { query: text, variables };
    const most = maySplit ? { maxReply: largestPage } : {};
    const question = { provider: 'GitHub', url, base: url, headers, body, timeoutMs, ...most };
    const reply = await ask({ ...question, reply: Envelope, isLimit });
    for (const { path } of checkErrors(reply)) if (reading) reportUnread(path, reading);
    return fitting('GitHub', schema, reply.data);
  };

  /** Waits until a failed request may be retried; throws its error if a retry is no use. */
  const waitAfter = async (error: unknown, tries: number, maySplit: boolean): Promise<void> => {
    if (!reading || !(error instanceof NoAnswer) || error instanceof Unfit) throw error;
    if (maySplit && error instanceof TooMuch) throw error;
    const { retryAfter } = error;
    if (retryAfter === undefined ? tries >= maxTries : retryAfter > wait) throw error;
    wait -= retryAfter ?? 0;
    const ms = retryAfter === undefined ? between * tries : retryAfter * 1000;
    await pause(ms, undefined, { signal: reading.signal }).catch(() => {
      throw error;
    });
  };

  return async (text, variables, schema, maySplit = false) => {
    for (let tries = 1; ; tries++) {
      try {
        return await once(text, variables, schema, maySplit);
      } catch (error) {
        await waitAfter(error, tries, maySplit);
      }
    }
  };
}

/** The pages of a connection. If they may be split, smaller ones are read where GitHub cannot return so much at once. */
async function* pagesOf<S extends TSchema, T>(
  answered: Answered,
  paged: Paged<S, T>,
  maySplit: boolean,
): AsyncGenerator<Connection<T>> {
  const { query: text, schema, pick, first } = paged;
  let { size = wholePage } = paged;
  const seen = new Set<string>();
  if (first) yield whole(first);
  let page: Connection<T>;
  let after = first ? next(first, seen) : '';
  while (after !== undefined) {
    const variables = { ...paged.variables, first: size, ...(after === '' ? {} : { after }) };
    try {
      page = whole(pick(await answered(text, variables, schema, maySplit && size > 1)));
    } catch (error) {
      if (!maySplit || !(error instanceof TooMuch) || size === 1) throw error;
      // Later pages keep the smaller size: they would fail, too.
      size = Math.ceil(size / 4);
      continue;
    }
    yield page;
    after = next(page, seen);
  }
}

/** Throws if a page is missing, so that it is not taken for the end. */
function whole<T>(page: Connection<T> | null | undefined): Connection<T> {
  if (!page?.nodes) throw new NoAnswer('GitHub left out a page');
  return page;
}

/** The cursor of the next page; undefined after the last one. */
function next({ pageInfo }: Connection<unknown>, seen: Set<string>): string | undefined {
  const { hasNextPage, endCursor } = pageInfo;
  if (!hasNextPage) return undefined;
  if (!endCursor) throw new NoAnswer('GitHub does not say where the next page begins');
  if (seen.has(endCursor)) throw new NoAnswer('GitHub repeats a page');
  seen.add(endCursor);
  return endCursor;
}

const isLimit = ({ errors }: Static<typeof Envelope>): boolean =>
  errors?.some(({ type }) => type === 'RATE_LIMITED') ?? false;

/** Errors of a partial answer: the data that the token cannot read is null. */
const partial = new Set(['NOT_FOUND', 'FORBIDDEN']);

/** GraphQL reports errors with status 200. Returns the errors of a partial answer; throws if there is no answer. */
function checkErrors({ data, errors: given }: Static<typeof Envelope>): ReplyError[] {
  const errors = given ?? [];
  const [first] = errors;
  const isWhole = typeof data === 'object' && data !== null;
  if (!first && isWhole) return [];
  const refused = (message: string) => `GitHub refuses the token: ${message.slice(0, 500)}`;
  const scope = errors.find(({ type }) => type === 'INSUFFICIENT_SCOPES');
  if (scope) throw new ScopeMissing(refused(scope.message));
  const refusal = errors.find(({ type }) => type === 'FORBIDDEN' && !isWhole);
  if (refusal) throw new TokenRefused(refused(refusal.message));
  if (isWhole && errors.every(({ type }) => partial.has(type ?? ''))) return errors;
  const Kind = errors.some(({ type }) => type === 'RESOURCE_LIMITS_EXCEEDED') ? TooMuch : NoAnswer;
  throw new Kind('GitHub could not answer', { cause: first?.message });
}

/** Reports unreadable parts, except items and nodes: these are reported when they are read. */
function reportUnread(path: ReplyError['path'], { leftOut }: Reading): void {
  const part = path?.at(-1);
  if (typeof part === 'string' && part !== 'content' && part !== 'node') leftOut(unreadParts, 1, part);
}

/** The kind of loss for parts of an item that the token may not read. */
export const unreadParts = 'parts of items that the token cannot read left out';
