import type { FastifyRequest } from 'fastify';
import { auth } from '../../../contract/auth.ts';
import { users } from '../../../contract/users.ts';
import { isoMillis } from '../clock.ts';
import { NotFound } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { apiKeyShape, createApiKey, deleteApiKey } from './actions/api-keys.ts';
import { changePassword } from './actions/change-password.ts';
import { endSession, signOut } from './actions/end-session.ts';
import { requestMagicLink, verifyMagicLink } from './actions/magic-link.ts';
import { confirmPasswordReset, requestPasswordReset } from './actions/password-reset.ts';
import { signIn } from './actions/sign-in.ts';
import { signUp } from './actions/sign-up.ts';
import { sweepExpired } from './actions/sweep.ts';
import { updateProfile } from './actions/update-profile.ts';
import { type Attempts, attemptsOn } from './attempts.ts';
import { openIdRoutes } from './openid/routes.ts';
import { apiKeysOf, openSessions, profile } from './queries.ts';

/** Seconds between two rounds of tidying up. */
const sweepEvery = 600;

export function userRoutes(service: Service): void {
  const attempts = attemptsOn(service);
  signingIn(service, attempts);
  openIdRoutes(service, attempts);
  sessions(service);
  ownAccount(service, attempts);
  apiKeys(service);
  service.jobs.every('expired-credentials', sweepEvery, () => service.changeAccounts(sweepExpired));
}

const userAgentOf = (request: FastifyRequest): string | null => request.headers['user-agent'] ?? null;

function signingIn(service: Service, attempts: Attempts): void {
  const from = (account: string, request: FastifyRequest) => ({ account, address: request.ip });

  bind(service, auth.signUp, async ({ body, request }) => {
    attempts.count('sign-up', from(body.email, request));
    return signUp(service, body, userAgentOf(request));
  });

  bind(service, auth.signIn, ({ body, request }) =>
    attempts.countRefused('sign-in', from(body.email, request), () =>
      signIn(service, body, userAgentOf(request)),
    ),
  );

  bind(service, auth.requestMagicLink, async ({ body, request }) => {
    attempts.count('magic-link', from(body.email, request));
    return requestMagicLink(service, body);
  });

  bind(service, auth.verifyMagicLink, ({ body, request }) =>
    verifyMagicLink(service, body, userAgentOf(request)),
  );

  bind(service, auth.requestPasswordReset, async ({ body, request }) => {
    attempts.count('password-reset', from(body.email, request));
    return requestPasswordReset(service, body);
  });

  bind(service, auth.confirmPasswordReset, ({ body }) => confirmPasswordReset(service, body));
}

function sessions(service: Service): void {
  const { db, clock, change } = service;

  bind(service, auth.signOut, ({ actor }) => change(actor, signOut));

  bind(service, auth.sessions, async ({ actor: { userId, credential } }) => {
    const open = await db.all(openSessions, { userId, now: clock.now() });
    return open.map(({ id, createdAt, lastUsedAt, userAgent }) => ({
      id,
      createdAt: isoMillis(createdAt),
      lastUsedAt: isoMillis(lastUsedAt),
      userAgent,
      current: credential.kind === 'session' && credential.id === id,
    }));
  });

  bind(service, auth.endSession, ({ actor, params }) =>
    change(actor, (work) => endSession(work, params.sessionId)),
  );
}

function ownAccount(service: Service, attempts: Attempts): void {
  const { db, clock, change } = service;

  bind(service, users.me, async ({ actor }) => {
    const user = await db.first(profile, { userId: actor.userId, now: clock.now() });
    if (!user) throw new NotFound();
    const { passwordHash, magicLinkAt, keyId, keyPrefix, ...rest } = user;
    return {
      ...rest,
      hasPassword: passwordHash !== null,
      hasMagicLinkAccount: magicLinkAt !== null,
      apiKey: keyId === null || keyPrefix === null ? null : { id: keyId, prefix: keyPrefix },
    };
  });

  bind(service, users.update, ({ actor, body }) => change(actor, (work) => updateProfile(work, body)));

  bind(service, users.changePassword, ({ actor, body, request }) =>
    attempts.countRefused('password', { account: actor.email, address: request.ip }, () =>
      changePassword(service, actor, body),
    ),
  );
}

function apiKeys(service: Service): void {
  const { db, change } = service;

  bind(service, users.apiKeys, async ({ actor }) => {
    const keys = await db.all(apiKeysOf, { userId: actor.userId });
    return keys.map(apiKeyShape);
  });

  bind(service, users.createApiKey, ({ actor, body }) => change(actor, (work) => createApiKey(work, body)));

  bind(service, users.deleteApiKey, ({ actor, params }) =>
    change(actor, (work) => deleteApiKey(work, params.id)),
  );
}
