import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { Forbidden, NotFound } from '../../errors.ts';

const end = command('sessions.end', (db, p: { id: string; userId: string }) =>
  db.deleteFrom('sessions').where('id', '=', p.id).where('user_id', '=', p.userId).returning('id'),
);

/** Ends one of the actor's sessions; its token is dead on every node at once, because none is cached. */
export async function endSession({ tx, actor, own }: Work, id: string) {
  own();
  const [ended] = await tx.run(end, { id, userId: actor.userId });
  if (!ended) throw new NotFound();
  return { success: true };
}

/** Ends the session that the request is made in. */
export async function signOut({ tx, actor, own }: Work) {
  own();
  const { kind, id } = actor.credential;
  if (kind !== 'session') throw new Forbidden('An API key is no session: it is revoked where keys are');
  await tx.run(end, { id, userId: actor.userId });
  return { success: true };
}
