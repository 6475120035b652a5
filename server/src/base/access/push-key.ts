import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { remember, remembered, rememberFirst } from '../db/installation.ts';
import type { Secrets } from './secrets.ts';

/** The key with which the installation signs what it pushes to browsers (RFC 8292). */
export interface PushKey {
  readonly privateKey: KeyObject;
  /** An uncompressed point on the curve, in base64url, as browsers take it. */
  readonly publicKey: string;
}

const name = 'push-key';

/** The key of the installation; made at the first start, by one of its nodes. */
export async function pushKeyOf(db: Database, secrets: Secrets): Promise<PushKey> {
  const known = await remembered(db, name);
  const opened = known === undefined ? undefined : openedBy(secrets, known);
  if (opened) return opened;
  const sealed = secrets.seal(newKey(), name);
  // One that cannot be opened is replaced: push services then refuse the subscriptions made with it, and they are removed.
  await db.write((tx) =>
    known === undefined ? rememberFirst(tx, name, sealed) : remember(tx, name, sealed),
  );
  return keyFrom(secrets.open((await remembered(db, name)) ?? sealed, name));
}

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');

function openedBy(secrets: Secrets, sealed: string): PushKey | undefined {
  try {
    return keyFrom(secrets.open(sealed, name));
  } catch {
    return undefined;
  }
}

function keyFrom(pkcs8: string): PushKey {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { privateKey, publicKey: point.toString('base64url') };
}
