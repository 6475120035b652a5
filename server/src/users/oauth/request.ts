import { type KeyRights, namesOfKeyRights } from '../../../../contract/key-rights.ts';
import { isOurs } from '../../base/access/resource.ts';
import { Invalid } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { type Application, registered } from './clients.ts';
import { isAddress } from './descriptions.ts';
import { isNamed, returning } from './return-address.ts';

/** A request for authorization (RFC 6749, 4.1.1) of a known application. */
export interface Asked {
  application: Application;
  redirectUri: string;
  state: string | undefined;
  /** Of PKCE (RFC 7636). */
  challenge: string;
  /** What the application may be given, from little to much. */
  offered: readonly KeyRights[];
  /** Why it cannot be allowed. */
  problem: Problem | undefined;
}

interface Problem {
  /** The code of RFC 6749, 4.1.2.1, or of RFC 8707, 2. */
  error: string;
  description: string;
}

export type Describe = (id: string) => Promise<Application | undefined>;

/**
 * Reads the query with which an application opened the consent page. Throws `Invalid` if the browser must not return to where it says
 * (RFC 6749, 4.1.2.1): the application or the address is not known.
 */
export async function askedBy(
  { db, publicUrl }: Pick<Service, 'db' | 'publicUrl'>,
  describe: Describe,
  text: string,
  field: string,
): Promise<Asked> {
  const given = new URLSearchParams(text);
  const once = (name: string): string | undefined => {
    const all = given.getAll(name);
    return all.length === 1 ? all[0] : undefined;
  };
  const id = once('client_id') ?? '';
  const application = await (isAddress(id) ? describe(id) : registered(db, id));
  if (!application) throw new Invalid('unknown-application', { field });
  const redirectUri = once('redirect_uri') ?? '';
  if (!isNamed(redirectUri, application.returnsTo)) throw new Invalid('foreign-return-address', { field });
  return {
    application,
    redirectUri,
    state: once('state'),
    challenge: once('code_challenge') ?? '',
    offered: offeredFor(once('scope')),
    problem: problemOf(given, publicUrl),
  };
}

function problemOf(given: URLSearchParams, publicUrl: string): Problem | undefined {
  const repeated = [...given.keys()].find((name) => name !== 'resource' && given.getAll(name).length > 1);
  const invalid = (description: string) => ({ error: 'invalid_request', description });
  if (repeated !== undefined) return invalid('A parameter is there twice.');
  if (given.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', description: 'Only the response type code is supported.' };
  // PKCE is required, and not its method plain (OAuth 2.1, 4.1.1): whoever sees that challenge has the verifier.
  if (given.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(given.get('code_challenge') ?? ''))
    return invalid('A code challenge with the method S256 is required.');
  if (!given.getAll('resource').every((each) => isOurs(each, publicUrl)))
    return { error: 'invalid_target', description: 'The resource is not one of this service.' };
  return undefined;
}

/** The rights up to the highest scope that was asked for; all if none of ours was. */
function offeredFor(scope = ''): readonly KeyRights[] {
  const asked = namesOfKeyRights.filter((each) => scope.split(' ').includes(each));
  const highest = asked.at(-1);
  return highest === undefined
    ? namesOfKeyRights
    : namesOfKeyRights.slice(0, namesOfKeyRights.indexOf(highest) + 1);
}

/** Where to send the browser of a user who refuses, or of a request that cannot be allowed. */
export const refusal = ({ redirectUri, state, problem }: Asked, publicUrl: string): string =>
  returning(redirectUri, {
    error: problem?.error ?? 'access_denied',
    error_description: problem?.description,
    state,
    iss: publicUrl,
  });
