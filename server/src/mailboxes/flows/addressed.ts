import { allPermissions } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import { Forbidden, NotFound } from '../../base/errors.ts';
import { targetOf } from '../../base/mail/inbound-address.ts';
import type { Service } from '../../base/service.ts';
import { writer } from '../queries.ts';

/** Whom an address belongs to, and what mails to it are written to. */
export interface Addressed {
  actor: Actor;
  cardId: string;
}

/** How history names what came by mail: where it names an API key. Keys count from 1. */
const byMail = { kind: 'key', id: '0', name: 'E-mail', lastUsedAt: 0 } as const;

type Parts = Pick<Service, 'db' | 'secrets' | 'config'>;

/**
 * Whom and what an address stands for now; undefined if there is no such address, or its owner may not write there any more.
 */
export async function addressedBy(parts: Parts, address: string): Promise<Addressed | undefined> {
  const target = targetOf(parts, address.slice(0, address.lastIndexOf('@')));
  if (!target) return undefined;
  const { userId, cardId } = target;
  const person = await parts.db.first(writer, { userId });
  if (!person) return undefined;
  const rights = { mask: allPermissions, workspaceId: null, limited: true, credential: byMail };
  const actor: Actor = { ...person, ...rights };
  try {
    await locate(parts.db, actor, 'card', cardId, 'comment:create');
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return undefined;
    throw error;
  }
  return { actor, cardId };
}
