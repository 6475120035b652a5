import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsFrom } from './secrets.ts';

const [first, second] = ['the first key, thirty-two characters', 'the second key, thirty-two characters'];

/** What version 0.1.0 has sealed and signed with the first key. */
const released = {
  sealed: 'v1.hwc3Wd1Pu52glTYY_GQsAUSLc-hlPavPsiQzktV5cDqHF97I8gn2uqC0PoKS',
  signature: 'nWbpBE5SHkqhFjCqmbAeD1MQ6V8o9t-XYRkYKXTh0w0',
};

/** What has been sealed and signed with the first key since: what is derived from a key must stay as it is. */
const derived = {
  sealed: 'v2.PiK2FOPSXYGDOzfX7FJ-YEneMvHuqwx7xEG1xTgdBK-tPNrMHmmAolPHhfjV',
  signature: '5tamsh1_ozcJvXc442klZncpKzcIIHOtvPjsoUxd6rQ',
};

test('what is sealed is opened with its key and in its context only', () => {
  const sealed = secretsFrom(first).seal('a secret', 'webhook 1');
  assert.equal(secretsFrom(first).open(sealed, 'webhook 1'), 'a secret');
  assert.throws(() => secretsFrom(first).open(sealed, 'webhook 2'), /not opened by this key/);
  assert.throws(() => secretsFrom(second).open(sealed, 'webhook 1'), /not opened by this key/);
  for (const broken of ['', 'v2.', 'v3.AAAA', sealed.slice(0, -2), `v1.${sealed.slice(3)}`]) {
    assert.throws(() => secretsFrom(first).open(broken, 'webhook 1'), /not opened by this key/, broken);
  }
});

test('what version 0.1.0 has sealed and signed is still understood', () => {
  for (const secrets of [secretsFrom(first), secretsFrom(second, first)]) {
    assert.equal(secrets.open(released.sealed, 'webhook 1'), 'a secret of 0.1.0');
    assert.equal(secrets.verify('a text', released.signature), true);
    assert.equal(secrets.verify('another', released.signature), false);
  }
  assert.equal(secretsFrom(second).verify('a text', released.signature), false);
});

test('what is sealed and signed today is understood by every later version', () => {
  for (const secrets of [secretsFrom(first), secretsFrom(second, first)]) {
    assert.equal(secrets.open(derived.sealed, 'webhook 1'), 'a secret of 0.2.0');
    assert.equal(secrets.verify('a text', derived.signature), true);
  }
  assert.equal(secretsFrom(first).sign('a text'), derived.signature);
});

test('after a change of keys the new one is used, and what the previous one did counts while it is set', () => {
  const [before, rotated, after] = [secretsFrom(first), secretsFrom(second, first), secretsFrom(second)];
  const [sealed, signature] = [before.seal('a secret', 'x'), before.sign('a text')];
  assert.equal(rotated.open(sealed, 'x'), 'a secret');
  assert.equal(rotated.verify('a text', signature), true);
  assert.throws(() => after.open(sealed, 'x'));
  assert.equal(after.verify('a text', signature), false);
  assert.equal(after.open(rotated.seal('new', 'x'), 'x'), 'new');
  assert.equal(rotated.sign('a text'), after.sign('a text'));
});

test('keys for different uses have nothing in common', () => {
  const secrets = secretsFrom(first);
  assert.notEqual(secrets.sign('seal'), secrets.sign('sign'));
  assert.notEqual(secrets.seal('a', 'x'), secrets.seal('a', 'x'), 'a nonce of its own each time');
});
