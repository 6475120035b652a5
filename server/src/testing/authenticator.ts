import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/*
 * An authenticator as browsers have it (WebAuthn, https://www.w3.org/TR/webauthn-3/), without a person: it makes passkeys and
 * answers with them. Its count of signatures can be set, as that of a copied device would be.
 */

/** Text, bytes, numbers and maps of them in CBOR (RFC 8949). */
function cbor(value: string | number | Buffer | Map<string | number, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, held]) => [cbor(key), cbor(held as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const b64 = (data: Buffer): string => data.toString('base64url');

/** The public key in COSE (RFC 9053): ES256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type Options = Record<string, unknown>;

export function authenticator(origin: string) {
  const { hostname } = new URL(origin);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle = '';
  const device = { counter: 0, verifiesUser: true, origin };
  const authData = (flags: number, more = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    return Buffer.concat([
      sha256(hostname),
      Buffer.from([flags | (device.verifiesUser ? 4 : 0) | 1]),
      counter,
      more,
    ]);
  };
  const clientData = (type: string, { challenge }: Options): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: device.origin, crossOrigin: false }));
  const credential = (response: object) => ({
    id: b64(id),
    rawId: b64(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return Object.assign(device, {
    /** What a browser replies to the options of a new passkey. */
    create(options: Options | null): Options {
      if (!options) throw new Error('no options of a passkey');
      userHandle = (options['user'] as { id: string }).id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)]);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(64, attested)],
      ]);
      return credential({
        clientDataJSON: b64(clientData('webauthn.create', options)),
        attestationObject: b64(cbor(object)),
        transports: ['internal'],
      });
    },
    /** What it replies to the options of a sign-in or a confirmation; it counts each. */
    get(options: Options | undefined): Options {
      if (!options) throw new Error('no options of a passkey');
      device.counter++;
      const data = authData(0);
      const client = clientData('webauthn.get', options);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(signature),
        userHandle,
      });
    },
  });
}
