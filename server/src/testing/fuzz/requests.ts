import fc from 'fast-check';
import { operations } from '../../../../contract/api.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { headers } from './headers.ts';
import { asItIs, contents, type Mangle, mangles } from './mangle.ts';
import { byNameFor } from './names.ts';
import { type Schema, valuesOf } from './schema-values.ts';
import { Raw, Reference, type Value } from './values.ts';

/** A request whose references are not resolved yet; that happens when it is sent. */
export interface Drawn {
  operation: Operation;
  /** The sender, as an index of the callers. */
  caller: number;
  params: Record<string, Value>;
  query: [string, Value][];
  /** JSON; undefined if there is no body. */
  body: Value | undefined;
  /** Changes the body, or replaces a missing one. */
  mangle: Mangle;
  headers: Record<string, string>;
  /** Whether it follows the document: then it may only be refused for its meaning, not for its form. */
  clean: boolean;
}

/** Usually the caller with the most permissions. */
const callers = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(50) });

/** Operations that are seldom possible are tried more often. */
const seldom = [
  'createUpload',
  'uploadFile',
  'confirmUpload',
  'downloadAttachment',
  'getPublicBoard',
  'getInvite',
];

/**
 * Hashing a password takes as long as a hundred other requests, and deleting accounts and workspaces soon leaves nothing
 * to test.
 */
function weightOf({ id, method, body }: Operation): number {
  const names = Object.keys((body as Schema | undefined)?.properties ?? {});
  if (names.includes('password') || names.includes('newPassword') || id === 'signOut') return 1;
  if (seldom.includes(id)) return 20;
  return method === 'DELETE' ? 4 : 10;
}

function drawn(operation: Operation, clean: boolean): fc.Arbitrary<Drawn> {
  const drawing = { clean, byName: byNameFor(operation, clean) };
  const params = (operation.params as Schema | undefined)?.properties ?? {};
  const values = Object.fromEntries(
    Object.entries(params).map(([name, schema]) => [name, valuesOf(name, schema, drawing)]),
  );
  return fc.record({
    operation: fc.constant(operation),
    caller: callers,
    params: fc.record(values),
    query: queries(operation, clean),
    body: operation.body ? valuesOf('body', operation.body as Schema, drawing) : fc.constant(undefined),
    mangle: operation.consumes ? contents : clean ? fc.constant(asItIs) : mangles,
    headers: clean ? fc.constant({}) : headers,
    clean: fc.constant(clean),
  });
}

function queries(operation: Operation, clean: boolean): fc.Arbitrary<[string, Value][]> {
  const drawing = { clean, byName: byNameFor(operation, clean) };
  const { properties = {}, required = [] } = (operation.query as Schema | undefined) ?? {};
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(name, schema, drawing)]),
  );
  const declared = fc
    .record(values, { requiredKeys: clean ? required : [] })
    .map((given) => Object.entries(given).flatMap(([name, value]) => eachOf(name, value)));
  if (clean) return declared;
  const odd = fc.array(fc.tuple(fc.constantFrom(...oddNames, ...Object.keys(properties)), oddValues), {
    maxLength: 2,
  });
  return fc.tuple(declared, odd).map(([one, other]) => [...one, ...other]);
}

const eachOf = (name: string, value: Value): [string, Value][] =>
  Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]];

const oddNames = ['x', '', 'limit[]', 'limit[x]', '__proto__', 'constructor', 'a.b', 'x'.repeat(500)];

const oddValues: fc.Arbitrary<Value> = fc.constantFrom<Value[]>(
  '',
  '0',
  '-1',
  '1e3',
  'true',
  'TRUE',
  'null',
  '\u0000',
  'x'.repeat(4000),
  ...['%', '%zz', '%ff%fe', '%00', '%ed%a0%80', '+', '&&==', '[]'].map((text) => new Raw(text)),
);

/** The announced size and type of an upload. */
export const announcedSize = new Reference('upload', 0, { field: 'size' });
export const announcedType = new Reference('upload', 0, { field: 'contentType' });

/** Requests for every operation of the contract, with valid or slightly invalid input. */
export const requests: fc.Arbitrary<Drawn> = fc.oneof(
  ...operations.flatMap((operation) => [
    { weight: 5 * weightOf(operation), arbitrary: drawn(operation, true) },
    { weight: 3 * weightOf(operation), arbitrary: drawn(operation, false) },
  ]),
);

/** Requests to addresses without a route. */
export interface Stray {
  method: string;
  path: string;
}

export const strays: fc.Arbitrary<Stray> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
  path: fc
    .tuple(
      fc.constantFrom(...operations.map(({ path }) => path.replace(/\{\w+\}/g, '0123456789abcdef'))),
      fc.constantFrom('/', '/x', '//', '/%zz', '/%00', '%', '/..', '/%2e%2e', ';x', '/%ff'),
    )
    .map((parts) => parts.join('')),
});
