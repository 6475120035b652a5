import { factorNames } from '../../../../contract/factor-names.ts';
import type { Actor } from '../../base/access/actor.ts';
import { confirmedFor } from '../../base/access/confirmation.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { isoMillis, isoMillisOrNull, minute } from '../../base/clock.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Service } from '../../base/service.ts';
import { holdAccount } from '../actions/hold-account.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf, hashOfRecoveryCode, newRecoveryCodes, newSecret, stepOf } from '../factors/codes.ts';
import { creationOptions, madePasskey, requestOptions, wrongPasskey } from '../factors/passkeys.ts';
import {
  checkFactor,
  contextOf,
  type GivenFactor,
  passkeysIn,
  secretOf,
  useChecked,
} from '../factors/proof.ts';
import {
  codesLeft,
  confirmation,
  confirmFactor,
  confirmSession,
  type FactorRow,
  factorByCredential,
  factorOf,
  factorsOf,
  forgetBegun,
  forgetCodes,
  insertCodes,
  insertFactor,
  removeFactor,
} from '../factors/queries.ts';
import { beginStep, newChallenge, openStep, sealedStep } from '../factors/step.ts';
import { endSessions } from '../sessions.ts';
import { type GivenProof, holdProven, ownerProof } from './owner-proof.ts';
import { useStep } from './second-step.ts';

/* The second factors of an account, as its owner sets them up. */

/** How long there is to try a factor that was begun; microseconds. */
const trialFor = 10 * minute;

const mostFactors = 20;

const shown = ({ id, kind, name, createdAt, lastUsedAt }: FactorRow) => ({
  publicId: id,
  kind,
  name,
  createdAt: isoMillis(createdAt),
  lastUsedAt: isoMillisOrNull(lastUsedAt),
});

export async function listFactors(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  { userId, credential }: Actor,
) {
  const [factors, left, session] = await Promise.all([
    db.all(factorsOf, { userId }),
    db.first(codesLeft, { userId }),
    db.first(confirmation, { id: credential.id }),
  ]);
  const until = (session?.confirmedAt ?? 0) + confirmedFor;
  return {
    factors: factors.map(shown),
    recoveryCodes: Number(left?.count ?? 0),
    confirmedUntil: until > clock.now() ? isoMillis(until) : null,
  };
}

/** Locks the account, and throws `Forbidden` unless the session was confirmed just now. */
export async function holdConfirmed(work: Work): Promise<void> {
  work.ownAccount();
  await holdAccount(work);
  const session = await work.tx.first(confirmation, { id: work.actor.credential.id });
  if ((session?.confirmedAt ?? 0) + confirmedFor <= work.now) throw new Forbidden('confirmation-required');
}

/** Begins to add a factor. What was begun before, and not tried, is forgotten. */
export async function beginFactor(
  service: Pick<Service, 'db' | 'secrets' | 'publicUrl'>,
  { actor, change }: Caller,
  { kind, name }: { kind: FactorRow['kind']; name?: string },
) {
  const { userId, email } = actor;
  const secret = kind === 'totp' ? newSecret() : newChallenge();
  const known = passkeysIn(service, await service.db.all(factorsOf, { userId }));
  const user = { id: userId, email, name: actor.name };
  const options = { challenge: secret, known };
  // Before the transaction: it takes a while.
  const passkey = kind === 'passkey' ? await creationOptions(service, user, options) : null;
  return change(async (work) => {
    const { tx, now, secrets } = work;
    await holdConfirmed(work);
    if ((await tx.all(factorsOf, { userId })).length >= mostFactors)
      throw new Conflict('limit-reached', { max: mostFactors, what: 'second factors' });
    await tx.run(forgetBegun, { userId });
    const id = newId(now);
    await tx.run(insertFactor, {
      id,
      userId,
      kind,
      name: name ?? factorNames[kind],
      secretSealed: secrets.seal(secret, contextOf(id)),
      credentialId: null,
      counter: 0,
      createdAt: now,
    });
    return {
      publicId: id,
      totp: kind === 'totp' ? { secret, uri: addressOf(secret, email) } : null,
      passkey,
    };
  });
}

/** Adds a factor that was begun, after it has been tried. All other sessions end: they were opened without it. */
export async function confirmNewFactor(
  service: Pick<Service, 'db' | 'clock' | 'secrets' | 'publicUrl'>,
  { actor, change }: Caller,
  id: string,
  given: Pick<GivenFactor, 'code' | 'passkey'>,
  origin: Origin,
) {
  const { userId } = actor;
  const begun = await service.db.first(factorOf, { userId, id });
  if (!begun || begun.confirmedAt !== null || begun.createdAt + trialFor <= service.clock.now())
    throw new NotFound();
  const tried = await tryFactor(service, begun, given);
  return change(async (work) => {
    const { tx, now, secrets } = work;
    work.ownAccount();
    await holdAccount(work);
    const others = await tx.all(factorsOf, { userId });
    const { credentialId } = tried;
    if (credentialId !== null && (await tx.first(factorByCredential, { credentialId }))) throw wrongPasskey();
    const secretSealed = secrets.seal(tried.secret, contextOf(id));
    const [confirmed] = await tx.run(confirmFactor, { id, ...tried, secretSealed, now });
    if (!confirmed) throw new NotFound();
    const codes = others.length === 0 ? await makeCodes(work) : null;
    await endSessions(tx, userId, actor.credential.id);
    await tx.run(confirmSession, { id: actor.credential.id, now });
    await noteEvent(work, { userId, type: 'secondFactor.added', origin, detail: begun.name });
    return { factor: shown({ ...begun, confirmedAt: now, lastUsedAt: now }), recoveryCodes: codes };
  });
}

interface Tried {
  secret: string;
  credentialId: string | null;
  counter: number;
}

async function tryFactor(
  service: Pick<Service, 'clock' | 'secrets' | 'publicUrl'>,
  begun: FactorRow,
  { code, passkey }: Pick<GivenFactor, 'code' | 'passkey'>,
): Promise<Tried> {
  const secret = secretOf(service, begun);
  if (begun.kind === 'totp') {
    const counter = code === undefined ? undefined : stepOf(secret, code, service.clock.now());
    if (counter === undefined) throw new Invalid('code-wrong', { field: 'body/code' });
    return { secret, credentialId: null, counter };
  }
  if (passkey === undefined) throw new Invalid('required', { field: 'body', missing: 'passkey' });
  const made = await madePasskey(service, secret, passkey);
  return { secret: JSON.stringify(made.passkey), credentialId: made.passkey.id, counter: made.counter };
}

async function makeCodes({ tx, now, actor: { userId } }: Work): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.run(forgetCodes, { userId });
  await tx.run(insertCodes, {
    userId,
    createdAt: now,
    rows: codes.map((code) => ({ codeHash: hashOfRecoveryCode(code) })),
  });
  return codes;
}

/** Removes a factor; with the last one, the recovery codes. */
export async function removeOwnFactor(work: Work, id: string, origin: Origin): Promise<{ success: true }> {
  const { tx, actor } = work;
  const { userId } = actor;
  await holdConfirmed(work);
  const factor = await tx.first(factorOf, { userId, id });
  if (!factor || factor.confirmedAt === null) throw new NotFound();
  await tx.run(removeFactor, { id });
  if ((await tx.all(factorsOf, { userId })).length === 0) await tx.run(forgetCodes, { userId });
  await noteEvent(work, { userId, type: 'secondFactor.removed', origin, detail: factor.name });
  return { success: true };
}

export async function replaceCodes(work: Work, origin: Origin): Promise<{ recoveryCodes: string[] }> {
  const { tx, actor } = work;
  const { userId } = actor;
  await holdConfirmed(work);
  if ((await tx.all(factorsOf, { userId })).length === 0) throw new Conflict('no-second-factor');
  const recoveryCodes = await makeCodes(work);
  await noteEvent(work, { userId, type: 'recoveryCodes.replaced', origin });
  return { recoveryCodes };
}

/** What a passkey needs to confirm a session. */
export async function beginConfirmation(service: Service, { userId, email, name }: Actor) {
  const known = passkeysIn(service, await service.db.all(factorsOf, { userId }));
  if (known.length === 0) throw new Conflict('no-second-factor');
  const step = beginStep(service.clock.now(), { userId, email, name, way: null, passwordHash: null });
  return {
    token: sealedStep(service, step),
    passkey: await requestOptions(service, { challenge: step.challenge, known }),
  };
}

export interface GivenConfirmation extends GivenFactor, GivenProof {
  /** Of the step that `beginConfirmation` began. */
  step?: string;
}

/** Confirms a session: with a second factor where there is one, else with what proves who owns the account. */
export async function confirmOwnSession(
  service: Service,
  { actor, change }: Caller,
  given: GivenConfirmation,
  origin: Origin,
) {
  const { userId, credential } = actor;
  const factors = await service.db.all(factorsOf, { userId });
  const until = (at: number) => ({ confirmedUntil: isoMillis(at + confirmedFor) });
  const done = async (work: Work) => {
    await work.tx.run(confirmSession, { id: credential.id, now: work.now });
    return until(work.now);
  };
  if (factors.length === 0) {
    const proof = await ownerProof(service, actor, given, origin);
    return change(async (work) => {
      work.ownAccount();
      await holdProven(work, proof);
      // A session that was confirmed is no proof anew, or it would be for ever.
      return proof.confirmedAt === undefined ? done(work) : until(proof.confirmedAt);
    });
  }
  const step = given.step === undefined ? undefined : openStep(service, given.step);
  if (step && (step.userId !== userId || step.way !== null))
    throw new Invalid('dead-code', { field: 'body/step' });
  const checked = await checkFactor(service, { userId, challenge: step?.challenge }, given);
  return change(async (work) => {
    work.ownAccount();
    await holdAccount(work);
    if (step) await useStep(work, step);
    const by = await useChecked(work, userId, checked);
    if (by === 'recovery code') await noteEvent(work, { userId, type: 'recoveryCode.used', origin });
    return done(work);
  });
}
