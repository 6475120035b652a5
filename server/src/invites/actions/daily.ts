import { sql } from 'kysely';
import type { Work } from '../../base/changes/change.ts';
import { day, second } from '../../base/clock.ts';
import { query } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { TooManyRequests } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { sentInvitations } from '../../data/invites/tables.ts';

/*
 * An invitation is unsolicited mail. So the number sent per day is limited, counted in the database: per inviting user, per
 * workspace, and per invited address.
 */

const perDay = { ofUser: 200, ofWorkspace: 500, ofAddress: 10 };

interface Sent {
  workspaceId: string;
  userId: string;
  email: string;
}

/** When the `count`th newest invitation was sent: another is too many until it is a day old. Null if there are fewer. */
const since = (column: 'workspace_id' | 'user_id' | 'email', value: string, count: number) => sql<
  number | null
>`(
  select sent_at from sent_invitations where ${sql.ref(column)} = ${value}
  order by sent_at desc limit 1 offset ${sql.lit(count - 1)})`;

const limiting = query(
  'sent_invitations.limiting',
  (_db, p: Sent) => sql<{ user: number | null; workspace: number | null; address: number | null }>`
  select ${since('user_id', p.userId, perDay.ofUser)} as user,
    ${since('workspace_id', p.workspaceId, perDay.ofWorkspace)} as workspace,
    ${since('email', p.email, perDay.ofAddress)} as address`,
);

const insert = insertRow('sent_invitations.insert', sentInvitations);

/** Counts an invitation by the actor. Throws `TooManyRequests`, with the time until an earlier one is a day old. */
export async function countInvitation(
  { tx, actor, now }: Work,
  given: { workspaceId: string; email: string },
): Promise<void> {
  const sent = { ...given, userId: actor.userId };
  const found = await tx.first(limiting, sent);
  const latest = Math.max(...[found?.user, found?.workspace, found?.address].map((at) => at ?? 0));
  const until = latest + day - now;
  if (until > 0) throw new TooManyRequests(Math.ceil(until / second));
  await tx.run(insert, { ...sent, id: newId(now), sentAt: now });
}
