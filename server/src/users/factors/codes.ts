import { hash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { caps } from '../../../../contract/caps.ts';
import { second } from '../../base/clock.ts';

/* Codes of apps (RFC 6238) and recovery codes. */

const issuer = 'Taskboard';

/** Seconds for which a code is shown. */
const period = 30;

const appOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' });

/** A new secret for an app, in Base32: 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an app reads from a picture. */
export const addressOf = (secret: string, email: string): string => appOf(secret, email).toString();

/**
 * The step of time that a code is of, if it is right at a time (microseconds) or one step before or after it, as clocks differ; undefined
 * otherwise. No step may be taken twice.
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const timestamp = now / 1000;
  const delta = appOf(secret, '').validate({ token: code.replace(' ', ''), timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(now / (period * second)) + delta;
}

/** Without letters that look like digits. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** Recovery codes of 79 bits each: none can be guessed, even by who has read the database. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: caps.recoveryCodes }, () =>
    Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
    ).join('-'),
  );

/** What is stored of a recovery code, however it is written. */
export const hashOfRecoveryCode = (code: string): string =>
  hash('sha256', `recovery ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`, 'hex');
