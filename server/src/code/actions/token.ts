import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import { Invalid } from '../../base/errors.ts';
import { updateToken } from '../../data/code/rows.ts';
import { usualApi } from '../host-api.ts';
import type { HostRow } from '../queries.ts';
import { grantHost, type HostAddress } from './hosts.ts';

/* The token with which pull requests are commented on. */

/** What the token of a code host is sealed for. */
export const tokenContextOf = (id: string): string => `token of code host ${id}`;

export interface GivenToken {
  token: string;
  url?: string;
}

/** Stores a token, unless it is that one already, for a host whose API is not inside a private network: the caller has checked that. */
export async function setToken(
  work: Work,
  address: HostAddress,
  { token, url }: GivenToken,
): Promise<HostRow> {
  const host = await grantHost(work, address);
  const apiUrl = url ?? usualApi[host.kind];
  if (apiUrl === undefined) throw new Invalid('required', { field: 'body', missing: 'url' });
  const { tokenSealed } = host;
  const context = tokenContextOf(host.id);
  if (tokenSealed !== null && apiUrl === host.apiUrl && work.secrets.open(tokenSealed, context) === token) {
    work.quiet();
    return host;
  }
  return store(work, host, { tokenSealed: work.secrets.seal(token, context), apiUrl });
}

/** Forgets the token; without one, it changes nothing. */
export async function forgetToken(work: Work, address: HostAddress): Promise<HostRow> {
  const host = await grantHost(work, address);
  if (host.tokenSealed !== null) return store(work, host, { tokenSealed: null, apiUrl: null });
  work.quiet();
  return host;
}

async function store(
  work: Work,
  host: HostRow,
  given: Pick<HostRow, 'tokenSealed' | 'apiUrl'>,
): Promise<HostRow> {
  const { workspaceId, id, name, apiUrl } = host;
  const changed = { ...host, ...given, commentDueAt: null, postProblem: null, updatedAt: work.now };
  await work.tx.run(updateToken, changed);
  const detail = [
    ...differences({ comments: apiUrl }, { comments: given.apiUrl }),
    { field: 'token', from: null, to: null },
  ];
  await work.audit({ type: 'codeHost.updated', workspaceId, subject: { id, name }, detail });
  return changed;
}
