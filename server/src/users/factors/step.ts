import { randomBytes } from 'node:crypto';
import { hashOf } from '../../base/access/tokens.ts';
import { minute } from '../../base/clock.ts';
import { Invalid } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import type { ProviderSession } from '../sessions.ts';

/*
 * What stands between the two steps of a sign-in travels with the caller, sealed: any node takes the second step, and whoever only
 * knows a password fills no table. Only completed sign-ins are stored, so that none completes twice.
 */

/** How long the second step may take; microseconds. */
export const stepLife = 10 * minute;

/** What was proven by the first step, or what a session asks for to be confirmed. */
export interface Step {
  userId: string;
  email: string;
  name: string | null;
  /** A hash of what the password was: once it is another, the first step no longer counts. */
  password: string;
  /** How the first step was taken, as the security log names it; null for the confirmation of a session. */
  way: 'password' | 'magic link' | 'provider' | 'passkey' | 'operator' | null;
  provider?: ProviderSession;
  /** Known to whoever asks a passkey, and the name under which the step is used up. */
  challenge: string;
  /** Microseconds. */
  expiresAt: number;
}

const context = 'second step of a sign-in';

type Parts = Pick<Service, 'secrets' | 'clock'>;

export const newChallenge = (): string => randomBytes(32).toString('base64url');

export function beginStep(
  now: number,
  {
    passwordHash,
    ...given
  }: Pick<Step, 'userId' | 'email' | 'name' | 'way' | 'provider'> & { passwordHash: string | null },
): Step {
  return {
    ...given,
    password: hashOf(passwordHash ?? ''),
    challenge: newChallenge(),
    expiresAt: now + stepLife,
  };
}

/** The form in which it travels. */
export const sealedStep = ({ secrets }: Pick<Parts, 'secrets'>, step: Step): string =>
  secrets.seal(JSON.stringify(step), context);

/** The refusal of the token of a step. */
export const dead = () => new Invalid('dead-code', { field: 'body/token' });

/** Opens the token of a step; throws `Invalid` if it is none, or not any more. */
export function openStep({ secrets, clock }: Parts, token: string): Step {
  try {
    const step = JSON.parse(secrets.open(token, context)) as Step;
    if (step.expiresAt > clock.now()) return step;
  } catch {
    throw dead();
  }
  throw dead();
}
