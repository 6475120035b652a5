import { auth } from '../../../contract/auth.ts';
import { allPermissions, permissionsIn } from '../../../contract/permissions.ts';
import { users } from '../../../contract/users.ts';
import { idleLife } from '../base/access/actor.ts';
import { isBotAddress } from '../base/access/bots.ts';
import { type Origin, originOf } from '../base/access/origin.ts';
import { forgetCookie } from '../base/access/session-cookie.ts';
import type { Caller } from '../base/changes/change.ts';
import { hour, isoMillis, second } from '../base/clock.ts';
import { NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom, pageOf } from '../base/http/cursor.ts';
import type { Service } from '../base/service.ts';
import { boardIdsIn, createApiKey, deleteApiKey, keysOf } from './actions/api-keys.ts';
import { endOtherSessions, endSession, signOut } from './actions/end-session.ts';
import { updateProfile } from './actions/update-profile.ts';
import { type Attempts, attemptsOn } from './attempts.ts';
import { factorRoutes } from './factors/routes.ts';
import { type Failures, failuresOn } from './failures.ts';
import { confirmNewAddress, requestNewAddress } from './flows/change-address.ts';
import { changePassword } from './flows/change-password.ts';
import { deleteOwnAccount } from './flows/delete-account.ts';
import { requestMagicLink, verifyMagicLink } from './flows/magic-link.ts';
import { confirmPasswordReset, requestPasswordReset } from './flows/password-reset.ts';
import { replyTo } from './flows/second-step.ts';
import { signIn } from './flows/sign-in.ts';
import { signUp } from './flows/sign-up.ts';
import { forgetEvents, sweepExpired } from './jobs.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { type Arrived, openIdRoutes } from './openid/routes.ts';
import { openSessions, preferences, profile, securityEvents } from './queries.ts';
import { openForPage } from './sessions.ts';

/** Seconds between two sweeps. */
const sweepEvery = 600;

export function userRoutes(service: Service, arrived: Arrived): void {
  const attempts = attemptsOn(service);
  const failures = failuresOn(service);
  signingIn(service, attempts, failures);
  openIdRoutes(service, attempts, arrived);
  factorRoutes(service, attempts, failures);
  sessions(service);
  ownAccount(service);
  changingAccount(service, attempts);
  apiKeys(service);
  oauthRoutes(service);
  securityLog(service);
  service.jobs.every('expired-credentials', sweepEvery, () => sweepExpired(service));
}

function signingIn(service: Service, attempts: Attempts, failures: Failures): void {
  const from = (account: string, { network }: Origin) => ({ account, network });

  bind(service, auth.signUp, ({ body, request, reply }) =>
    openForPage(service, request, reply, async () => {
      const origin = originOf(request);
      await attempts.count('sign-up', from(body.email, origin));
      return signUp(service, body, origin);
    }),
  );

  bind(service, auth.signIn, ({ body, request, reply }) => {
    const origin = originOf(request);
    return openForPage(service, request, reply, async () =>
      replyTo(
        service,
        await attempts.countRefused('sign-in', from(body.email, origin), () =>
          signIn(service, failures, body, origin),
        ),
      ),
    );
  });

  bind(service, auth.requestMagicLink, async ({ body, request }) => {
    await attempts.count('magic-link', from(body.email, originOf(request)));
    return requestMagicLink(service, body, request.headers['accept-language']);
  });

  bind(service, auth.verifyMagicLink, ({ body, request, reply }) =>
    openForPage(service, request, reply, async () =>
      replyTo(service, await verifyMagicLink(service, body, originOf(request))),
    ),
  );

  bind(service, auth.requestPasswordReset, async ({ body, request }) => {
    await attempts.count('password-reset', from(body.email, originOf(request)));
    return requestPasswordReset(service, body, request.headers['accept-language']);
  });

  bind(service, auth.confirmPasswordReset, ({ body, request }) =>
    confirmPasswordReset(service, body, originOf(request)),
  );
}

function sessions(service: Service): void {
  const { db, clock } = service;

  bind(service, auth.signOut, async ({ change, request, reply }) => {
    const ended = await change(signOut);
    forgetCookie(service, request, reply);
    return ended;
  });

  bind(service, auth.sessions, async ({ actor: { userId, credential } }) => {
    const now = clock.now();
    const open = await db.all(openSessions, { userId, now, usedSince: now - idleLife });
    return open.map(({ id, createdAt, lastUsedAt, userAgent }) => ({
      id,
      createdAt: isoMillis(createdAt),
      lastUsedAt: isoMillis(lastUsedAt),
      userAgent,
      current: credential.id === id,
    }));
  });

  bind(service, auth.endOtherSessions, ({ change, request }) =>
    change((work) => endOtherSessions(work, originOf(request))),
  );

  bind(service, auth.endSession, ({ change, params }) =>
    change((work) => endSession(work, params.sessionId)),
  );
}

function ownAccount(service: Service): void {
  const { db, clock } = service;

  bind(service, users.me, async ({ actor }) => {
    const user = await db.first(profile, { userId: actor.userId, now: clock.now() });
    if (!user) throw new NotFound();
    const { passwordHash, magicLinkAt, keyId, keyPrefix, ...rest } = user;
    return {
      ...rest,
      email: isBotAddress(rest.email) ? '' : rest.email,
      hasPassword: passwordHash !== null,
      hasMagicLinkAccount: magicLinkAt !== null,
      apiKey: keyId === null || keyPrefix === null ? null : { id: keyId, prefix: keyPrefix },
    };
  });

  bind(
    service,
    users.credential,
    async ({ actor: { credential, limited, mask, isBot = false, ...only } }) => ({
      kind: credential.kind,
      name: credential.kind === 'key' ? credential.name : null,
      isBot,
      permissions: limited && mask !== allPermissions ? permissionsIn(mask) : null,
      workspacePublicId: only.workspaceId,
      boardPublicIds: boardIdsIn(only.openBoards),
    }),
  );

  bind(service, users.preferences, async ({ actor: { userId } }) => {
    const found = await db.first(preferences, { userId });
    if (!found) throw new NotFound();
    return found;
  });

  bind(service, users.update, ({ change, body }) => change((work) => updateProfile(work, body)));
}

function changingAccount(service: Service, attempts: Attempts): void {
  /** Limits password guesses by anyone who holds a session. */
  const asOwner = <T>({ actor }: Caller, { network }: Origin, attempt: () => Promise<T>) =>
    attempts.countRefused('password', { account: actor.email, network }, attempt);

  bind(service, users.changePassword, ({ body, request, ...caller }) => {
    const origin = originOf(request);
    return asOwner(caller, origin, () => changePassword(service, caller, body, origin));
  });

  bind(service, users.requestNewAddress, async ({ body, request, ...caller }) => {
    const origin = originOf(request);
    await attempts.count('new-address', { account: body.newEmail, network: origin.network });
    return asOwner(caller, origin, () => requestNewAddress(service, caller, body, origin));
  });

  bind(service, users.confirmNewAddress, ({ change, body, request }) =>
    change((work) => confirmNewAddress(work, body.token, originOf(request))),
  );

  bind(service, users.deleteMe, ({ body, request, ...caller }) => {
    const origin = originOf(request);
    return asOwner(caller, origin, () => deleteOwnAccount(service, caller, body, origin));
  });
}

function apiKeys(service: Service): void {
  const { db } = service;

  bind(service, users.apiKeys, ({ actor }) => keysOf(db, actor.userId));

  bind(service, users.createApiKey, ({ change, body, request }) =>
    change((work) => createApiKey(work, body, originOf(request))),
  );

  bind(service, users.deleteApiKey, ({ change, params, request }) =>
    change((work) => deleteApiKey(work, params.id, originOf(request))),
  );
}

function securityLog(service: Service): void {
  const { db } = service;

  bind(service, users.securityLog, async ({ actor: { userId }, query: { limit = 50, cursor } }) => {
    const after = cursorFrom(cursor);
    const found = await db.all(securityEvents, { userId, ...after, limit: limit + 1 });
    const { shown, hasMore, nextCursor } = pageOf(found, limit);
    const entries = shown.map(({ id, type, at, network, userAgent, detail }) => ({
      publicId: id,
      type,
      createdAt: isoMillis(at),
      address: network,
      userAgent,
      detail,
    }));
    return { entries, hasMore, nextCursor };
  });

  service.jobs.every('expired-security-events', hour / second, () => forgetEvents(service));
}
