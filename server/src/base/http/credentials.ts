import type { FastifyRequest } from 'fastify';
import { type Actor, authenticate } from '../access/actor.ts';
import { onlyWaysOf } from '../config/openid-providers.ts';
import { Unauthorized } from '../errors.ts';
import type { Service } from '../service.ts';

/**
 * A bearer token takes precedence; with another scheme (a proxy's) `X-Api-Key` is used. Both headers accept both kinds of
 * token.
 */
export function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const key = headers['x-api-key'];
  return bearer ?? (typeof key === 'string' ? key : undefined);
}

/** Whether a session was opened by a provider, if its user may sign in by no other way. */
function wasOpenedRightly({ openIdProviders }: Service['config'], { email, facts }: Actor): boolean {
  if (facts?.kind !== 'session' || facts.provider === '*') return true;
  const only = onlyWaysOf(openIdProviders, email);
  return only.length === 0 || only.some(({ id }) => id === facts.provider);
}

/**
 * The actor of a token; throws `Unauthorized` if there is none. A page opens streams by itself, and says of other requests that nobody
 * is there to make them.
 */
export async function actorOf(
  service: Service,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  token: string | undefined,
  isStream = false,
): Promise<Actor> {
  if (token === undefined) throw new Unauthorized();
  const now = service.clock.now();
  const actor = await authenticate(service.db, token, now, ip);
  if (!actor || !wasOpenedRightly(service.config, actor)) throw new Unauthorized();
  service.lastUsed.touch(actor.credential, now, !isStream && headers.unattended !== 'true');
  return actor;
}
