import { hashOf, newToken } from '../../access/tokens.ts';
import type { Work } from '../../changes/change.ts';
import { day } from '../../clock.ts';
import { command } from '../../db/query.ts';
import { newId } from '../../ids.ts';
import type { Service } from '../../service.ts';

/** How long an invitation is open; microseconds. */
const inviteLife = 7 * day;

interface NewInvite {
  workspaceId: string;
  id: string;
  memberId: string | null;
  hash: string;
  userId: string;
  now: number;
  expiresAt: number;
}

const insert = command('invites.insert', (db, p: NewInvite) =>
  db.insertInto('invites').values({
    workspace_id: p.workspaceId,
    id: p.id,
    member_id: p.memberId,
    code_hash: p.hash,
    created_by: p.userId,
    created_at: p.now,
    expires_at: p.expiresAt,
    deactivated_at: null,
  }),
);

export interface Issued {
  id: string;
  /** Known to the caller only: what is stored is its hash. */
  code: string;
  expiresAt: number;
}

/** Issues a code: for one member, or null for whoever has the link. The one before it must be out of the way. */
export async function issueCode(
  { tx, actor, now }: Work,
  workspaceId: string,
  memberId: string | null,
): Promise<Issued> {
  const code = newToken('invite');
  const id = newId(now);
  const expiresAt = now + inviteLife;
  await tx.run(insert, {
    workspaceId,
    id,
    memberId,
    hash: hashOf(code),
    userId: actor.userId,
    now,
    expiresAt,
  });
  return { id, code, expiresAt };
}

export const linkTo = ({ publicUrl }: Pick<Service, 'publicUrl'>, code: string): string =>
  `${publicUrl}/invite/${code}`;
