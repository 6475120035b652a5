import assert from 'node:assert/strict';
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import http, { type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import type { Pushed } from '../../../contract/push.ts';
import { listening } from './receiver.ts';

/*
 * A push service on loopback (RFC 8030) with browsers that are subscribed to it: it checks who pushes (RFC 8292), and a browser
 * decrypts what it gets (RFC 8291). Written after the standards, not after the code that it tests.
 */

/** What a browser has received. */
export interface PushedMessage extends Pushed {
  headers: IncomingHttpHeaders;
}

/** How the service answers a push: 201, unless a test wants something else. */
export interface PushAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Waits before it answers. */
  after?: Promise<void>;
}

export interface PushBrowser {
  /** As `PushSubscription.toJSON()` of a browser. */
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Everything pushed to it, also what was answered with an error. */
  readonly received: PushedMessage[];
  answer: () => PushAnswer;
}

export interface PushService {
  readonly url: string;
  /** A new browser. `key` is the public key of the service that it subscribes to. */
  browser(key: string): PushBrowser;
}

const fromBase64 = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'base64url');

async function hkdf(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Promise<Buffer<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) };
  return Buffer.from(await crypto.subtle.deriveBits(algorithm, key, bytes * 8));
}

/** Decrypts a message in one record of `aes128gcm`. */
export async function decrypted(message: Buffer, own: ECDH, auth: Buffer): Promise<string> {
  const salt = message.subarray(0, 16);
  const size = message.readUInt32BE(16);
  const length = message.readUInt8(20);
  const sender = message.subarray(21, 21 + length);
  const record = message.subarray(21 + length);
  assert.ok(record.length <= size, 'one record');
  assert.ok(message.length <= 4096, 'as much as push services take');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const shared = await hkdf(own.computeSecret(sender), auth, info, 32);
  const bits = await hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const iv = await hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const key = await crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['decrypt']);
  const plain = Buffer.from(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(record)),
  );
  const last = plain.findLastIndex((byte) => byte !== 0);
  assert.equal(plain[last], 2, 'the last record');
  return plain.subarray(0, last).toString('utf8');
}

/** Checks the signature of who pushes. */
function checkSender(authorization: string, key: string, origin: string): void {
  const [, token = '', k] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  assert.equal(k, key, 'signed with the key that the browser was subscribed with');
  const [head = '', claims = '', signature = ''] = token.split('.');
  assert.deepEqual(JSON.parse(fromBase64(head).toString()), { typ: 'JWT', alg: 'ES256' });
  const point = fromBase64(key);
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const verifying = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  assert.ok(verify('sha256', signed, verifying, fromBase64(signature)), 'the signature');
  const { aud, exp, sub } = JSON.parse(fromBase64(claims).toString()) as Record<string, unknown>;
  assert.equal(aud, origin);
  assert.match(String(sub), /^(mailto:.+@.+|https:\/\/.+)$/);
  assert.ok(Number.isInteger(exp));
}

export async function pushService(): Promise<PushService> {
  const browsers = new Map<string, PushBrowser & { take(request: Request): Promise<void> }>();
  interface Request {
    headers: IncomingHttpHeaders;
    body: Buffer;
  }
  const server = http.createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const browser = browsers.get(request.url ?? '');
      if (!browser) return response.writeHead(404).end();
      // Nothing is pushed without a lifetime, nor with a topic that is too long.
      const { ttl = '', topic = '' } = request.headers as Record<string, string>;
      if (!/^\d+$/.test(ttl) || !/^[\w-]{0,32}$/.test(topic)) return response.writeHead(400).end();
      try {
        await browser.take({ headers: request.headers, body });
      } catch (error) {
        return response.writeHead(400).end(String(error));
      }
      const { status, headers, after: wait } = browser.answer();
      await wait;
      return response.writeHead(status, { location: `${url}/message/1`, ...headers }).end();
    })();
  });
  after(() => server.closeAllConnections());
  const url = `http://127.0.0.1:${await listening(server)}`;
  let count = 0;
  return {
    url,
    browser(key) {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${++count}-${randomBytes(8).toString('hex')}`;
      const received: PushedMessage[] = [];
      const browser: PushBrowser = {
        subscription: {
          endpoint: url + path,
          keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        received,
        answer: () => ({ status: 201 }),
      };
      const take = async ({ headers, body }: Request) => {
        assert.equal(headers['content-encoding'], 'aes128gcm');
        checkSender(headers.authorization ?? '', key, url);
        const message = JSON.parse(await decrypted(body, own, auth)) as PushedMessage;
        received.push({ ...message, headers });
      };
      browsers.set(path, Object.assign(browser, { take }));
      return browser;
    },
  };
}
