import fc from 'fast-check';

/** Changes a body before it is sent. */
export type Mangle = (text: string) => Buffer;

export const asItIs: Mangle = (text) => Buffer.from(text);

const notJson = [
  '',
  ' ',
  '{',
  '{}',
  '[]',
  'null',
  '"x"',
  '{"a":1}}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":"\u0000"}',
];

export const mangles: fc.Arbitrary<Mangle> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(asItIs) },
  { weight: 1, arbitrary: fc.nat(200).map((at) => (text: string) => Buffer.from(text.slice(0, at))) },
  { weight: 1, arbitrary: fc.constantFrom(...notJson).map((other) => () => Buffer.from(other)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Mangle[]>(
      (text) => Buffer.from(text.replace('"', '"\u00e9'), 'latin1'),
      (text) => Buffer.from(text, 'utf16le'),
      (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
      (text) => Buffer.from(`${text}${' '.repeat(2 ** 20)}`),
      (text) => Buffer.from(`${'{"a":'.repeat(20_000)}${text}`),
      (text) => Buffer.from(` \r\n\t${text}\n`),
    ),
  },
);

/** The bytes of an upload, with the announced length or another one. */
export const contents: fc.Arbitrary<Mangle> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Mangle>((size) => Buffer.alloc(Number(size) || 1, 'x')) },
  { weight: 1, arbitrary: fc.nat(60).map((size) => () => Buffer.alloc(size)) },
);
