import type { Secrets } from '../../base/access/secrets.ts';
import { hashOf, newToken } from '../../base/access/tokens.ts';
import type { Work } from '../../base/changes/change.ts';
import { day } from '../../base/clock.ts';
import { deleteRows, insertRow } from '../../base/db/statements.ts';
import { newId } from '../../base/ids.ts';
import { invites } from '../../data/invites/tables.ts';

/** How long an invitation stays open; microseconds. */
const inviteLife = 7 * day;

const insert = insertRow('invites.insert', invites);

export interface Issued {
  id: string;
  /** Stored as a hash, and also sealed, so that it can be shown again. */
  code: string;
  expiresAt: number;
}

/** Binds a sealed code to its invitation. */
const sealContext = (id: string): string => `invite ${id}`;

/** A code, unsealed to be shown again. */
export const openedCode = (
  secrets: Pick<Secrets, 'open'>,
  { id, sealed }: { id: string; sealed: string },
): string => secrets.open(sealed, sealContext(id));

/** Removes the codes of a member. */
export const withdrawOfMember = deleteRows('invites.withdrawOfMember', invites, [
  'workspace_id',
  'member_id',
]);

/** Issues a code: for one member, or, with null, for the link. The caller must have removed the previous one. */
export async function issueCode(
  { tx, actor, now, secrets }: Work,
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
    codeHash: hashOf(code),
    codeSealed: secrets.seal(code, sealContext(id)),
    createdBy: actor.userId,
    createdAt: now,
    expiresAt,
  });
  return { id, code, expiresAt };
}

/** The page where anyone with the code can read the invitation and join. */
export const linkTo = ({ publicUrl }: Pick<Work, 'publicUrl'>, code: string): string =>
  `${publicUrl}/invite#${code}`;
