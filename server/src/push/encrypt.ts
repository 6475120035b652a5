import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/* Encryption of what is pushed to a browser (RFC 8291), in one record of `aes128gcm` (RFC 8188). */

/** What a browser has given: its public key, and the secret that it shares with the service; both in base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

const curve = 'prime256v1';

/** Whether a public key is a point on the curve. */
export function isOnCurve(p256dh: string): boolean {
  const own = createECDH(curve);
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** The size that the record may have; ours are smaller. */
const recordSize = 4096;

/** Ends the last record. */
const end = Buffer.of(2);

/** The key pair and the salt are new for each message, unless a test gives them. */
export function encrypted(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { own = newPair(), salt = randomBytes(16) }: { own?: ECDH; salt?: Buffer } = {},
): Buffer {
  const [browser, ours] = [Buffer.from(p256dh, 'base64url'), own.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, ours]);
  const shared = derived(own.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32);
  const key = derived(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(shared, salt, 'Content-Encoding: nonce\0', 12);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(ours.length, 4);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(text, 'utf8'), cipher.update(end), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, head, ours, ...record]);
}

const derived = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

function newPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}
