import fc from 'fast-check';
import type { Operation } from '../../../../contract/operation.ts';
import { thingOf } from '../example-input.ts';
import type { ByName, Schema } from './schema-values.ts';
import { dates, emails } from './texts.ts';
import { Fields, Raw, Reference, type Value } from './values.ts';

/* The name of a property or parameter determines its meaning: `listPublicId` is the id of a list, `cursor` a cursor. */

/** The password of all initial accounts. */
export const password = 'correct horse battery';

/** The configured provider, which never answers. */
const provider = 'closed';

/** Draws something that the service has returned: a thing of a kind, or one of its fields. */
type Of = (kind: string, field?: string) => fc.Arbitrary<Value>;

type Draw = (of: Of, operation: Operation) => fc.Arbitrary<Value> | undefined;

const mostly = (usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: rare });

const signed =
  (name: string): Draw =>
  (of, { method }) =>
    of(method === 'GET' ? 'attachment' : 'upload', name);

/** Type and size are chosen when an upload begins, and repeated when it is confirmed. */
const announced =
  (name: string, chosen?: fc.Arbitrary<Value>): Draw =>
  (of, { body }) =>
    'storageKey' in propertiesOf(body) ? of('upload', name) : chosen;

const givenPassword: Draw = () => mostly(fc.constant(password), fc.constant('wrong horse battery'));

/** Second factors have codes and ids of their own. */
const ofFactors = /^\/auth|second-factors/;

const draws: Record<string, Draw> = {
  cursor: (of, { id }) => of(`cursor of ${id}`),
  sessionId: (of) => of('session'),
  id: (of, { path }) => (ofFactors.test(path) ? undefined : of('apiKey')),
  code: (of, { path }) => (ofFactors.test(path) ? undefined : of('invite', 'code')),
  inviteCode: (of) => of('invite', 'code'),
  workspaceSlug: (of) => of('workspace', 'slug'),
  boardSlug: (of) => of('board', 'slug'),
  slug: (of) => mostly(fc.stringMatching(/^[a-z0-9-]{3,64}$/), of('board', 'slug')),
  uploadPublicId: (of) => of('upload'),
  storageKey: (of) => of('upload', 'storageKey'),
  contentType: announced('contentType'),
  size: announced('size', fc.integer({ min: 1, max: 40 })),
  expires: signed('expires'),
  signature: signed('signature'),
  redirectUri: (of) => of('page'),
  provider: (_, { path }) =>
    path.startsWith('/auth') ? mostly(fc.constant(provider), fc.constant('x')) : undefined,
  email: (of) => fc.oneof({ weight: 2, arbitrary: emails }, of('person', 'email')),
  token: (of, { path }) => (path.startsWith('/auth') ? of('mail', 'token') : undefined),
  password: givenPassword,
  currentPassword: givenPassword,
  role: (of) => fc.oneof(fc.constantFrom('admin', 'member', 'guest', 'MEMBER'), of('role')),
  workspacePublicId: (of, { id }) =>
    id === 'getWorkspace' ? fc.oneof(of('workspace'), of('workspace', 'slug')) : undefined,
  targetWorkspacePublicId: () => fc.nat(5).map((pick) => new Reference('workspace', pick, { loose: true })),
  // Nothing else is sent meanwhile.
  wait: () => fc.constant(0),
  operations: (of) => fc.oneof(...cardOperations(of)),
};

/** The fields that go with each type, which no schema states. */
function cardOperations(of: Of): fc.Arbitrary<Fields>[] {
  const fields: Record<string, Record<string, fc.Arbitrary<Value>>> = {
    archive: {},
    move: { listPublicId: of('list'), index: fc.nat(5) },
    label: { labelPublicId: of('label'), remove: fc.boolean() },
    assign: { memberPublicId: of('member'), remove: fc.boolean() },
    due: { dueDate: fc.oneof(dates, fc.constant(null)) },
  };
  return Object.entries(fields).map(([type, values]) =>
    fc
      .record({ type: fc.constant<Value>(type), cardPublicId: of('card'), ...values })
      .map((given) => new Fields(Object.entries(given))),
  );
}

/** Names of filters that are lists of ids. */
const filters: Record<string, string> = { members: 'member', labels: 'label', lists: 'list' };

const propertiesOf = (schema: unknown): object => (schema as Schema | undefined)?.properties ?? {};

/** Draws values by name for an operation; things in one request usually belong together. */
export function byNameFor(operation: Operation, clean: boolean): ByName {
  const of: Of = (kind, field) => references(kind, field, clean);
  return (name) => {
    const drawn = draws[name]?.(of, operation);
    if (drawn) return drawn;
    const kind = name in propertiesOf(operation.query) ? (filters[name] ?? thingOf(name)) : thingOf(name);
    return kind === undefined ? undefined : of(kind);
  };
}

function references(kind: string, field: string | undefined, clean: boolean): fc.Arbitrary<Value> {
  const right = fc
    .tuple(fc.nat(30), fc.nat(7))
    .map(([pick, chance]) => new Reference(kind, pick, { field, loose: chance === 7 }));
  if (clean) return right;
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 1, arbitrary: fc.constantFrom(...otherKinds).map((other) => new Reference(other, 0)) },
    { weight: 1, arbitrary: fc.constantFrom<Value[]>(...oddIds) },
  );
}

const otherKinds = ['workspace', 'board', 'list', 'label', 'card', 'member', 'comment', 'person', 'apiKey'];

const oddIds: Value[] = [
  '0123456789abcdef',
  'elevenchars',
  'x'.repeat(64),
  'x'.repeat(65),
  '０１２３４５６７８９ａｂ',
  "' or 1=1 or '",
  '-1',
  '0',
  '9007199254740993',
  ...['..%2f..%2fusers%2fme', '%e2%80%ae0123456789', '0123456789ab%20'].map((text) => new Raw(text)),
];
