import fc from 'fast-check';
import type { Operation } from '../../../../contract/operation.ts';
import { thingOf } from '../example-input.ts';
import type { ByName, Schema } from './schema-values.ts';
import { emails } from './texts.ts';
import { Reference, type Value } from './values.ts';

/* What a property or parameter means is told by its name: `listPublicId` wants a list, `cursor` a cursor. */

/** Names of filters that are lists of ids. */
const filters: Record<string, string> = { members: 'member', labels: 'label', lists: 'list' };

/** Names whose values the service itself gives out, and what they are taken from. */
const given: Record<string, { kind: string; field?: string }> = {
  sessionId: { kind: 'session' },
  id: { kind: 'apiKey' },
  code: { kind: 'invite', field: 'code' },
  inviteCode: { kind: 'invite', field: 'code' },
  workspaceSlug: { kind: 'workspace', field: 'slug' },
  boardSlug: { kind: 'board', field: 'slug' },
  uploadPublicId: { kind: 'upload' },
  storageKey: { kind: 'upload', field: 'storageKey' },
  redirectUri: { kind: 'page' },
};

/** What draws by name for an operation; what goes together in one request is taken from one thing. */
export function byNameFor(operation: Operation, clean: boolean): ByName {
  const names = Object.keys((operation.body as Schema | undefined)?.properties ?? {});
  return (name) => {
    if (name === 'cursor') return references(`cursor of ${operation.id}`, clean);
    if (name === 'expires' || name === 'signature') {
      return references(operation.method === 'GET' ? 'attachment' : 'upload', clean, name);
    }
    if (names.includes('storageKey') && (name === 'contentType' || name === 'size')) {
      return references('upload', clean, name);
    }
    if (name === 'size') return fc.integer({ min: 1, max: 40 });
    if (name === 'email')
      return fc.oneof({ weight: 2, arbitrary: emails }, references('person', clean, 'email'));
    if (name === 'token' && operation.path.startsWith('/auth/')) return references('mail', clean, 'token');
    if (name === 'password' || name === 'currentPassword')
      return rarely(fc.constant(password), fc.constant(''));
    if (name === 'role') {
      return fc.oneof(fc.constantFrom('admin', 'member', 'guest', 'MEMBER'), references('role', clean));
    }
    if (name === 'slug')
      return rarely(fc.stringMatching(/^[a-z0-9-]{3,64}$/), references('board', clean, 'slug'));
    if (name === 'workspacePublicId' && operation.id === 'getWorkspace') {
      return fc.oneof(references('workspace', clean), references('workspace', clean, 'slug'));
    }
    if (thingOf(name) === 'otherWorkspace') return references('workspace', clean, 'id', fc.constant(true));
    const wanted = given[name] ?? kindNamed(name, operation);
    return wanted && references(wanted.kind, clean, wanted.field);
  };
}

/** The password of everyone who is there from the beginning. */
export const password = 'correct horse battery';

function kindNamed(name: string, operation: Operation): { kind: string; field?: string } | undefined {
  const query = (operation.query as Schema | undefined)?.properties ?? {};
  const filter = name in query ? filters[name] : undefined;
  const kind = filter ?? thingOf(name);
  return kind === undefined ? undefined : { kind };
}

const rarely = (usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** Now and then what is meant may be somewhere else than the rest of the request. */
const seldom = fc.nat(7).map((chance) => chance === 7);

function references(kind: string, clean: boolean, field = 'id', loose = seldom): fc.Arbitrary<Value> {
  const right = fc
    .tuple(fc.nat(30), loose)
    .map(([pick, isLoose]) => new Reference(kind, pick, { field, loose: isLoose }));
  if (clean) return right;
  return fc.oneof(
    { weight: 6, arbitrary: right },
    { weight: 1, arbitrary: fc.constantFrom(...otherKinds).map((other) => new Reference(other, 0)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('0123456789abcdef', 'x'.repeat(64), 'elevenchars', 'x'.repeat(65)),
    },
  );
}

const otherKinds = ['workspace', 'board', 'list', 'label', 'card', 'member', 'comment', 'person', 'apiKey'];
