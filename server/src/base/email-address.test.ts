import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { emailAddress } from './email-address.ts';

test('an address has one form, however it is spelled', () => {
  for (const [given, kept] of [
    ['Kate@Corp.Example', 'kate@corp.example'],
    ['  kate@corp.example ', 'kate@corp.example'],
    ['o.brien+boards@corp.example', 'o.brien+boards@corp.example'],
    ['kate@BÜCHER.example', 'kate@xn--bcher-kva.example'],
    ['kate@xn--bcher-kva.example', 'kate@xn--bcher-kva.example'],
  ] as const) {
    assert.equal(emailAddress(given), kept);
  }
});

test('no other character passes for a letter of the local part, and none for the end of a host', () => {
  for (const given of [
    '\u212Aate@corp.example',
    'kate\u0131@corp.example',
    'k\u00e4te@corp.example',
    'kate@corp.example:80\u00e4',
    'kate@127.0.0.1/\u00e4.example',
    'kate@%63orp.example',
    'kate@\u3002corp.example',
    'kate@eve@corp.example',
    '"kate"@corp.example',
    'kate@[192.0.2.1]',
    'kate@corp',
    'kate',
    '@corp.example',
    '',
    `${'k'.repeat(250)}@corp.example`,
  ]) {
    assert.equal(emailAddress(given), undefined, given);
  }
});

test('what is kept is what the contract takes', () => {
  const ajv = new Ajv();
  addFormats.default(ajv, ['email']);
  const takes = ajv.compile({ type: 'string', format: 'email' });
  for (const given of [
    'a@b.c',
    'A@B.C',
    "o'brien@x.example",
    'a..b@x.example',
    'a@x',
    'a@-x.example',
    'é@x.example',
  ]) {
    assert.equal(emailAddress(given) !== undefined, takes(given), given);
  }
});
