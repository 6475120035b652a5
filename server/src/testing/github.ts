import { schema as published } from '@octokit/graphql-schema';
import { buildSchema, execute, type GraphQLError, parse, validate } from 'graphql';
import { type Answer, receiver } from './receiver.ts';

/*
 * GitHub as its API is published: a GraphQL server on loopback that checks every query against GitHub's own schema and
 * executes it on what a test puts in.
 */

// The schema as it is published defines two fields twice.
const schema = buildSchema(published.idl, { assumeValidSDL: true });

export interface GivenProject {
  id: string;
  title: string;
  closed?: boolean;
  fields?: GivenField[];
  items?: GivenItem[];
}

export interface GivenField {
  id: string;
  name: string;
  dataType: 'SINGLE_SELECT' | 'DATE' | 'TEXT' | 'NUMBER' | 'TITLE';
  /** Name and colour; the id is the name in lower case. */
  options?: [name: string, color: string][];
}

export interface GivenItem {
  kind?: 'Issue' | 'PullRequest' | 'DraftIssue' | 'REDACTED';
  title: string;
  body?: string;
  createdAt?: string;
  archived?: boolean;
  /** By the id of the field: a text, a number, a date, or the id of an option. */
  values?: Record<string, string | number>;
  /** Name and colour. */
  labels?: [name: string, color: string][];
  /** Login and address. */
  assignees?: [login: string, email: string][];
}

export interface GitHub {
  /** What `CODEHOST_API_URL` is set to. */
  readonly url: string;
  /** Tokens that are accepted, with the login of their account. */
  readonly tokens: Map<string, string>;
  readonly projects: GivenProject[];
  /** Projects of organisations that the account is in. */
  readonly organisations: { id: string; projects: GivenProject[] }[];
  /** The queries that came, by name. */
  readonly asked: string[];
  /** What was wrong with queries; a test holds that there is nothing. */
  readonly mistakes: string[];
  /** Answer the next requests in place of the server; undefined leaves one to it. */
  readonly instead: (Answer | undefined)[];
}

export async function fakeGitHub(): Promise<GitHub> {
  const github = {
    tokens: new Map([['good-token', 'octo-ada']]),
    projects: [] as GivenProject[],
    organisations: [] as GitHub['organisations'],
    asked: [] as string[],
    mistakes: [] as string[],
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

/** A reply with status 200 that says by its type what went wrong, as GitHub does. */
export const graphqlError =
  (type: string, message: string, data: unknown = null): Answer =>
  (response) =>
    void response.end(JSON.stringify({ data, errors: [{ type, message }] }));

type State = Omit<GitHub, 'url'>;

async function run(state: State, login: string, body: string): Promise<unknown> {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
  const document = parse(query);
  const errors = validate(schema, document);
  state.mistakes.push(...errors.map(({ message }) => message));
  state.asked.push(/^query (\w+)/.exec(query)?.[1] ?? query);
  if (errors.length > 0) return { errors };
  const result = await execute({
    schema,
    document,
    variableValues: variables,
    rootValue: { viewer: viewerOf(state, login), node: ({ id }: { id: string }) => nodeOf(state, id) },
  });
  return {
    ...result,
    ...(result.errors ? { errors: result.errors.map((error) => shown(state, error)) } : {}),
  };
}

/** GitHub gives its errors a type beside the message. */
function shown(state: State, error: GraphQLError): object {
  const type = error.message.startsWith('Could not resolve') ? 'NOT_FOUND' : undefined;
  if (!type) state.mistakes.push(error.message);
  return { ...error.toJSON(), ...(type ? { type } : {}) };
}

const viewerOf = (state: State, login: string) => ({
  login,
  projectsV2: connection(state.projects.map(projectNode)),
  organizations: connection(state.organisations.map(organisationNode)),
});

const organisationNode = ({ id, projects }: GitHub['organisations'][number]) => ({
  __typename: 'Organization',
  id,
  projectsV2: connection(projects.map(projectNode)),
});

function nodeOf(state: State, id: string): unknown {
  const projects = [...state.projects, ...state.organisations.flatMap((each) => each.projects)].map(
    projectNode,
  );
  const nodes = [
    ...projects,
    ...state.organisations.map(organisationNode),
    ...projects.flatMap(({ inside }) => inside()),
  ];
  const found = nodes.find((node) => node.id === id);
  if (!found) throw new Error(`Could not resolve to a node with the global id of '${id}'`);
  return found;
}

function projectNode({ id, title, closed = false, fields = [], items = [] }: GivenProject) {
  const itemNodes = () => items.map((item, index) => itemNode(fields, item, `${id}-item-${index}`));
  return {
    __typename: 'ProjectV2',
    id,
    title,
    closed,
    fields: connection(fields.map(fieldNode)),
    items: (page: Page) => connection(itemNodes())(page),
    inside: () => itemNodes().flatMap((item) => [item, ...(item.content ? [item.content] : [])]),
  };
}

const fieldNode = ({ id, name, dataType, options }: GivenField) => ({
  __typename: options ? 'ProjectV2SingleSelectField' : 'ProjectV2Field',
  id,
  name,
  dataType,
  options: options?.map(([name, color]) => ({ id: name.toLowerCase(), name, color })),
});

const valueTypes = {
  SINGLE_SELECT: 'SingleSelect',
  DATE: 'Date',
  TEXT: 'Text',
  NUMBER: 'Number',
  TITLE: 'Text',
};

function itemNode(fields: readonly GivenField[], given: GivenItem, id: string) {
  const { kind = 'Issue', title, body = '', createdAt = '2025-03-04T05:06:07Z', archived = false } = given;
  const values = fields.flatMap((field) => {
    const value = field.dataType === 'TITLE' ? title : given.values?.[field.id];
    if (value === undefined) return [];
    const __typename = `ProjectV2ItemField${valueTypes[field.dataType]}Value`;
    return [
      { __typename, field: fieldNode(field), optionId: value, date: value, text: value, number: value },
    ];
  });
  const content = {
    __typename: kind,
    id: `${id}-content`,
    title,
    body,
    createdAt,
    assignees: connection((given.assignees ?? []).map(([login, email]) => ({ login, email }))),
    labels: connection((given.labels ?? []).map(([name, color]) => ({ name, color }))),
  };
  return {
    __typename: 'ProjectV2Item',
    id,
    isArchived: archived,
    createdAt,
    fieldValues: connection(values),
    content: kind === 'REDACTED' ? null : content,
  };
}

interface Page {
  first?: number;
  after?: string | null;
}

/** A connection in GitHub's manner: a page must be asked for, and has a hundred nodes at the most. */
const connection =
  <T>(all: readonly T[]) =>
  ({ first, after }: Page) => {
    if (!first || first > 100) throw new Error('`first` must be 1 to 100');
    const start = after ? Number(Buffer.from(after, 'base64').toString()) : 0;
    const end = start + first;
    const endCursor = Buffer.from(String(end)).toString('base64');
    return {
      totalCount: all.length,
      nodes: all.slice(start, end),
      pageInfo: { hasNextPage: end < all.length, endCursor },
    };
  };
