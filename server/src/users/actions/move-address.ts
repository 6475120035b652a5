import type { Origin } from '../../base/access/origin.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { raiseWhereShown } from '../../base/changes/versions.ts';
import { command } from '../../base/db/query.ts';
import { Conflict } from '../../base/errors.ts';
import { languageFor, mailOf } from '../../base/mail/compose.ts';
import { forgetInvited, setMembersAddress } from '../../data/members/rows.ts';
import { revokeMailTokens } from '../mail-tokens.ts';
import { preferences, userByEmail } from '../queries.ts';
import { noteEvent } from './security-log.ts';

const setAddress = command('users.setAddress', (db, p: { userId: string; email: string; now: number }) =>
  db.updateTable('users').set({ email: p.email, email_verified_at: p.now }).where('id', '=', p.userId),
);

/**
 * Gives an account another address, which is proven to be theirs, and notifies the old one. Throws `Conflict`, naming `field`, if
 * another account has it.
 */
export async function moveAddress(
  work: AccountWork,
  moved: { userId: string; before: string; email: string; origin: Origin | null },
  field: string,
): Promise<void> {
  const { tx, now, mail, publicUrl } = work;
  const { userId, before, email, origin } = moved;
  if (await tx.first(userByEmail, { email })) throw new Conflict('email-taken', { field });
  await tx.run(setAddress, { userId, email, now });
  await tx.run(raiseWhereShown, { userId, now });
  await tx.run(forgetInvited, { userId, email });
  await tx.run(setMembersAddress, { userId, email });
  await revokeMailTokens(tx, before, userId);
  await noteEvent(work, { userId, type: 'email.changed', origin, detail: `${before} → ${email}` });
  const language = languageFor((await tx.first(preferences, { userId }))?.locale ?? null);
  mail(mailOf({ to: before, language }, 'addressChanged', publicUrl));
}
