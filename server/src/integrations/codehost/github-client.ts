import type { Ask } from '../ask.ts';
import { NoAnswer, TokenRefused } from '../provider.ts';

/** A page of a GraphQL connection. A node is null where the token may not read it. */
export interface Connection<T> {
  nodes: (T | null)[] | null;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export interface GitHubClient {
  readonly query: <D>(query: string, variables: Record<string, string>) => Promise<D>;
  /** All nodes of the connection that `pick` finds; those of `first`, where it has been read already, included. */
  readonly pages: <D, T>(
    query: string,
    variables: Record<string, string>,
    pick: (data: D) => Connection<T> | null | undefined,
    first?: Connection<T> | null,
  ) => Promise<(T | null)[]>;
}

interface Reply {
  data?: unknown;
  errors?: { type?: string; message: string }[];
}

export function githubClient(ask: Ask, url: string, token: string): GitHubClient {
  const query = async <D>(query: string, variables: Record<string, string>): Promise<D> => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = (await ask({ provider: 'GitHub', url, headers, body: { query, variables } })) as Reply;
    checkErrors(reply);
    return reply.data as D;
  };
  return {
    query,
    async pages<D, T>(
      text: string,
      variables: Record<string, string>,
      pick: (data: D) => Connection<T> | null | undefined,
      first?: Connection<T> | null,
    ) {
      const nodes: (T | null)[] = [...(first?.nodes ?? [])];
      let cursor = first ? next(first) : '';
      while (cursor !== undefined) {
        const page = pick(await query<D>(text, cursor === '' ? variables : { ...variables, after: cursor }));
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
function checkErrors({ data, errors = [] }: Reply): void {
  const [first] = errors;
  const whole = typeof data === 'object' && data !== null;
  if (!first && whole) return;
  if (errors.some(({ type }) => type === 'RATE_LIMITED')) {
    throw new NoAnswer('GitHub takes no more requests for now', { retryAfter: 60 });
  }
  const refusal = errors.find(
    ({ type }) => type === 'INSUFFICIENT_SCOPES' || (type === 'FORBIDDEN' && !whole),
  );
  if (refusal) throw new TokenRefused(`GitHub refuses the token: ${refusal.message.slice(0, 500)}`);
  if (whole && errors.every(({ type = '' }) => partial.has(type))) return;
  throw new NoAnswer('GitHub could not answer', { cause: first?.message });
}
