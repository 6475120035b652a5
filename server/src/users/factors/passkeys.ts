import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Invalid } from '../../base/errors.ts';

/* Passkeys (WebAuthn). A page of this service alone may ask for them, on its own host. */

/** A passkey as it is stored, sealed. */
export interface StoredPasskey {
  id: string;
  /** In base64url. */
  publicKey: string;
  transports: string[];
}

interface Place {
  publicUrl: string;
}

const placeOf = ({ publicUrl }: Place) => {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, rpId: hostname };
};

export const wrongPasskey = () => new Invalid('passkey-wrong', { field: 'body/passkey' });

// Loaded when the first passkey is used: most requests need none of it.
const library = () => import('@simplewebauthn/server');

/** What a browser needs to make a passkey for an account. */
export async function creationOptions(
  place: Place,
  user: { id: string; email: string; name: string | null },
  { challenge, known }: { challenge: string; known: readonly StoredPasskey[] },
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await library();
  return {
    ...(await generateRegistrationOptions({
      rpName: 'Taskboard',
      rpID: placeOf(place).rpId,
      userID: new Uint8Array(Buffer.from(user.id)),
      userName: user.email,
      userDisplayName: user.name ?? user.email,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })),
  };
}

/** The passkey that a browser has made, and its count of signatures. Throws `Invalid`. */
export async function madePasskey(
  place: Place,
  challenge: string,
  reply: Record<string, unknown>,
): Promise<{ passkey: StoredPasskey; counter: number }> {
  const { verifyRegistrationResponse } = await library();
  const { origin, rpId } = placeOf(place);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: reply as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => {
    throw wrongPasskey();
  });
  if (!verified || !registrationInfo) throw wrongPasskey();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { passkey: { id, publicKey: Buffer.from(publicKey).toString('base64url'), transports }, counter };
}

/** What a browser needs to use one of the passkeys of an account; without any, it offers those that it knows. */
export async function requestOptions(
  place: Place,
  {
    challenge,
    known,
    isFirst = false,
  }: { challenge: string; known: readonly StoredPasskey[]; isFirst?: boolean },
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library();
  return {
    ...(await generateAuthenticationOptions({
      rpID: placeOf(place).rpId,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
      // Alone, it stands for the password as well.
      userVerification: isFirst ? 'required' : 'preferred',
    })),
  };
}

/** The count of signatures of a passkey after it has answered. Throws `Invalid`. */
export async function usedPasskey(
  place: Place,
  { passkey, counter, challenge }: { passkey: StoredPasskey; counter: number; challenge: string },
  reply: Record<string, unknown>,
  isFirst = false,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { origin, rpId } = placeOf(place);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: reply as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter,
      transports: passkey.transports,
    },
    requireUserVerification: isFirst,
  }).catch(() => {
    throw wrongPasskey();
  });
  if (!verified) throw wrongPasskey();
  return authenticationInfo.newCounter;
}
