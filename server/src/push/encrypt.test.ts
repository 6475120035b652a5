import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { decrypted } from '../testing/push-service.ts';
import { encrypted, isOnCurve } from './encrypt.ts';

/* The published example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  ownPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const pairOf = (privateKey: string) => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair;
};

test('a message is encrypted as in the published example', () => {
  const { text, p256dh, auth, ownPrivate, salt, message } = example;
  const made = encrypted(
    text,
    { p256dh, auth },
    { own: pairOf(ownPrivate), salt: Buffer.from(salt, 'base64url') },
  );
  assert.equal(made.toString('base64url'), message);
});

test('the push service of the tests decrypts the published example', async () => {
  const { text, browserPrivate, auth, message } = example;
  const plain = await decrypted(
    Buffer.from(message, 'base64url'),
    pairOf(browserPrivate),
    Buffer.from(auth, 'base64url'),
  );
  assert.equal(plain, text);
});

test('no two messages have the same key or salt', () => {
  const { text, p256dh, auth } = example;
  const heads = Array.from({ length: 8 }, () =>
    encrypted(text, { p256dh, auth }).subarray(0, 86).toString('hex'),
  );
  assert.equal(new Set(heads).size, heads.length);
});

test('a point that is not on the curve is no key of a browser', () => {
  assert.ok(isOnCurve(example.p256dh));
  const beside = Buffer.from(example.p256dh, 'base64url');
  beside[64] = (beside[64] ?? 0) ^ 1;
  assert.ok(!isOnCurve(beside.toString('base64url')));
});
