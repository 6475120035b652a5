import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serversOf } from './database-address.ts';

test('an address of one server is that server', () => {
  for (const address of [
    'postgres://db/tasks',
    'postgresql://ada:p%40ss@db.example.com:6543/tasks?sslmode=verify-full',
    'postgres:///tasks?host=/run/postgresql',
    'postgres://[::1]:5433/tasks',
  ]) {
    assert.deepEqual(serversOf(address), [address]);
  }
});

test('an address of several servers is each of them, with all the rest', () => {
  assert.deepEqual(
    serversOf('postgres://ada:p%40ss@a:5432,b.example.com,[::1]:5433/tasks?sslmode=verify-full'),
    [
      'postgres://ada:p%40ss@a:5432/tasks?sslmode=verify-full',
      'postgres://ada:p%40ss@b.example.com/tasks?sslmode=verify-full',
      'postgres://ada:p%40ss@[::1]:5433/tasks?sslmode=verify-full',
    ],
  );
});

test('only a server that takes writes may be asked for', () => {
  const ask = (wanted: string) => serversOf(`postgres://a,b/tasks?target_session_attrs=${wanted}`);
  assert.equal(ask('read-write').length, 2);
  assert.equal(ask('primary').length, 2);
  assert.throws(() => ask('any'), /target_session_attrs must be read-write or primary, not any/);
});

test('an invalid address is refused, and the refusal repeats nothing of it', () => {
  for (const address of [
    'secret',
    'mysql://ada:secret@db/tasks',
    'postgres://ada:secret@db:port/tasks',
    'postgres://ada:secret@a,b c/tasks',
  ]) {
    assert.throws(
      () => serversOf(address),
      ({ message }: Error) => /postgres:\/\//.test(message) && !message.includes('secret'),
    );
  }
});
