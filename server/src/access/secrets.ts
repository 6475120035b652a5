import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Keeps what must be read back (webhook secrets, provider tokens) and signs addresses. */
export interface Secrets {
  /** AES-256-GCM; `context` must be the same when it is opened, so that a value cannot be moved elsewhere. */
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** An HMAC-SHA256 of `text` in base64url. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

export function secretsFrom(secretKey: string): Secrets {
  const derive = (use: string) => createHash('sha256').update(`${use}\0${secretKey}`).digest();
  const sealing = derive('seal');
  const signing = derive('sign');
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, context) {
      const all = Buffer.from(sealed.slice(3), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, all.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(context))
        .setAuthTag(all.subarray(12, 28));
      return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString('utf8');
    },
    sign,
    verify(text, signature) {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
