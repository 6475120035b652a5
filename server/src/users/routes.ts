import { users } from '../../../contract/users.ts';
import { NotFound } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { hashPassword, signUp } from './actions.ts';
import { profile } from './queries.ts';

export function userRoutes(service: Service): void {
  const { db, changeAccounts } = service;

  bind(service, users.signUp, async ({ body, request }) => {
    const passwordHash = await hashPassword(body.password);
    const account = { email: body.email, name: body.name ?? null, passwordHash };
    return changeAccounts((work) => signUp(work, account, request.headers['user-agent'] ?? null));
  });

  bind(service, users.me, async ({ actor }) => {
    const user = await db.first(profile, { userId: actor.userId, now: service.clock.now() });
    if (!user) throw new NotFound();
    const { passwordHash, magicLinkAt, keyId, keyPrefix, ...rest } = user;
    return {
      ...rest,
      hasPassword: passwordHash !== null,
      hasMagicLinkAccount: magicLinkAt !== null,
      apiKey: keyId === null || keyPrefix === null ? null : { id: keyId, prefix: keyPrefix },
    };
  });
}
