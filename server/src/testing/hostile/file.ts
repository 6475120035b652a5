import { type Zippable, zipSync } from 'fflate';
import { type UploadFormat, uploadFormats } from '../../../../contract/imports.ts';
import { oddTexts, type Random, randomOf, size } from './random.ts';
import { documents, lines, manifest, tables } from './samples.ts';

/* Files made to block others, exhaust memory, or be mistaken for another format; reproducible by seed. */

export interface HostileFile {
  format: UploadFormat;
  /** How it was spoilt. */
  how: string;
  content: Uint8Array;
}

type Made = [how: string, content: Uint8Array];

export function hostileFile(seed: number): HostileFile {
  const random = randomOf(seed);
  const format = uploadFormats[seed % uploadFormats.length] ?? 'csv';
  const [how, content] = fileOf(format, random);
  const [spoilt, bytes] = random.chance(4) ? spoiltBytes(content, random) : ['', content];
  return { format, how: [how, spoilt].filter(Boolean).join(', '), content: bytes };
}

function fileOf(format: UploadFormat, random: Random): Made {
  const table = tables[format];
  if (table !== undefined) return tableOf(table, random);
  if (format === 'native') return nativeOf(random);
  const [how, text] = documentOf(documents[format], random);
  const bytes = Buffer.from(text);
  if (format === 'vikunja') return zipOf(how, { 'data.json': bytes }, random);
  if (format === 'wekan' && random.chance(4)) return zipOf(how, { 'wekan.json': bytes }, random);
  return [how, bytes];
}

/** A placeholder for raw text, which need not be JSON. */
const hole = 'a hole that nobody fills';

/** Replaces something in a document, or repeats it far too often. */
function documentOf(sample: unknown, random: Random): [how: string, text: string] {
  const document = structuredClone(sample) as object;
  const { holder, key } = random.pick([...placesIn(document)]);
  if (Array.isArray(holder) && random.chance(2)) {
    const times = size(random, 100_000);
    const element = JSON.stringify(holder[key as number]);
    holder.splice(0, holder.length, hole);
    return [`${times} elements`, fill(document, Array.from({ length: times }, () => element).join())];
  }
  const [how, text] = valueOf(random);
  if (!Array.isArray(holder) && random.chance(3)) {
    const name = random.pick(['__proto__', 'constructor', 'toString', ...oddTexts]);
    Object.defineProperty(holder, name, {
      value: hole,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return [`${JSON.stringify(name).slice(0, 20)}: ${how}`, fill(document, text)];
  }
  Reflect.set(holder, key, hole);
  return [`${key}: ${how}`, fill(document, text)];
}

const fill = (document: unknown, text: string): string =>
  JSON.stringify(document).replace(`"${hole}"`, () => text);

interface PlaceIn {
  holder: object;
  key: string | number;
}

function* placesIn(holder: object): Generator<PlaceIn> {
  for (const [key, value] of Object.entries(holder)) {
    yield { holder, key: Array.isArray(holder) ? Number(key) : key };
    if (typeof value === 'object' && value !== null) yield* placesIn(value);
  }
}

/** Pathological JSON. */
function valueOf(random: Random): [how: string, text: string] {
  const count = size(random, 1_000_000);
  const texts: Record<string, () => string> = {
    'nested arrays': () => '['.repeat(count) + (random.chance(2) ? ']'.repeat(count) : ''),
    'nested objects': () => '{"a":'.repeat(Math.ceil(count / 10)),
    'many arrays': () => `[${'[],'.repeat(count)}[]]`,
    'many keys': () => `{${Array.from({ length: Math.ceil(count / 10) }, (_, n) => `"k${n}":0`).join()}}`,
    'one key, many times': () => `{${'"id":1,'.repeat(count)}"id":2}`,
    digits: () => '9'.repeat(count),
    numbers: () =>
      random.pick(['1e400', '-1e400', '1e-400', '-0', '9007199254740993', '1E+2', '0.1e1', 'NaN', '01']),
    'a long text': () => `"${'a'.repeat(count * 4)}"`,
    escapes: () => `"${'\\u0000'.repeat(count)}"`,
    links: () => `"${'http://'.repeat(Math.ceil(count / 10))}"`,
    tags: () => `"${'<p><b>'.repeat(Math.ceil(count / 10))}"`,
    'odd text': () => JSON.stringify(random.pick(oddTexts)),
    'wrong kinds': () =>
      random.pick(['null', 'true', '[]', '{}', '""', '0', '[null]', '[[]]', '{"__proto__":null}']),
    'no JSON': () => random.pick(['', 'undefined', '\u0000', "'a'", '[1,]', '{a:1}', '/*']),
    base64: () => `"${random.pick(['=', 'A', '====', '\\/', '\\u0041', '%%%'])}${'QUJD'.repeat(count)}="`,
  };
  const how = random.pick(Object.keys(texts));
  return [how, texts[how]?.() ?? ''];
}

function tableOf(sample: string, random: Random): Made {
  const count = size(random, 2_000_000);
  const [header = '', row = ''] = sample.split(/\r?\n(?=[A-Z3])/);
  const odd = random.pick(oddTexts);
  const texts: Record<string, () => string> = {
    'a row of separators': () => `${sample}${random.pick([',', ';', '\t', '|']).repeat(count)}\n`,
    'a header of separators': () => `${random.pick([',', ';', '\t', '|', ',"",'])}`.repeat(count),
    'an open quote': () => `${header}\n"${'a'.repeat(count * 4)}`,
    'an open quote in the header': () => `"${'a'.repeat(count * 4)}`,
    'many quotes': () => `${header}\n${'"'.repeat(count)}`,
    'many rows': () => `${header}\n${`${row.trimEnd()}\n`.repeat(Math.ceil(count / 100))}`,
    'many lists and people': () =>
      `title,list,members,labels\n${Array.from({ length: Math.ceil(count / 50) }, (_, n) => `a,l${n},p${n},b${n}`).join('\n')}`,
    'many labels': () =>
      `title,labels\na,"${Array.from({ length: Math.ceil(count / 8) }, (_, n) => `l${n}`).join()}"`,
    'many items': () => `title,checklists\na,"${'[x] one\n'.repeat(Math.ceil(count / 8))}"`,
    'a long name': () => `title,list\n${'a'.repeat(count * 2)},${'b'.repeat(count)}\n`,
    'odd texts': () => sample.replaceAll('Roof', odd).replaceAll('House', odd).replaceAll('To do', odd),
    'odd columns': () => `title,__proto__,constructor,${JSON.stringify(odd)}\na,b,c,d\n`,
    'empty lines': () => `${header}${'\r\n'.repeat(count)}${row}`,
  };
  const how = random.pick(Object.keys(texts));
  return [how, Buffer.from(texts[how]?.() ?? '')];
}

function nativeOf(random: Random): Made {
  const board = structuredClone(lines) as object[];
  const [how, text] = random.chance(2)
    ? documentOf(board, random)
    : ([
        `${'a line, many times'}`,
        JSON.stringify(
          board.flatMap((line) =>
            Array.from({ length: random.chance(3) ? size(random, 50_000) : 1 }, () => line),
          ),
        ),
      ] as const);
  // The lines are the elements of the list.
  const jsonl = text.slice(1, -1).replaceAll(/\},\{"type"/g, '}\n{"type"');
  return zipOf(
    how,
    {
      'export.json': Buffer.from(JSON.stringify(manifest)),
      'boards/board1.jsonl': Buffer.from(`${jsonl}\n`),
      'files/file1': Buffer.from('abc'),
    },
    random,
  );
}

/** A zip, usually with additional unexpected content. */
function zipOf(how: string, files: Record<string, Uint8Array>, random: Random): Made {
  const zip = (all: Zippable) => zipSync(all, { level: 1 });
  const count = size(random, 20_000);
  const ways: Record<string, () => Uint8Array> = {
    sound: () => zip(files),
    'many files': () =>
      zip({
        ...files,
        ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`files/${n}`, new Uint8Array()])),
      }),
    'long names': () =>
      zip({
        ...files,
        ...Object.fromEntries(
          Array.from({ length: count % 50 }, (_, n) => [`${n}${'a/'.repeat(30_000)}`, new Uint8Array()]),
        ),
      }),
    'names that lead out': () =>
      zip({
        ...files,
        [random.pick(['../a', '/etc/passwd', 'a\\..\\b', 'C:a', '\u0000'])]: new Uint8Array(1),
      }),
    'a bomb': () =>
      zip({
        ...files,
        [random.pick(Object.keys(files))]: Buffer.alloc(20_000_000, random.pick(['[', ' ', 'a', '\n'])),
      }),
    'lying sizes': () => patched(zip(files), random, 24),
    'lying packed sizes': () => patched(zip(files), random, 20),
    'another way of packing': () => patched(zip(files), random, 10),
    flags: () => patched(zip(files), random, 8),
    'places elsewhere': () => patched(zip(files), random, 42),
  };
  const way = random.chance(3) ? 'sound' : random.pick(Object.keys(ways));
  return [`${how}, ${way}`, ways[way]?.() ?? new Uint8Array()];
}

/** Changes a field of an entry in the central directory. */
function patched(zip: Uint8Array, random: Random, field: number): Uint8Array {
  const bytes = Buffer.from(zip);
  const entries: number[] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 1))
    entries.push(at);
  const at = random.pick(entries) + field;
  bytes[at] = random.below(256);
  if (random.chance(2)) bytes.writeUInt16LE(random.below(65_536), at);
  return bytes;
}

/** The content with changed or missing bytes. */
function spoiltBytes(content: Uint8Array, random: Random): Made {
  const bytes = Buffer.from(content);
  const at = random.below(Math.max(bytes.length, 1));
  const ways: Record<string, () => Uint8Array> = {
    'cut off': () => bytes.subarray(0, at),
    'UTF-16': () => Buffer.from(`\ufeff${bytes.toString('latin1')}`, 'utf16le'),
    'two marks of UTF-8': () => Buffer.concat([Buffer.from('\ufeff\ufeff'), bytes]),
    'what is no UTF-8': () =>
      Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80, 0xff]),
        bytes.subarray(at),
      ]),
    'other bytes': () => {
      for (let n = 0; n < 20; n++) bytes[random.below(Math.max(bytes.length, 1))] = random.below(256);
      return bytes;
    },
    twice: () => Buffer.concat([bytes, bytes]),
    'zeros behind it': () => Buffer.concat([bytes, Buffer.alloc(100_000)]),
  };
  const how = random.pick(Object.keys(ways));
  return [how, ways[how]?.() ?? bytes];
}
