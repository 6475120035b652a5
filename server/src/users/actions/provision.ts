import type { AccountWork } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { Forbidden } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { users } from '../../data/users/tables.ts';
import { userByEmail } from '../queries.ts';
import { proveAddress } from './prove-address.ts';

/* Accounts of people for whose address a directory speaks, as the operator has decided. */

const insert = insertRow('users.insertByDirectory', users);

/**
 * The account with an address, or a new one, to which its owner signs in by their provider. Whoever has made the account without
 * proving the address is shut out, as when its owner signs in.
 */
export async function provisionAccount(
  work: AccountWork,
  { email, name }: { email: string; name: string | null },
): Promise<string> {
  const { tx, now } = work;
  const known = await tx.first(userByEmail, { email });
  if (known) {
    if (known.disabledAt !== null) throw new Forbidden('account-disabled');
    await proveAddress(work, known.id);
    return known.id;
  }
  const id = newId(now);
  await tx.run(insert, { id, email, name, emailVerifiedAt: now, passwordHash: null, createdAt: now });
  return id;
}

export const renameAccount = command('users.renameByDirectory', (db, p: { userId: string; name: string }) =>
  db.updateTable('users').set({ name: p.name }).where('id', '=', p.userId).where('bot_since', 'is', null),
);
