import type { FastifyRequest } from 'fastify';
import { type Actor, authenticate } from '../access/actor.ts';
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

/** The actor of a token; throws `Unauthorized` if there is none. */
export async function actorOf(service: Service, token: string | undefined): Promise<Actor> {
  if (token === undefined) throw new Unauthorized();
  const now = service.clock.now();
  const actor = await authenticate(service.db, token, now);
  if (!actor) throw new Unauthorized();
  service.lastUsed.touch(actor.credential, now);
  return actor;
}
