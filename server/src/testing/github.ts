import { schema as published } from '@octokit/graphql-schema';
import {
  buildSchema,
  type DocumentNode,
  execute,
  type FieldNode,
  type GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  validate,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type GivenProject, nodeOf, viewerOf } from './github-nodes.ts';
import { type Answer, receiver } from './receiver.ts';

export type { GivenField, GivenItem } from './github-nodes.ts';

/*
 * A fake of GitHub's published API: a GraphQL server on loopback that validates every query against GitHub's own schema
 * and executes it on a test's data.
 */

// The published schema defines two fields twice.
export const schema = buildSchema(published.idl, { assumeValidSDL: true });

export interface GitHub {
  /** The value for `CODEHOST_API_URL`. */
  readonly url: string;
  /** Tokens that are accepted, with the login of their account. */
  readonly tokens: Map<string, string>;
  readonly projects: GivenProject[];
  /** Projects of the account's organisations. */
  readonly organisations: { id: string; projects: GivenProject[] }[];
  /** The names of the queries received. */
  readonly asked: string[];
  /** The requested page sizes. */
  readonly sizes: number[];
  /** Errors in queries; tests check that there are none. */
  readonly mistakes: string[];
  /** The scopes of all tokens; a query that needs a missing one is refused as a whole. */
  readonly scopes: Set<string>;
  /** Response names of fields that the token may not read; they are null, with an error. */
  readonly hidden: Set<string>;
  /** Answers for the next requests; undefined lets the server answer one. */
  readonly instead: (Answer | undefined)[];
}

export async function fakeGitHub(): Promise<GitHub> {
  const github = {
    tokens: new Map([['good-token', 'octo-ada']]),
    projects: [] as GivenProject[],
    organisations: [] as GitHub['organisations'],
    asked: [] as string[],
    sizes: [] as number[],
    mistakes: [] as string[],
    scopes: new Set(['read:project', 'read:user', 'read:org']),
    hidden: new Set<string>(),
    instead: [] as (Answer | undefined)[],
  };
  const { url } = await receiver((response, request) => {
    const instead = github.instead.shift();
    if (instead) return instead(response, request);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const login = github.tokens.get(token);
    if (request.method !== 'POST' || request.url !== '/graphql' || !request.headers['user-agent']) {
      response.writeHead(404).end('{"message":"Not Found"}');
    } else if (login === undefined) {
      response.writeHead(401).end('{"message":"Bad credentials","status":"401"}');
    } else {
      void run(github, login, request.body).then((reply) => response.end(JSON.stringify(reply)));
    }
  });
  return { url, ...github };
}

/** A reply with status 200 and a typed error, as GitHub sends it. */
export const graphqlError =
  (type: string, message: string, data: unknown = null): Answer =>
  (response) =>
    void response.end(JSON.stringify({ data, errors: [{ type, message }] }));

type State = Omit<GitHub, 'url'>;

async function run(state: State, login: string, body: string): Promise<unknown> {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
  const document = parse(query);
  const errors: { message: string }[] = [...validate(schema, document)];
  const nodes = nodesOf(document, variables);
  if (nodes > maxNodes) errors.push({ message: `${nodes} nodes exceed the limit of ${maxNodes}` });
  state.mistakes.push(...errors.map(({ message }) => message));
  state.asked.push(/^query (\w+)/.exec(query)?.[1] ?? query);
  if (variables.first !== undefined) state.sizes.push(Number(variables.first));
  if (errors.length > 0) return { errors };
  const missing = missingScopes(document, state.scopes);
  if (missing.length > 0) return { errors: missing };
  const result = await execute({
    schema,
    document,
    variableValues: variables,
    rootValue: { viewer: viewerOf(state, login), node: ({ id }: { id: string }) => nodeOf(state, id) },
  });
  const hidden = hiddenIn(result.data ?? {}, state.hidden);
  if (hidden.length > 0) return { data: result.data, errors: hidden };
  return {
    ...result,
    ...(result.errors ? { errors: result.errors.map((error) => shown(state, error)) } : {}),
  };
}

/** Removes hidden fields from an answer; returns the errors for them. */
function hiddenIn(data: object, hidden: ReadonlySet<string>, path: (string | number)[] = []): object[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const here = [...path, Array.isArray(data) ? Number(name) : name];
    if (value === null || typeof value !== 'object') return [];
    if (!hidden.has(name)) return hiddenIn(value as object, hidden, here);
    Object.assign(data, { [name]: null });
    const message = 'Resource not accessible by personal access token';
    return [{ type: 'FORBIDDEN', path: here, message }];
  });
}

/** GitHub adds a type to its errors. */
function shown(state: State, error: GraphQLError): object {
  const type = error.message.startsWith('Could not resolve') ? 'NOT_FOUND' : undefined;
  if (!type) state.mistakes.push(error.message);
  return { ...error.toJSON(), ...(type ? { type } : {}) };
}

/** The scope required to read a field of a type. It need not be exact for fields of interfaces. */
const scopeOf = (type: string, field: string): string | undefined => {
  if (field === '__typename') return undefined;
  if (type.startsWith('ProjectV2')) return 'read:project';
  if (type === 'Team' || type === 'Organization') return 'read:org';
  return type === 'User' && field === 'email' ? 'read:user' : undefined;
};

function missingScopes(document: DocumentNode, scopes: ReadonlySet<string>): object[] {
  const info = new TypeInfo(schema);
  const errors: object[] = [];
  const enter = ({ name }: FieldNode) => {
    const scope = scopeOf(info.getParentType()?.name ?? '', name.value);
    if (scope && !scopes.has(scope)) {
      const message = `The '${name.value}' field requires one of the following scopes: ['${scope}']`;
      errors.push({ type: 'INSUFFICIENT_SCOPES', message });
    }
  };
  visit(document, visitWithTypeInfo(info, { Field: { enter } }));
  return errors;
}

/** GitHub's limit of nodes per query. */
export const maxNodes = 500_000;

/** The max nodes of a query by GitHub's count: the page sizes of nested connections multiply. */
export function nodesOf(document: DocumentNode, variables: Record<string, unknown>): number {
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  );
  const count = ({ selections }: SelectionSetNode, times: number): number =>
    selections.reduce((sum, each) => {
      if (each.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(each.name.value);
        return sum + (fragment ? count(fragment.selectionSet, times) : 0);
      }
      if (!each.selectionSet) return sum;
      if (each.kind === Kind.INLINE_FRAGMENT) return sum + count(each.selectionSet, times);
      const first = each.arguments?.find(({ name }) => name.value === 'first')?.value;
      const size = first ? Number(valueFromASTUntyped(first, variables)) : 0;
      return sum + times * size + count(each.selectionSet, times * (size || 1));
    }, 0);
  return document.definitions.reduce(
    (sum, each) => sum + (each.kind === Kind.OPERATION_DEFINITION ? count(each.selectionSet, 1) : 0),
    0,
  );
}
