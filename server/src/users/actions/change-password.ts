import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { command } from '../../db/query.ts';
import { Invalid } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { revokeMailTokens } from '../mail-tokens.ts';
import { passwords } from '../passwords.ts';
import { userByEmail } from '../queries.ts';
import { endSessions } from '../sessions.ts';

interface Replaced {
  userId: string;
  from: string | null;
  to: string;
}

/** Replaces the password that was compared, and no other. */
const replace = command('users.replacePassword', (db, p: Replaced) =>
  db
    .updateTable('users')
    .set({ password_hash: p.to })
    .where('id', '=', p.userId)
    .where('password_hash', sql`is not distinct from`, p.from)
    .returning('id'),
);

const wrong = () => new Invalid('body/currentPassword is wrong');

/**
 * Sets the actor's password and ends what was opened by the old one: all links, and all sessions but the one the
 * request is made in. Throws `Invalid` where a password is set and the one that was sent is another.
 */
export async function changePassword(
  { db, change }: Service,
  actor: Actor,
  given: { newPassword: string; currentPassword?: string },
) {
  const { userId, email } = actor;
  const user = await db.first(userByEmail, { email });
  const from = user?.passwordHash ?? null;
  if (from !== null) {
    if (given.currentPassword === undefined) throw new Invalid('body/currentPassword is missing');
    if (!(await passwords.matches(from, given.currentPassword))) throw wrong();
  }
  const to = await passwords.hash(given.newPassword);
  return change(actor, async ({ tx, own }) => {
    own();
    // Links before users, as a reset takes them: two that wait for each other would be a deadlock.
    await revokeMailTokens(tx, email);
    const [replaced] = await tx.run(replace, { userId, from, to });
    if (!replaced) throw wrong();
    await endSessions(tx, userId, actor.credential.kind === 'session' ? actor.credential.id : undefined);
    return { success: true };
  });
}
