import type { AccountWork } from '../../changes/change.ts';
import { command } from '../../db/query.ts';

const expiredMailTokens = command('mail_tokens.sweep', (db, p: { now: number }) =>
  db.deleteFrom('mail_tokens').where('expires_at', '<=', p.now),
);

const expiredSessions = command('sessions.sweep', (db, p: { now: number }) =>
  db.deleteFrom('sessions').where('expires_at', '<=', p.now),
);

const expiredStates = command('openid_states.sweep', (db, p: { now: number }) =>
  db.deleteFrom('used_openid_states').where('expires_at', '<=', p.now),
);

/** Removes sessions, links and begun sign-ins that have expired. They work no more as it is; this is to keep the tables small. */
export async function sweepExpired({ tx, now }: AccountWork): Promise<void> {
  await tx.run(expiredMailTokens, { now });
  await tx.run(expiredSessions, { now });
  await tx.run(expiredStates, { now });
}
