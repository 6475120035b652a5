import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { resolveOf } from './resolve.ts';

const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
const hosts = join(folder, 'hosts');
await writeFile(
  hosts,
  '# names of this machine\n10.1.2.3\tcode.internal Code # code\n::5 code.internal\nno address\n',
);
after(() => rm(folder, { recursive: true }));
const resolve = resolveOf(hosts);

test('the hosts file comes first, as it does for the system', async () => {
  assert.deepEqual(await resolve('CODE.internal'), [
    { address: '10.1.2.3', family: 4 },
    { address: '::5', family: 6 },
  ]);
  assert.deepEqual(await resolve('code'), [{ address: '10.1.2.3', family: 4 }]);
});

test('localhost is this machine, and nobody is asked', async () => {
  for (const host of ['localhost', 'LOCALHOST', 'a.localhost']) {
    assert.deepEqual(
      (await resolve(host)).map(({ address }) => address),
      ['127.0.0.1', '::1'],
    );
  }
});

test('forty names whose server does not answer keep no other look-up waiting, and are given up', async () => {
  const silent = dgram.createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const { Resolver } = dns;
  mock.method(dns, 'Resolver', function toSilent(options: object) {
    const resolver = new Resolver({ ...options, timeout: 300, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    return resolver;
  });
  const names = Array.from({ length: 40 }, (_, n) => resolve(`name${n}.example`));
  const first = await Promise.race([
    dns.lookup('localhost').then(() => 'looked up'),
    Promise.allSettled(names.slice(0, 1)).then(() => 'given up'),
  ]);
  const settled = await Promise.allSettled(names);
  silent.close();
  mock.restoreAll();
  assert.equal(first, 'looked up');
  for (const each of settled) {
    assert.equal(each.status === 'rejected' && each.reason.code, 'ENOTFOUND');
  }
});
