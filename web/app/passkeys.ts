/* Passkeys of this browser, in the JSON form that the service speaks. */

/** Whether this browser has passkeys at all, and speaks of them in JSON. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

type Json = Record<string, unknown>;

const jsonOf = (credential: Credential | null): Json => {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  return credential.toJSON() as unknown as Json;
};

/** Makes a passkey; throws `DOMException` if its owner does not want to. */
export const makePasskey = async (options: Json): Promise<Json> =>
  jsonOf(
    await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
    }),
  );

/** Whether this browser offers passkeys in the field for the address. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** Waits until the user chooses a passkey in a field; throws `DOMException` once it is aborted. */
export const offeredPasskey = async (options: Json, signal: AbortSignal): Promise<Json> =>
  jsonOf(
    await navigator.credentials.get({
      mediation: 'conditional',
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
      signal,
    }),
  );

/** Uses a passkey; throws `DOMException` if its owner does not want to, or has none. */
export const usePasskey = async (options: Json): Promise<Json> =>
  jsonOf(
    await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
    }),
  );
