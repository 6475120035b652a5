import fc from 'fast-check';
import { manyLines } from '../../../../contract/text-patterns.ts';
import { manyLines as withoutControls } from '../../base/texts.ts';
import {
  addresses,
  dates,
  dueDates,
  emails,
  oddAddresses,
  oddDates,
  oddEmails,
  oddTexts,
  texts,
} from './texts.ts';
import { Fields, Raw, type Value } from './values.ts';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string;
  nullable?: boolean;
  enum?: string[];
  format?: string;
  'x-date-time'?: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
}

/** Draws values for a property or parameter by its name; undefined if its schema is sufficient. */
export type ByName = (name: string) => fc.Arbitrary<Value> | undefined;

export interface Drawing {
  byName: ByName;
  /** Whether all values follow the schema; otherwise some do not. */
  clean: boolean;
}

/** Values of a schema, for the property or parameter `name`. */
export function valuesOf(name: string, schema: Schema, drawing: Drawing): fc.Arbitrary<Value> {
  const kept = schema.nullable
    ? fc.oneof({ weight: 5, arbitrary: typedValues(name, schema, drawing) }, nothing)
    : typedValues(name, schema, drawing);
  if (drawing.clean) return kept;
  return fc.oneof(
    { weight: 5, arbitrary: kept },
    { weight: 1, arbitrary: oddOf(name, schema) },
    { weight: 1, arbitrary: anything },
  );
}

const nothing = { weight: 1, arbitrary: fc.constant(null) };

function typedValues(name: string, schema: Schema, drawing: Drawing): fc.Arbitrary<Value> {
  // For an array, the name applies to its elements.
  const byName = schema.type === 'array' ? undefined : drawing.byName(name);
  if (byName) return byName;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return objects(schema, drawing);
  if (schema.type === 'array') return arrays(name, schema, drawing);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') return integers(schema);
  return textsOf(name, schema);
}

/** Mostly small, sometimes at an edge. */
function integers({
  minimum: min = 0,
  maximum: max = Number.MAX_SAFE_INTEGER,
}: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min, max: Math.min(max, min + 20) }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );
}

const lengthOf = ({ minLength = 0, maxLength = 200 }: Schema) => ({ min: minLength, max: maxLength });

function textsOf(name: string, schema: Schema): fc.Arbitrary<string> {
  if (isAddress(name)) return addresses;
  if (schema.format === 'date-time') return dates;
  if (schema['x-date-time']) return dueDates;
  if (schema.format === 'email') return emails;
  if (!schema.pattern) return texts(lengthOf(schema));
  const { min, max } = lengthOf(schema);
  if (schema.pattern === manyLines) {
    const { min, max } = lengthOf(schema);
    return texts({ min, max }).map((text) => withoutControls(text) || 'x'.repeat(min));
  }
  // Measured like the service does: in characters after trimming.
  return textsMatching(schema.pattern).filter((text) => {
    const { length } = Array.from(text.trim());
    return length >= min && length <= max;
  });
}

const byPattern = new Map<string, fc.Arbitrary<string>>();

/** Preparing a pattern takes milliseconds, and hundreds of properties have the same few. */
function textsMatching(pattern: string): fc.Arbitrary<string> {
  const matching = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  byPattern.set(pattern, matching);
  return matching;
}

/** Names of addresses that the service may call: never a host that needs a DNS lookup. */
const isAddress = (name: string): boolean => name === 'url' || name === 'image';

function oddOf(name: string, schema: Schema): fc.Arbitrary<Value> {
  if (isAddress(name)) return oddAddresses;
  if (schema['x-date-time']) return oddDates;
  if (schema.format === 'email') return oddEmails;
  if (schema.type === 'array') return tooMany(schema);
  if (schema.type === 'string') return oddTexts(lengthOf(schema));
  return oddNumbers;
}

const oddNumbers: fc.Arbitrary<Value> = fc.constantFrom<Value[]>(
  -1,
  -(2 ** 31),
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  0.5,
  1e21,
  Number.MIN_VALUE,
  Number.MAX_VALUE,
  '0',
  '1',
  ...['-0', '1.0', '1e2', '10e-1', '-0.0', '9223372036854775807', '18446744073709551616', '1e999'].map(
    (text) => new Raw(text),
  ),
);

/** Values of unexpected types, and invalid JSON. */
const anything: fc.Arbitrary<Value> = fc.constantFrom<Value[]>(
  null,
  true,
  false,
  0,
  '',
  'x',
  [],
  [[]],
  [null],
  new Fields([]),
  new Fields([['publicId', '0123456789abcdef']]),
  new Fields([['toString', null]]),
  ...['NaN', '-', '01', '+1', '0x10', "'x'", 'undefined', '"\\x41"', '"a\tb"', '[1,]'].map(
    (text) => new Raw(text),
  ),
  new Raw('['.repeat(5000) + ']'.repeat(5000)),
);

const tooMany = ({ maxItems = 100, items }: Schema): fc.Arbitrary<Value> =>
  fc.constantFrom<Value[]>(
    [],
    Array.from({ length: maxItems + 1 }, () => items?.enum?.[0] ?? 'xxxxxxxxxxxx'),
    Array.from({ length: 2 }, () => items?.enum?.[0] ?? 'xxxxxxxxxxxx'),
    'x',
    new Fields([['0', 'x']]),
  );

function arrays(name: string, schema: Schema, drawing: Drawing): fc.Arbitrary<Value> {
  const { items = {}, minItems: minLength = 0, maxItems = 100 } = schema;
  const each = valuesOf(name, items, drawing);
  const maxLength = Math.min(maxItems, 5);
  if (!schema.uniqueItems) return fc.array(each, { minLength, maxLength });
  return fc.uniqueArray(each, { minLength, maxLength, selector: (value) => JSON.stringify(value) });
}

function objects(schema: Schema, drawing: Drawing): fc.Arbitrary<Fields> {
  const { properties = {}, required = [], minProperties = 0 } = schema;
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valuesOf(name, property, drawing)]),
  );
  const declared = fc
    .record(values, { requiredKeys: drawing.clean ? required : [] })
    .map((given) => Object.entries(given) as [string, Value][]);
  if (drawing.clean) {
    return declared.filter((pairs) => pairs.length >= minProperties).map((pairs) => new Fields(pairs));
  }
  // Required properties are usually present.
  const all = fc.record(values).map((given) => Object.entries(given) as [string, Value][]);
  const pairs = fc.oneof({ weight: 3, arbitrary: all }, { weight: 1, arbitrary: declared });
  return fc.tuple(pairs, extras(properties)).map(([given, extra]) => new Fields([...given, ...extra]));
}

/** Undeclared properties, and duplicates of declared ones. */
const extras = (properties: Record<string, Schema>): fc.Arbitrary<[string, Value][]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<[string, Value][]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(fc.constantFrom(...undeclared, ...Object.keys(properties)), anything), {
        maxLength: 2,
      }),
    },
  );

const undeclared = [
  '',
  'id',
  'publicId',
  'createdBy',
  'workspace_id',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'length',
  'x'.repeat(1000),
];
