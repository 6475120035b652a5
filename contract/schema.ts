import { type Static, type TSchema, Type } from 'typebox';
import { type Issue, issueCodes } from './issues.ts';
import { manyLines, oneLine } from './text-patterns.ts';

/*
 * The vocabulary of all schemas of the contract. They are plain JSON Schema in the dialect of OpenAPI 3.0.3 (`nullable`,
 * no `const`), so the same object validates input, serialises replies and appears in the document.
 */

/** Allows `null` in addition to what `schema` allows. */
export const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, nullable: true });

/** A string that is one of `values`. */
export const oneOf = <const T extends readonly string[]>(values: T, options: Described = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

type Described = { description?: string; example?: unknown; default?: unknown };

/**
 * Names a schema. Named schemas become `#/components/schemas/<name>` in the OpenAPI document.
 */
export const named = <T extends TSchema>(title: string, schema: T): T => ({ ...schema, title });

/** An id as callers send it: 12 to 64 characters. Whether it exists is checked later. */
export const PublicId = (description: string) =>
  Type.String({ minLength: 12, maxLength: 64, description, example: 'mi8f3k2a7q0x4v9z' });

/** The id of a new object if the caller creates it: see `ids.ts`. */
export const MadeId = Type.String({
  pattern: '^[0-9a-z]{16}$',
  description:
    'Its id, if the caller makes it: 16 characters of `0-9a-z`, the first 8 the time in milliseconds (base 36), at most ' +
    '30 days ago, the rest random. The same request with the same id gets the first reply again; otherwise, an id that ' +
    'is taken is refused',
  example: 'mi8f3k2a7q0x4v9z',
});

/** An id in a reply. */
export const Id = Type.String({ description: 'Identifier', example: 'mi8f3k2a7q0x4v9z' });

/**
 * A single-line text that is trimmed before its length is checked; `max` counts characters. The server's validator
 * implements the keyword `x-trim`.
 */
export const Text = (max: number, options: Described & { minLength?: number } = {}) =>
  Type.String({ 'x-trim': true, minLength: 1, maxLength: max, pattern: oneLine, ...options });

/** A Markdown text that is stored as sent; its length counts characters. */
export const Markdown = (options: Described & { minLength?: number; maxLength?: number } = {}) =>
  Type.String({ maxLength: 10_000, pattern: manyLines, ...options });

/**
 * A secret that only this reply shows. The keyword `x-secret` marks it: a reply with a secret is replayed for the same
 * idempotency key for ten minutes, not for a day.
 */
export const ShownOnce = (description: string, options: { example?: string } = {}) =>
  Type.String({ 'x-secret': true, description: `${description}; shown only here`, ...options });

/** The version of an object at the time it was read. */
export const Version = Type.String({
  description:
    'What its fields are (of a card: title, description and due date); a write that names it is refused where a field that ' +
    'it sets is another by then',
  example: 'Xo9Bd2.dCNOmK.l5ulzP',
});

/** The version that a write expects. */
export const ExpectedVersion = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'The version that was read: if a field that this sets has another value by now, nothing is done and the write is refused',
});

/** A passage of a text and its replacement. */
export const Passage = Type.Object({
  oldText: Type.String({
    minLength: 1,
    maxLength: 10_000,
    pattern: manyLines,
    description: 'The passage, exactly as it stands there; it must occur exactly once',
    example: 'good',
  }),
  newText: Markdown({ description: 'What takes its place; empty to remove it', example: 'excellent' }),
});

/** A text after an edit. */
export const Edited = Type.Object({
  publicId: Id,
  text: Type.String({ description: 'The whole text as it is now', example: 'Looks excellent to me.' }),
  version: Version,
});

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, example: '2026-03-01T09:30:00.000Z' });

const day = '[12][0-9]{3}-[0-9]{2}-[0-9]{2}';
const years = 'in the years 1000 to 2999 in UTC, without leap seconds';

/**
 * An ISO 8601 date-time with an offset, in the years 1000 to 2999, without leap seconds, which neither JavaScript nor the
 * databases support. The server's validator implements the keyword `x-date-time`: seconds are optional, and a fraction may
 * follow a comma instead of a point.
 */
export const DateTimeInput = (description: string) =>
  Type.String({
    'x-date-time': true,
    format: 'date-time',
    pattern: `^${day}T[0-9]{2}:[0-9]{2}:[0-5][0-9]`,
    description: `${description}; ${years}`,
    example: '2026-03-01T09:30:00.000Z',
  });

/** A day, or a date-time whose offset is optional and defaults to UTC. */
export const DueDateInput = (description: string) =>
  Type.String({
    'x-date-time': true,
    pattern: `^${day}(?:T[0-9]{2}:[0-9]{2}(?::[0-5][0-9](?:[.,][0-9]+)?)?(?:[zZ]|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$`,
    description:
      `${description}; a whole day (\`2026-03-01\`, and midnight in UTC as replies show it: \`2026-03-01T00:00:00.000Z\`) ` +
      `or an ISO 8601 date-time, ${years}, in UTC without an offset`,
    example: '2026-03-01T09:30:00.000Z',
  });

/** A date in replies that can tell whole days from times. */
export const DayOrTime = (description: string) =>
  nullable(
    Type.Object(
      {
        date: Type.Optional(
          Type.String({ description: 'The day, if it is a whole day', example: '2026-03-01' }),
        ),
        time: Type.Optional(Timestamp('The time, if it is one')),
      },
      { description },
    ),
  );

export const Colour = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'Colour as `#rrggbb`',
  example: '#0d9488',
});

export const Index = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description, example: 0 });

/**
 * The position of an object among its siblings: at most one of these. A neighbour stays meaningful if others move objects
 * in the meantime; an index does not. `gone` describes how a neighbour that no longer exists is treated.
 */
export const spotAmong = (sibling: string, options: { index: string; gone: string }) => ({
  index: Type.Optional(Index(options.index)),
  afterPublicId: Type.Optional(
    PublicId(`The ${sibling} to come right after, instead of \`index\`; ${options.gone}`),
  ),
  beforePublicId: Type.Optional(
    PublicId(`The ${sibling} to come right before, instead of \`index\`; ${options.gone}`),
  ),
});

export const Count = (description: string) => Type.Integer({ description, example: 1 });

export const Email = Type.String({
  'x-trim': true,
  format: 'email',
  maxLength: 254,
  description: 'Email address; case does not matter',
  example: 'ada@example.com',
});

export const Success = named(
  'Success',
  Type.Object({
    success: Type.Boolean({ description: 'True if the call did what it says', example: true }),
  }),
);

/** Query parameters of a paged list: `limit` entries after `cursor`. */
export const pageQuery = (options: { max: number; default: number }) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: options.max,
      default: options.default,
      description: `Entries per page, 1 to ${options.max}`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The `nextCursor` of the previous page' }),
  ),
});

/** A page of entries under `key`, with the cursor of the next page. */
export const page = <const K extends string, T extends TSchema>(key: K, entry: T) =>
  Type.Object({
    [key]: Type.Array(entry),
    hasMore: Type.Boolean({ description: 'Whether there is another page', example: false }),
    nextCursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last one' })),
  } as { [P in K]: ReturnType<typeof Type.Array<T>> } & {
    hasMore: ReturnType<typeof Type.Boolean>;
    nextCursor: ReturnType<typeof nullable<ReturnType<typeof Type.String>>>;
  });

/** What is wrong; `code` and `values` only if they are asked for. */
const IssueShape = Type.Object({
  message: Type.String({ example: 'body/name must not be empty' }),
  code: Type.Optional(
    oneOf(issueCodes, {
      description:
        'What is wrong, for programs: only if the request has the header `Prefer: issue-codes`. A code never ' +
        'changes its meaning',
      example: 'empty',
    }),
  ),
  values: Type.Optional(
    Type.Unsafe<Issue['values']>({
      type: 'object',
      additionalProperties: {
        anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
      },
      description: 'The parts of the sentence, with `code`: `field` names a part of the request',
      example: { field: 'body/name' },
    }),
  ),
});

/** Why background work failed, for programs. */
export const ErrorIssues = Type.Optional(
  Type.Array(IssueShape, {
    description: 'What `error` says, with codes and values: only if the request has `Prefer: issue-codes`',
  }),
);

/** The body of every error. */
export const ErrorBody = named(
  'Error',
  Type.Object({
    code: Type.String({ description: 'Error code', example: 'BAD_REQUEST' }),
    message: Type.String({ description: 'Error message', example: 'Invalid input data' }),
    issues: Type.Array(IssueShape, { description: 'Details of what was wrong; may be empty' }),
  }),
);

export type KeyShown = Static<ReturnType<typeof KeyName>>;

/** By which API key, by which rule of a board, by which code host, or by undoing what of whom something was done. */
export const KeyName = (description: string) =>
  Type.Object(
    {
      id: Type.Integer({ description: 'Number of the key; 0 of a rule or a code host', example: 1 }),
      name: Type.String({ description: 'Its name then', example: 'Nightly export' }),
      rule: Type.Optional(Type.String({ description: 'The id of the rule, if a rule of the board did it' })),
      depth: Type.Optional(
        Type.Integer({ description: 'Of a rule: 1 if a person caused it, 2 if another rule did, and so on' }),
      ),
      codeHost: Type.Optional(
        Type.String({ description: 'The id of the connected code host, if it told of it' }),
      ),
      undo: Type.Optional(
        Type.String({ description: 'The id of the undo, if it undid what the key had done; `id` is 0 then' }),
      ),
      isBot: Type.Optional(Type.Boolean({ description: '`true` if it was a bot' })),
    },
    { description },
  );
