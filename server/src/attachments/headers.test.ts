import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentDisposition, rangeOf } from './headers.ts';

test('only pictures that run nothing are shown', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'IMAGE/PNG']) {
    assert.match(contentDisposition(type, 'a'), /^inline;/);
  }
  for (const type of [
    'image/svg+xml',
    'text/html',
    'application/pdf',
    'image/png; x=y',
    'text/plain',
    'image/x',
  ]) {
    assert.match(contentDisposition(type, 'a'), /^attachment;/);
  }
});

test('a name is given in plain letters, and whole where it has others', () => {
  const name = (filename: string) => contentDisposition('text/plain', filename).replace(/^attachment; /, '');
  assert.equal(name('plan.txt'), 'filename="plan.txt"');
  assert.equal(name('a b; c.txt'), 'filename="a b; c.txt"');
  assert.equal(name('Grüße.txt'), `filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`);
  assert.equal(name('"q" 100%.txt'), `filename="_q_ 100_.txt"; filename*=UTF-8''%22q%22%20100%25.txt`);
  assert.equal(name("'(*)'é"), `filename="'(*)'_"; filename*=UTF-8''%27%28%2A%29%27%C3%A9`);
  assert.equal(name('😀.png'), `filename="__.png"; filename*=UTF-8''%F0%9F%98%80.png`);
});

test('a name cannot break out of its header, lead into a folder or be read backwards', () => {
  for (const filename of [
    'a\r\nx: y',
    '../../a',
    'C:\\a',
    'a\u0000b',
    'a\u202egpj.exe',
    '\ud800',
    'a\u2028b',
  ]) {
    const header = contentDisposition('text/plain', filename);
    assert.match(header, /^attachment; filename="[\x20-\x7e]+"(; filename\*=UTF-8''[\w.%~!-]+)?$/);
    assert.doesNotMatch(header, /%0[0-9A-F]|%5C|%2F|[/\\]|%E2%80%AE/);
  }
});

test('a range is read as RFC 9110 says', () => {
  const cases: [string | undefined, ReturnType<typeof rangeOf>][] = [
    [undefined, undefined],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 9 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes=7-', { start: 7, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=-0', 'beyond'],
    ['bytes=10-', 'beyond'],
    ['bytes=99-100', 'beyond'],
    ['bytes=5-3', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=a-b', undefined],
    ['lines=0-1', undefined],
  ];
  for (const [header, range] of cases) assert.deepEqual(rangeOf(header, 10), range, header);
});
