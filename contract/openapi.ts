import { deepestBody, unknownValues } from './body-size.ts';
import { capsText } from './caps.ts';
import { errors } from './errors.ts';
import { exampleOf } from './example.ts';
import { headerParameters, replyHeaders } from './headers.ts';
import type { Operation } from './operation.ts';
import { ErrorBody } from './schema.ts';

type Schema = { [key: string]: unknown };

/** Converts a schema to the form it has in the document. */
type SchemaOf = (schema: unknown) => Schema;

const tags: Record<string, string> = {
  Accounts: 'Signing up, in and out; profile, sessions and API keys.',
  Applications: 'Letting applications act for you, as OAuth 2.1 has it.',
  Workspaces: 'What boards and members belong to.',
  Roles: 'Sets of permissions that members have.',
  Members: 'Who belongs to a workspace, and what each may do there.',
  Groups: 'Groups of sign-in providers, and the roles that they give.',
  Bots: 'Members that are programs, and their API keys.',
  Invites: 'Ways to join a workspace.',
  Boards: 'Lists and cards around one piece of work.',
  Lists: 'The columns of a board.',
  Labels: 'Coloured names for the cards of a board.',
  Rules: 'What a board does by itself, and its buttons.',
  Views: 'Ways to look at the cards of a board, saved under a name.',
  Fields:
    'What the cards of a board have besides the usual: texts, numbers, money, dates, choices, people, links, ratings.',
  Cards: 'The tasks themselves, their members, labels and history.',
  Relations: 'How cards depend on each other.',
  Claims: 'Who works on which card, for a time that ends by itself.',
  Trash: 'What was deleted in the last 30 days.',
  Checklists: 'Lists of small steps on a card.',
  Comments: 'What people say about a card.',
  Attachments: 'Files on a card.',
  Live: 'Following what happens in a workspace.',
  'Code hosts':
    'Branches, commits and pull requests that name cards, as GitHub, GitLab, Gitea and Forgejo tell of them.',
  Webhooks: 'Addresses that are notified of changes, at least once and signed.',
  Channels: 'Chats that are told what happens on a board.',
  Integrations: 'Connections to code-hosting and board-tool services.',
  Imports: 'Importing projects and boards from elsewhere.',
  Notifications: 'What others did on cards that you are on or watch.',
  Calendars: 'Due dates of a board for calendar programs.',
  Feeds: 'What happened on a board for feed readers.',
  Mail: 'Mails that become cards of a board.',
  Exports: 'Files with everything of a board or a workspace: `docs/export-format.md` describes them.',
  Search: 'Finding boards and cards by their text.',
  Operation: 'For operators of the installation, whom `taskboard user promote` names.',
  Service: 'The state of the service itself.',
};

/** The version of the API, independent of the version of the service. */
export const interfaceVersion = '1.0.0';

/**
 * The OpenAPI 3.0.3 document of `operations`. Schemas with a title become components; all others are inlined.
 */
export function openApiDocument(operations: readonly Operation[], serverUrl: string) {
  const schemas: Record<string, Schema> = {};
  const schemaOf: SchemaOf = (schema) => hoisted(schema as Schema, schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, {
      [operation.method.toLowerCase()]: documented(operation, schemaOf),
    });
  }
  schemaOf(ErrorBody);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Taskboard',
      version: interfaceVersion,
      description:
        'Workspaces, boards, lists and cards over HTTP. Errors are `{code, message, issues}`; the details are in ' +
        '`issues`, with codes and values for programs if the request has the header `Prefer: issue-codes`. ' +
        `A JSON body has at most 1 MiB, ${deepestBody} levels, and ${unknownValues} keys and values more than ` +
        'are declared for it. If the operator limits requests, any operation may return 429 with `Retry-After`; while ' +
        'the database is unavailable or the service has too much to do, any may return 503 with `Retry-After`, as may ' +
        'changes to a large board that is being moved. ' +
        capsText,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tags[name] ?? name,
    })),
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session token or an API key' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key' },
      },
      schemas,
      responses: Object.fromEntries(
        usedErrors(operations).map(({ code, message }) => [
          code,
          {
            description: message,
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Error' },
                example: { code, message, issues: [] },
              },
            },
          },
        ]),
      ),
    },
  };
}

const usedErrors = (operations: readonly Operation[]) =>
  Object.entries(errors)
    .filter(
      ([status]) =>
        status === '500' || operations.some((each) => each.errors.some((e) => String(e) === status)),
    )
    .map(([, error]) => error);

function documented(operation: Operation, schemaOf: SchemaOf) {
  const { access } = operation;
  const lesser = operation.lesser ? `, or \`${operation.lesser}\`` : '';
  const needs = access.includes(':') ? `Requires the permission \`${access}\`${lesser}.` : '';
  const description = [operation.description ?? `${operation.summary}.`, needs].filter(Boolean).join('\n\n');
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description,
    ...(access === 'none' ? { security: [] } : {}),
    ...(access.includes(':') ? { 'x-permission': access } : {}),
    parameters: [
      ...parameters('path', operation.params, inputOf(schemaOf)),
      ...parameters('query', operation.query, inputOf(schemaOf)),
      ...headerParameters(operation),
    ],
    ...(operation.body || operation.consumes ? { requestBody: requestBody(operation, schemaOf) } : {}),
    responses: {
      200: {
        description: 'Success',
        ...replyHeaders(operation),
        content: replyContent(operation, schemaOf),
      },
      ...(operation.etag ? { 304: { description: 'The caller already has the current state' } } : {}),
      ...(operation.moves ? { 308: moved } : {}),
      ...(operation.errors.includes(416) ? { 206: partOf(operation, schemaOf) } : {}),
      ...Object.fromEntries(
        [...operation.errors, 500 as const].map((status) => [
          status,
          { $ref: `#/components/responses/${errors[status].code}` },
        ]),
      ),
    },
  };
}

const moved = {
  description: 'This is a former address; `Location` is the current one',
  headers: {
    Location: { description: 'The path, with the query as sent', schema: { type: 'string' } },
  },
};

/** The reply to a `Range` request. */
const partOf = (operation: Operation, schemaOf: SchemaOf) => ({
  description: 'The requested part',
  content: replyContent(operation, schemaOf),
});

const replyContent = (operation: Operation, schemaOf: SchemaOf) => ({
  [operation.produces ?? 'application/json']: contentOf(operation.produces, operation.reply, schemaOf),
});

const requestBody = (operation: Operation, schemaOf: SchemaOf) => ({
  required: true,
  ...(operation.maxBody ? { description: `At most ${operation.maxBody / 1024} KiB` } : {}),
  content: {
    [operation.consumes ?? 'application/json']: contentOf(
      operation.consumes,
      operation.body,
      inputOf(schemaOf),
    ),
  },
});

/** JSON comes with an example; any other type is a file. */
const contentOf = (type: string | undefined, schema: unknown, schemaOf: SchemaOf) =>
  (type && !type.endsWith('event-stream')) || !schema
    ? { schema: { type: 'string', format: 'binary' } }
    : { schema: schemaOf(schema), example: exampleOf(schema) };

function parameters(place: 'path' | 'query', schema: unknown, schemaOf: SchemaOf) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description ? { description } : {}),
      schema: schemaOf(rest),
    };
  });
}

/** Input must not contain NUL characters: no database stores them unchanged. */
const inputOf =
  (schemaOf: SchemaOf): SchemaOf =>
  (schema) =>
    schemaOf(withoutNul(schema));

function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutNul(each)]));
  const isFree = schema.type === 'string' && !schema.pattern && !schema.enum && !schema.format;
  return isFree ? { ...schema, pattern: '^[^\\u0000]*$' } : schema;
}

/** A copy of `schema` without TypeBox's internal properties, with its named parts moved to `components`. */
function hoisted(schema: Schema, components: Record<string, Schema>): Schema {
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, hoistedValue(value, components)]),
  );
  const { title, nullable, ...named } = copy;
  if (typeof title !== 'string') return copy;
  components[title] = named;
  const reference = { $ref: `#/components/schemas/${title}` };
  // OpenAPI 3.0 ignores all siblings of a `$ref`.
  return nullable ? { type: named.type, nullable: true, allOf: [reference] } : reference;
}

function hoistedValue(value: unknown, components: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((each) => hoistedValue(each, components));
  if (typeof value === 'object' && value !== null) return hoisted(value as Schema, components);
  return value;
}
