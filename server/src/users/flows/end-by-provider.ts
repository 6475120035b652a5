import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { noteEvent } from '../actions/security-log.ts';
import { stepLife } from '../factors/step.ts';
import type { OpenIdClient } from '../openid/client.ts';
import { rememberEnd } from '../openid/ended.ts';
import { useNonce } from '../openid/state.ts';

interface Ended {
  provider: string;
  session: string | null;
}

const ofPerson = sql<{ userId: string }>`returning user_id as "userId"`;

/** One session of a person, or all that the provider has opened for them; those that they opened by other ways stay. */
const endOfPerson = command(
  'sessions.endOfPerson',
  (_db, p: Ended & { issuer: string; subject: string }) => sql<{ userId: string }>`
  delete from sessions
  where user_id in (select user_id from identities where issuer = ${p.issuer} and subject = ${p.subject})
    and provider = ${p.provider} and (cast(${p.session} as text) is null or provider_session = ${p.session}) ${ofPerson}`,
);

const endNamed = command(
  'sessions.endNamed',
  (_db, p: Ended) => sql<{ userId: string }>`
  delete from sessions where provider_session = ${p.session} and provider = ${p.provider} ${ofPerson}`,
);

/** Ends the sessions that a provider has opened and tells to be over. Throws `Invalid` for a token that it has not made, or made before. */
export async function endByProvider(service: Service, client: OpenIdClient, token: string): Promise<void> {
  const { issuer, subject, session, nonce, expiresAt } = await client.logoutOf(token);
  const named = { provider: client.provider.id, session };
  await service.changeAccounts(async (work) => {
    const used = () => new Invalid('wrong-logout-token', { field: 'body/logout_token', reason: 'jti' });
    await useNonce(work, { nonce, expiresAt }, used);
    await rememberEnd(work, { ...named, issuer, subject }, work.now + stepLife);
    const ended =
      subject === null
        ? await work.tx.run(endNamed, named)
        : await work.tx.run(endOfPerson, { ...named, issuer, subject });
    for (const userId of new Set(ended.map((row) => row.userId)))
      await noteEvent(work, { userId, type: 'sessions.ended', origin: null, detail: 'by the provider' });
  });
}
