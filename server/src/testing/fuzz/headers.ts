import fc from 'fast-check';

const oddHeaders: [name: string, values: string[]][] = [
  [
    'content-type',
    [
      '',
      'json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/json;'.repeat(50),
    ],
  ],
  ['range', ['bytes=0-', 'bytes=-1', 'bytes=5-2', 'bytes=0-0,2-3', 'bytes=99999999999999999999-', 'x']],
  ['if-none-match', ['*', '""', 'W/"x", "y"', 'x'.repeat(3000)]],
  ['if-match', ['*', '""', 'W/"x", "y"', 'x'.repeat(3000)]],
  [
    'authorization',
    ['', 'Bearer', 'Bearer ', 'bearer  x', 'Basic eDp5', `Bearer ${'x'.repeat(5000)}`, 'Bearer \u00e9'],
  ],
  ['x-api-key', ['', 'tbk_x']],
  ['prefer', ['', 'issue-codes', 'wait=1, issue-codes;', ','.repeat(3000), '\u00ff']],
  ['x-request-id', ['', '<script>', 'x'.repeat(65)]],
  ['idempotency-key', ['', 'one', 'one', '\u00ff', 'x'.repeat(300)]],
  ['content-encoding', ['gzip']],
  ['transfer-encoding', ['chunked']],
  ['expect', ['100-continue']],
  ['connection', ['close']],
  ['accept', ['text/html', 'x']],
  ['accept-encoding', ['br;q=2']],
  ['origin', ['null', 'https://elsewhere.example']],
  ['x-forwarded-for', ['::ffff:127.0.0.1, x']],
  ['x-http-method-override', ['DELETE']],
  ['last-event-id', ['-1', '99999999999999999999']],
  ['user-agent', ['', '\u00ff'.repeat(2000)]],
  ['cookie', ['a=b; __proto__=c']],
];

/** Unusual headers, one at a time; mostly none. */
export const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3 * oddHeaders.length, arbitrary: fc.constant({}) },
  ...oddHeaders.map(([name, values]) => ({
    weight: 1,
    arbitrary: fc.constantFrom(...values).map((value) => ({ [name]: value })),
  })),
);
