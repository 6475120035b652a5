import type { AccountWork } from '../../base/changes/change.ts';
import { Invalid, Unauthorized } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { hashOfRecoveryCode, stepOf } from './codes.ts';
import { type StoredPasskey, usedPasskey } from './passkeys.ts';
import { type FactorRow, factorByCredential, factorsOf, useCode, useFactor } from './queries.ts';

/* The proof of a second factor: checked first, and used up in the transaction of what it allows. */

export interface GivenFactor {
  code?: string;
  recoveryCode?: string;
  passkey?: Record<string, unknown>;
}

/** A proof that is right, and not used up yet. */
export type Checked = { recoveryHash: string } | { id: string; counter: number };

type Parts = Pick<Service, 'db' | 'clock' | 'secrets' | 'publicUrl'>;

const wrong = () => new Unauthorized('second-factor-wrong');

/** What the secret of a factor is sealed for. */
export const contextOf = (id: string): string => `second factor ${id}`;

/** The secret of an app. */
export const secretOf = ({ secrets }: Pick<Parts, 'secrets'>, { id, secretSealed }: FactorRow): string =>
  secrets.open(secretSealed, contextOf(id));

export const passkeyOf = (parts: Pick<Parts, 'secrets'>, factor: FactorRow): StoredPasskey =>
  JSON.parse(secretOf(parts, factor)) as StoredPasskey;

export const passkeysIn = (parts: Pick<Parts, 'secrets'>, factors: readonly FactorRow[]): StoredPasskey[] =>
  factors.filter(({ kind }) => kind === 'passkey').map((factor) => passkeyOf(parts, factor));

/** Checks a proof against the factors of an account. Throws `Unauthorized` if it is wrong, `Invalid` unless there is one. */
export async function checkFactor(
  parts: Parts,
  { userId, challenge }: { userId: string; challenge: string | undefined },
  given: GivenFactor,
): Promise<Checked> {
  const { code, recoveryCode, passkey } = given;
  if ([code, recoveryCode, passkey].filter((each) => each !== undefined).length !== 1)
    throw new Invalid('one-second-factor');
  if (recoveryCode !== undefined) return { recoveryHash: hashOfRecoveryCode(recoveryCode) };
  const factors = await parts.db.all(factorsOf, { userId });
  if (code !== undefined) return codeOf(parts, factors, code);
  if (challenge === undefined) throw new Invalid('dead-code', { field: 'body/challenge' });
  const factor = factors.find(
    ({ credentialId }) => credentialId !== null && credentialId === passkey?.['id'],
  );
  if (!factor || !passkey) throw wrong();
  return checkPasskey(parts, factor, challenge, passkey);
}

/** `isFirst` if it stands for the password as well. */
async function checkPasskey(
  parts: Parts,
  factor: FactorRow,
  challenge: string,
  reply: Record<string, unknown>,
  isFirst = false,
): Promise<{ id: string; counter: number }> {
  const known = { passkey: passkeyOf(parts, factor), counter: factor.counter, challenge };
  return { id: factor.id, counter: await usedPasskey(parts, known, reply, isFirst) };
}

/** The passkey that a browser has answered with, of whoever's it is. It must have verified who used it. Throws `Unauthorized`. */
export async function checkPasskeyAlone(
  parts: Parts,
  challenge: string,
  reply: Record<string, unknown>,
): Promise<{ userId: string; checked: Checked }> {
  const factor = await parts.db.first(factorByCredential, { credentialId: String(reply['id']) });
  if (!factor) throw wrong();
  return { userId: factor.userId, checked: await checkPasskey(parts, factor, challenge, reply, true) };
}

function codeOf(parts: Parts, factors: readonly FactorRow[], code: string): Checked {
  for (const factor of factors) {
    if (factor.kind !== 'totp') continue;
    const counter = stepOf(secretOf(parts, factor), code, parts.clock.now());
    if (counter !== undefined) return { id: factor.id, counter };
  }
  throw wrong();
}

/** Uses up a checked proof: of concurrent calls with the same one, only one succeeds. Throws `Unauthorized`. */
export async function useChecked(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  userId: string,
  checked: Checked,
): Promise<'code' | 'recovery code'> {
  const isRecovery = 'recoveryHash' in checked;
  const [used] = isRecovery
    ? await tx.run(useCode, { userId, hash: checked.recoveryHash })
    : await tx.run(useFactor, { ...checked, now });
  if (!used) throw wrong();
  return isRecovery ? 'recovery code' : 'code';
}
