import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Encrypts values that must be read back (webhook secrets, provider tokens) and signs addresses. */
export interface Secrets {
  /** AES-256-GCM; `open` requires the same `context`, so that a value cannot be moved elsewhere. */
  seal(plain: string, context: string): string;
  /** Also opens values sealed with the previous key or by version 0.1. Throws if no key opens the value. */
  open(sealed: string, context: string): string;
  /** An HMAC-SHA256 of `text` in base64url. */
  sign(text: string): string;
  /** Whether a signature was made with the current or the previous key. */
  verify(text: string, signature: string): boolean;
  /** A signature of `text` in 20 characters of `0-9a-z`, for addresses that have no room for more. */
  code(text: string): string;
  /** Whether a code was made with the current or the previous key. */
  verifyCode(text: string, code: string): boolean;
}

/** New values are sealed and signed with `secretKey`; those sealed or signed with `previousKey` remain valid. */
export function secretsFrom(secretKey: string, previousKey?: string): Secrets {
  const keys = previousKey === undefined ? [secretKey] : [secretKey, previousKey];
  const sealing = derived(secretKey, 'seal');
  const opening: Record<string, Buffer[]> = {
    'v2.': keys.map((key) => derived(key, 'seal')),
    'v1.': keys.map((key) => derivedByVersion1(key, 'seal')),
  };
  const signing = derived(secretKey, 'sign');
  const known = [
    ...keys.map((key) => derived(key, 'sign')),
    ...keys.map((key) => derivedByVersion1(key, 'sign')),
  ];
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v2.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, context) {
      const content = Buffer.from(sealed.slice(3), 'base64url');
      for (const key of opening[sealed.slice(0, 3)] ?? []) {
        const opened = openWith(key, content, context);
        if (opened !== undefined) return opened;
      }
      throw new Error('what was sealed is not opened by this key');
    },
    sign: (text) => signatureOf(text, signing),
    verify: (text, signature) => known.some((key) => isEqual(signatureOf(text, key), signature)),
    code: (text) => codeOf(text, signing),
    verifyCode: (text, code) => known.some((key) => isEqual(codeOf(text, key), code)),
  };
}

/** Derives a separate key per use, so that learning one reveals nothing about the others. */
const derived = (secretKey: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `taskboard ${use}`, 32));

/** As version 0.1 did: databases still hold values that it sealed, and addresses and backups its signatures. */
const derivedByVersion1 = (secretKey: string, use: string): Buffer =>
  createHash('sha256').update(`${use}\0${secretKey}`).digest();

function openWith(key: Buffer, content: Buffer, context: string): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(context))
      .setAuthTag(content.subarray(12, 28));
    return Buffer.concat([decipher.update(content.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const signatureOf = (text: string, key: Buffer): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** About 103 bits of the signature. */
const codeOf = (text: string, key: Buffer): string =>
  BigInt(`0x${createHmac('sha256', key).update(text).digest('hex')}`)
    .toString(36)
    .padStart(20, '0')
    .slice(-20);

/** Compares two texts in a time that does not tell where they differ. */
export function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
