import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areNames, decodeNamedCharacterReference, know, namedIn } from './named.ts';

/** Decodes as browsers do: names with a semicolon, and those valid without one. */
const textOf = (html: string): string => {
  assert.ok(areNames(html), html);
  return html
    .replaceAll('&copy;', '©')
    .replaceAll('&NewLine;', '\n')
    .replaceAll('&semi;', ';')
    .replaceAll('&bne;', '=\u20e5')
    .replaceAll('&not', '¬');
};

test('characters that a text names are looked up, and what is no name stays as it is', () => {
  const named = namedIn(
    '&copy; &copy;&NewLine;&semi; &bne; &nothing; &none; &amp & co; &#38; &constructor;',
    textOf,
  );
  assert.deepEqual(
    [...named],
    [
      ['copy', '©'],
      ['NewLine', '\n'],
      ['semi', ';'],
      ['bne', '=\u20e5'],
    ],
  );
  know(named);
  assert.equal(decodeNamedCharacterReference('copy'), '©');
  assert.equal(decodeNamedCharacterReference('constructor'), false);
  assert.equal(namedIn('no name & nothing', () => assert.fail()).size, 0);
});

test('nothing but names is vouched for', () => {
  for (const html of ['<img src=x onerror=alert(1)>', '&lt;<b>', '&copy; and', 'x'])
    assert.equal(areNames(html), false, html);
});
