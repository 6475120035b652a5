import { allPermissions, type Permission } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import { factsOfAddresses, lacksFactor } from '../../base/access/policies.ts';
import { ifShown } from '../../base/errors.ts';
import { type InboundTarget, isAnswerCode, isBoardCode, targetOf } from '../../base/mail/inbound-address.ts';
import type { Service } from '../../base/service.ts';
import { mailboxOf, writer } from '../queries.ts';

/** Whom an address belongs to, and the card, question or board that mails to it are written to. */
export interface Addressed {
  actor: Actor;
  kind: InboundTarget['kind'];
  id: string;
  /** The list of the board where cards are made; null for the first one. */
  listId: string | null;
}

/** How history names what came by mail: where it names an API key. Keys count from 1. */
const byMail = { kind: 'key', id: '0', name: 'Email', lastUsedAt: 0 } as const;

/** What is needed to write to it. */
const needed: Record<InboundTarget['kind'], Permission> = {
  card: 'comment:create',
  comment: 'comment:create',
  board: 'card:create',
};

type Parts = Pick<Service, 'db' | 'secrets' | 'config'>;

/**
 * Whom and what an address stands for now; undefined if there is no such address, or its owner may not write there any more.
 */
export async function addressedBy(parts: Parts, address: string): Promise<Addressed | undefined> {
  const target = targetOf(address.slice(0, address.lastIndexOf('@')));
  const genuine = target && (await genuineOf(parts, target));
  if (!genuine) return undefined;
  const { kind, userId, id } = target;
  const person = await parts.db.first(writer, { userId });
  if (!person) return undefined;
  const facts = await factsOfAddresses(parts.db, userId);
  if (lacksFactor(parts.config, facts)) return undefined;
  const rights = {
    mask: allPermissions,
    workspaceId: null,
    openBoards: null,
    limited: true,
    credential: byMail,
    facts,
  };
  const actor: Actor = { ...person, ...rights };
  if (!(await ifShown(locate(parts.db, actor, kind, id, needed[kind])))) return undefined;
  return { actor, kind, id, listId: genuine.listId };
}

/** Undefined if the code of an address is not right, or not any longer. */
async function genuineOf(
  parts: Parts,
  target: InboundTarget,
): Promise<Pick<Addressed, 'listId'> | undefined> {
  const { kind } = target;
  if (kind !== 'board') return isAnswerCode(parts, { ...target, kind }) ? { listId: null } : undefined;
  const of = { userId: target.userId, boardId: target.id };
  const found = await parts.db.first(mailboxOf, of);
  return found && isBoardCode(parts, { ...of, id: found.id }, target.code) ? found : undefined;
}
