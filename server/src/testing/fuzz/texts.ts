import fc from 'fast-check';

/* Texts known to break programs, and texts at the limits of what is allowed. */

/** All of these can be stored. */
const notorious = [
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  '1e309',
  'NaN',
  '[1,2]',
  '{"a":1}',
  '"',
  "'",
  '`',
  '\\',
  '\\\\u0000',
  '%',
  '_',
  '%_\\',
  '%00',
  '%s%n',
  '*',
  '?',
  '$1',
  ':p0',
  '@p0',
  '${7*7}{{7*7}}',
  "Robert'); drop table cards;--",
  "' or 1=1 or '",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  // Operators of full-text searches.
  '"a',
  'a*',
  'a AND',
  'NEAR(a b, 2)',
  'a OR -b',
  'title:a',
  '^a ! & | <-> (',
  '-',
  // Letters whose length or order changes with case conversion, normalisation or comparison.
  'İstanbul ıI',
  'ßẞ ŒœﬁĲ',
  'e\u0301 \u00e9 \u1e9b\u0323',
  'Z\u0351\u036b\u0343\u036a\u0342\u036b\u033d\u034f\u0334\u0319\u0324algo',
  '\u1100\u1161\u11a8',
  'שלום עולם مرحبا',
  '\u202ecba\u202c \u2066x\u2069',
  'ไทย ไม่มีช่องว่าง 日本語テキスト',
  // Invisible characters and line breaks.
  '\ufeffx',
  'x\u200by',
  '\u2028\u2029',
  '\t\r\n\v\f',
  '\u0001\u001b[31m\u007f\u0085',
  '\u00a0 x \u2003',
  ' x ',
  // Beyond 16 bits, and at the ends of planes.
  '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪',
  '𝒳𐍈',
  '\uffff\ufdd0',
  '\u{10ffff}',
  '\ue000',
];

/** None of these can be stored and read back unchanged. */
const unstorable = ['\u0000', 'a\u0000b', '\ud83d', 'a\udc00b', '\udc00\ud800', '\ud83d\ud83d\ude00'];

// Drawn by code point: the library's equivalent arbitraries take a second to initialise.
const anyCharacter = fc
  .oneof(fc.integer({ min: 1, max: 0x2ff }), fc.integer({ min: 1, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code).toWellFormed());

const anyLength = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme-ascii' }) },
  { weight: 6, arbitrary: fc.constantFrom(...notorious) },
  { weight: 4, arbitrary: fc.string({ unit: anyCharacter }) },
  { weight: 1, arbitrary: fc.constantFrom(...notorious, 'x').map((text) => text.repeat(40)) },
);

export interface Length {
  min: number;
  max: number;
}

/** Valid texts for a field that is trimmed and then has a limited length. */
export const texts = ({ min, max }: Length): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 30, arbitrary: anyLength },
      { weight: 1, arbitrary: fc.constantFrom('x', '😀', 'e\u0301').map((unit) => unit.repeat(max)) },
    )
    .map((text) => Array.from(text).slice(0, max).join(''))
    .map((text) => (Array.from(text.trim()).length < min ? 'x'.repeat(min) : text));

/** Texts that are invalid there, or need care. */
export const oddTexts = ({ max }: Length): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...unstorable, ...notorious) },
    { weight: 2, arbitrary: fc.constantFrom('', ' ', '\u00a0', '\u3000\ufeff') },
    { weight: 1, arbitrary: fc.constantFrom('x', '😀').map((unit) => unit.repeat(max + 1)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(100_000)) },
    { weight: 1, arbitrary: fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }) },
  );

/** Valid date-times: the limits of years, days and offsets. */
export const dates: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '1000-01-01T00:00:00Z',
    '2999-12-31T23:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00+00:00',
    '2028-02-29T12:00:00+14:00',
    '2026-01-01T00:00:00.123456789-23:59',
    '2026-06-01T00:00:00.9999999Z',
  ),
  fc
    .date({ min: new Date('1000-01-02'), max: new Date('2999-12-30'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.integer({ min: -40, max: 40 }).map((days) => new Date(Date.now() + days * 86_400_000).toISOString()),
);

/** Valid due dates: also days, and times without an offset. */
export const dueDates: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: dates },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2026-01-01', '2028-02-29', '2026-01-01T12:00', '2026-01-01T12:00:00,5'),
  },
);

/** Invalid date-times, and those out of range. */
export const oddDates: fc.Arbitrary<string> = fc.constantFrom(
  '2026-02-30T00:00:00Z',
  '2027-02-29T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01t00:00:00z',
  '2026-01-01 00:00:00Z',
  '1000-01-01T00:00:00+23:59',
  '2999-12-31T23:59:59.999-23:59',
  '0000-01-01T00:00:00Z',
  '0999-12-31T23:59:59Z',
  '3000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-W01-1T00:00:00Z',
  'today',
  '1790000000000',
);

const someone = fc.stringMatching(/^[a-z]{1,3}$/);

/** Email addresses of people who may or may not have an account. */
export const emails: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: someone.map((name) => `${name}@example.com`) },
  { weight: 1, arbitrary: someone.map((name) => `${name.toUpperCase()}+Tag@EXAMPLE.com`) },
  { weight: 1, arbitrary: fc.constant(`${'l'.repeat(64)}@example.com`) },
);

export const oddEmails: fc.Arbitrary<string> = fc.constantFrom(
  '@',
  'a@',
  '@example.com',
  'a b@example.com',
  'ü@example.com',
  'a@exämple.com',
  "o'brien@example.com",
  '"a b"@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com,b@example.com',
  'A <a@example.com>',
  `${'l'.repeat(250)}@example.com`,
  'K@example.com',
);

/**
 * Addresses of web pages. Nothing that a fuzzer does may leave the machine, not even a DNS query, so none of them
 * contains a host name: all are refused when they would be called.
 */
export const addresses: fc.Arbitrary<string> = fc.constantFrom(
  'http://127.0.0.1:1/',
  'https://127.0.0.1:1/hook?x=1#y',
  'HTTP://[::1]:1/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://2130706433:1/',
  'http://0x7f.1:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'https://127.0.0.1:1/%00',
);

export const oddAddresses: fc.Arbitrary<string> = fc.constantFrom(
  'http://',
  'http:///',
  'http://[',
  'http://user:password@127.0.0.1:1/',
  'http://127.0.0.1:99999/',
  'http://127.0.0.1:1/\u0000',
  'http://127.0.0.1 /',
  'ftp://127.0.0.1/',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//127.0.0.1/',
  `http://127.0.0.1:1/${'x'.repeat(2050)}`,
);
