import type { Origin } from '../../base/access/origin.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { NotFound } from '../../base/errors.ts';
import { endSessions } from '../sessions.ts';
import { noteEvent } from './security-log.ts';

const end = command('sessions.end', (db, p: { id: string; userId: string }) =>
  db.deleteFrom('sessions').where('id', '=', p.id).where('user_id', '=', p.userId).returning('id'),
);

/** Ends one of the actor's sessions, immediately on every node, since tokens are not cached. */
export async function endSession({ tx, actor, ownAccount }: Work, id: string) {
  ownAccount();
  const [ended] = await tx.run(end, { id, userId: actor.userId });
  if (!ended) throw new NotFound();
  return { success: true };
}

/** Ends all of the actor's sessions except that of the request. */
export async function endOtherSessions(work: Work, origin: Origin) {
  const { tx, actor, ownAccount } = work;
  ownAccount();
  await endSessions(tx, actor.userId, actor.credential.id);
  await noteEvent(work, { userId: actor.userId, type: 'sessions.ended', origin });
  return { success: true };
}

/** Ends the session of the request. */
export async function signOut({ tx, actor, ownAccount }: Work) {
  ownAccount();
  await tx.run(end, { id: actor.credential.id, userId: actor.userId });
  return { success: true };
}
