import type { Static, TSchema } from 'typebox';
import { type Ask, fitting } from '../ask.ts';
import { NoAnswer, TokenRefused } from '../provider.ts';
import { Envelope } from './github-shapes.ts';

/** A page of a GraphQL connection. A node is null where the token may not read it. */
interface Connection<T> {
  nodes: (T | null)[] | null;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export interface GitHubClient {
  /** What a query gives, which is what `schema` says. */
  readonly query: <S extends TSchema>(
    query: string,
    variables: Record<string, string>,
    schema: S,
  ) => Promise<Static<S>>;
  /** All nodes of the connection that `pick` finds; those of `first`, where it has been read already, included. */
  readonly pages: <S extends TSchema, T>(
    query: string,
    variables: Record<string, string>,
    schema: S,
    pick: (data: Static<S>) => Connection<T> | null | undefined,
    first?: Connection<T> | null,
  ) => Promise<(T | null)[]>;
}

export function githubClient(ask: Ask, url: string, token: string): GitHubClient {
  const query: GitHubClient['query'] = async (text, variables, schema) => {
    const headers = { authorization: `Bearer ${token}` };
    const body = { query: text, variables };
    const reply = await ask({ provider: 'GitHub', url, base: url, headers, body, reply: Envelope });
    checkErrors(reply);
    return fitting('GitHub', schema, reply.data);
  };
  return {
    query,
    async pages(text, variables, schema, pick, first) {
      const nodes = [...(first?.nodes ?? [])];
      let cursor = first ? next(first) : '';
      while (cursor !== undefined) {
        const page = pick(
          await query(text, cursor === '' ? variables : { ...variables, after: cursor }, schema),
        );
        nodes.push(...(page?.nodes ?? []));
        const after = page ? next(page) : undefined;
        if (after !== undefined && after === cursor) throw new NoAnswer('GitHub repeats a page');
        cursor = after;
      }
      return nodes;
    },
  };
}

const next = ({ pageInfo }: Connection<unknown>): string | undefined =>
  pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;

/** What a token cannot read is null in the data, and an error beside it says so: that is an answer. */
const partial = new Set(['NOT_FOUND', 'FORBIDDEN']);

/** GraphQL says with status 200 what went wrong. */
function checkErrors({ data, errors: given }: Static<typeof Envelope>): void {
  const errors = given ?? [];
  const [first] = errors;
  const whole = typeof data === 'object' && data !== null;
  if (!first && whole) return;
  if (errors.some(({ type }) => type === 'RATE_LIMITED')) {
    throw new NoAnswer('GitHub accepts no more requests for now', { retryAfter: 60 });
  }
  const refusal = errors.find(
    ({ type }) => type === 'INSUFFICIENT_SCOPES' || (type === 'FORBIDDEN' && !whole),
  );
  if (refusal) throw new TokenRefused(`GitHub refuses the token: ${refusal.message.slice(0, 500)}`);
  if (whole && errors.every(({ type }) => partial.has(type ?? ''))) return;
  throw new NoAnswer('GitHub could not answer', { cause: first?.message });
}
