import type { Origin } from '../../base/access/origin.ts';
import { hashOf } from '../../base/access/tokens.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import { Forbidden, Unauthorized } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { noteEvent } from '../actions/security-log.ts';
import { requestOptions } from '../factors/passkeys.ts';
import {
  checkFactor,
  checkPasskeyAlone,
  type GivenFactor,
  passkeysIn,
  useChecked,
} from '../factors/proof.ts';
import { factorsOf } from '../factors/queries.ts';
import { beginStep, dead, type Step, sealedStep } from '../factors/step.ts';
import type { Failures } from '../failures.ts';
import { endedAfter } from '../openid/ended.ts';
import { requireOpenWay } from '../openid/only-ways.ts';
import { useNonce } from '../openid/state.ts';
import { userByEmail, userById } from '../queries.ts';
import { openSession, type ProviderSession, type SignedIn } from '../sessions.ts';

/* Signing in to an account with second factors takes two steps: the first replies what the second asks for. */

type Account = SignedIn['user'] & { passwordHash: string | null };

/** Opens a session for who has taken the first step, or says what the second one is. */
export async function enter(
  service: Pick<Service, 'config'>,
  work: AccountWork,
  { passwordHash, ...user }: Account,
  origin: Origin,
  way: NonNullable<Step['way']>,
  provider?: ProviderSession,
): Promise<SignedIn | Step> {
  const factors = await work.tx.all(factorsOf, { userId: user.id });
  if (factors.length === 0) return openSession(service, work, user, origin, way, provider);
  return beginStep(work.now, {
    userId: user.id,
    email: user.email,
    name: user.name,
    way,
    ...(provider ? { provider } : {}),
    passwordHash,
  });
}

/** The reply to the first step, once its transaction has ended: the options of a passkey take a while. */
export async function replyTo(
  service: Pick<Service, 'db' | 'secrets' | 'publicUrl'>,
  entered: SignedIn | Step,
): Promise<SignedIn> {
  if (!('challenge' in entered)) return entered;
  const { userId, email, name, challenge } = entered;
  const expiresAt = isoMillis(entered.expiresAt);
  const factors = await service.db.all(factorsOf, { userId });
  const known = passkeysIn(service, factors);
  return {
    token: '',
    expiresAt,
    user: { id: userId, email, name },
    secondFactor: {
      token: sealedStep(service, entered),
      expiresAt,
      kinds: [
        ...(factors.some(({ kind }) => kind === 'totp') ? (['totp'] as const) : []),
        ...(known.length > 0 ? (['passkey'] as const) : []),
        'recovery-code',
      ],
      ...(known.length > 0 ? { passkey: await requestOptions(service, { challenge, known }) } : {}),
    },
  };
}

/**
 * Takes the second step. Throws `Invalid` for a step that is over, `Unauthorized` for a proof that is wrong, of which the owner
 * learns: whoever gave it has taken the first step, maybe with their password.
 */
export async function signInBySecondFactor(
  service: Service,
  failures: Failures,
  step: Step,
  given: GivenFactor,
  origin: Origin,
): Promise<SignedIn> {
  try {
    return await takeStep(service, step, given, origin);
  } catch (error) {
    if (error instanceof Unauthorized)
      failures.note({ email: step.email, ...origin, detail: `${step.way}, second factor` });
    throw error;
  }
}

async function takeStep(service: Service, step: Step, given: GivenFactor, origin: Origin): Promise<SignedIn> {
  const { userId, email, challenge, way, expiresAt } = step;
  if (way === null || way === 'passkey') throw dead();
  const checked = await checkFactor(service, { userId, challenge }, given);
  return service.changeAccounts(async (work) => {
    await work.tx.lock('users', null, [userId]);
    await useStep(work, step);
    const user = await work.tx.first(userByEmail, { email });
    // A password that was changed since, or reset, ends what was begun with the old one.
    if (user?.id !== userId || hashOf(user.passwordHash ?? '') !== step.password) throw dead();
    if (user.disabledAt !== null) throw new Forbidden('account-disabled');
    const names = step.provider?.ends ?? [];
    if (names.length > 0 && (await work.tx.first(endedAfter, { names, expiresAt }))) throw dead();
    const by = await useChecked(work, userId, checked);
    const session = await openSession(
      service,
      work,
      { id: userId, email, name: user.name },
      origin,
      `${way}, ${by}`,
      step.provider,
    );
    if (by === 'recovery code') await noteEvent(work, { userId, type: 'recoveryCode.used', origin });
    return session;
  });
}

/** What a browser needs to sign in with a passkey alone. */
export async function beginPasskeySignIn(service: Pick<Service, 'clock' | 'secrets' | 'publicUrl'>) {
  const nobody = { userId: '', email: '', name: null, passwordHash: null };
  const step = beginStep(service.clock.now(), { ...nobody, way: 'passkey' });
  return {
    token: sealedStep(service, step),
    expiresAt: isoMillis(step.expiresAt),
    passkey: await requestOptions(service, { challenge: step.challenge, known: [], isFirst: true }),
  };
}

/** Signs in with a passkey alone. Throws `Unauthorized` for one that is not known, or wrong. */
export async function signInByPasskey(
  service: Service,
  step: Step,
  reply: Record<string, unknown>,
  origin: Origin,
): Promise<SignedIn> {
  if (step.way !== 'passkey') throw dead();
  const { userId, checked } = await checkPasskeyAlone(service, step.challenge, reply);
  return service.changeAccounts(async (work) => {
    await work.tx.lock('users', null, [userId]);
    await useStep(work, step);
    const user = await work.tx.first(userById, { id: userId });
    if (!user) throw dead();
    requireOpenWay(service.config, user.email);
    if (user.disabledAt !== null) throw new Forbidden('account-disabled');
    await useChecked(work, userId, checked);
    return openSession(service, work, { id: userId, email: user.email, name: user.name }, origin, 'passkey');
  });
}

/** Uses up a step: of concurrent calls, only one succeeds. */
export const useStep = (work: AccountWork, { challenge, expiresAt }: Step): Promise<void> =>
  useNonce(work, { nonce: challenge, expiresAt }, dead);
