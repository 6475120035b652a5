import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { isBelow, type ReachSettings, reachOf, ruleOf } from './reach.ts';

const settings: ReachSettings = {
  outgoingAllowed: [],
};

const special = [
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd00:ec2::254'],
  ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['shared by carriers', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1'],
  ['reserved', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
  ['reserved (IPv6)', '100::1', '2001:db8::1', '3fff::1', '5f00::1', '4000::1', '1::1'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::127.0.0.1', '::7f00:1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::127.0.0.1', '64:ff9b:1::1'],
  ['6to4', '2002:7f00:1::', '192.88.99.1'],
  ['Teredo', '2001::1'],
  ['metadata of clouds', '168.63.129.16', '100.100.100.200', '169.254.170.2', '192.0.0.192', 'fd20:ce::254'],
  [
    'private addresses in IPv6',
    '64:ff9b::a00:1',
    '64:ff9b::168.63.129.16',
    '2002:a00:1::',
    '2002:a83f:8110::1',
  ],
  ['no address at all', '', 'localhost', '1.2.3.4.5'],
] as const;

for (const [kind, ...addresses] of special) {
  test(`${kind}: not reached`, () => {
    const { admits } = reachOf(settings);
    for (const address of addresses) assert.equal(admits(address), false, address);
  });
}

test('public addresses are reached', () => {
  const { admits } = reachOf(settings);
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111']) {
    assert.equal(admits(address), true, address);
  }
});

test('a range that the operator allows is reached, and nothing outside it', () => {
  const { admits } = reachOf({ ...settings, outgoingAllowed: ['10.1.0.0/16', '127.0.0.1', '[::1]'] });
  for (const address of ['10.1.255.255', '127.0.0.1', '::1']) assert.equal(admits(address), true, address);
  for (const address of ['10.2.0.0', '127.0.0.2', '::2', '::ffff:127.0.0.1']) {
    assert.equal(admits(address), false, address);
  }
});

test('a host that the operator allows is trusted, and nothing that looks like it', () => {
  const { trusts } = reachOf({
    ...settings,
    outgoingAllowed: ['Chat.Internal', '*.corp.example', 'build:8080'],
  });
  for (const url of [
    'http://chat.internal/',
    'https://CHAT.internal.:8443/x',
    'https://a.corp.example/',
    'https://a.b.corp.example/',
    'http://build:8080/',
  ]) {
    assert.equal(trusts(new URL(url)), true, url);
  }
  for (const url of [
    'http://xchat.internal/',
    'http://chat.internal.evil.example/',
    'http://chat.internal@127.0.0.1/',
    'https://corp.example/',
    'https://xcorp.example/',
    'http://build/',
    'http://api.github.com/',
  ]) {
    assert.equal(trusts(new URL(url)), false, url);
  }
});

test('what lies below an address is there by origin and whole segments of its path', () => {
  const below = (url: string, base: string) => isBelow(new URL(url), new URL(base));
  assert.ok(below('http://127.0.0.1:4000/api/graphql', 'http://127.0.0.1:4000/api'));
  assert.ok(below('https://api.github.com/graphql', 'https://api.github.com'));
  assert.ok(below('https://x.example/api', 'https://x.example/api/'));
  for (const url of [
    'http://127.0.0.1:4001/api/',
    'https://127.0.0.1:4000/api/',
    'http://127.0.0.1:4000/apis',
  ]) {
    assert.ok(!below(url, 'http://127.0.0.1:4000/api'), url);
  }
});

test('an entry that allows nothing is distinguished from one that does', () => {
  for (const entry of [
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    'localhost',
    '*.example.com',
    'münchen.example',
    'a:80',
  ]) {
    assert.ok(ruleOf(entry), entry);
  }
  for (const entry of [
    '10.0.0.0/33',
    'http://localhost',
    'a b',
    '*',
    '*.',
    '.',
    'a/b',
    'user@host',
    '999.1.1.1',
  ]) {
    assert.equal(ruleOf(entry), undefined, entry);
  }
});

test('a setting that allows nothing stops the start with a line that names it', () => {
  const read = (value: string) => readConfig({ WEBHOOK_ALLOWED_HOSTS: value }).outgoingAllowed;
  assert.deepEqual(read(' 10.0.0.0/8, *.corp.example ,, ::1'), ['10.0.0.0/8', '*.corp.example', '::1']);
  assert.throws(
    () => read('10.0.0.0/8, http://x'),
    /^Error: WEBHOOK_ALLOWED_HOSTS=http:\/\/x is not allowed/,
  );
});
