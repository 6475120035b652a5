import type { ErrorObject } from 'ajv';
import { manyLines, oneLine } from '../../../../contract/schema.ts';

/** Describes the error of the value at `place` (`body/title`) as a sentence for users. */
export function issueOf(place: string, errors: readonly ErrorObject[] | null | undefined): string {
  // For `anyOf`, the errors of its branches come first; report the `anyOf` itself.
  const error = errors?.find(({ keyword }) => keyword === 'anyOf') ?? errors?.[0];
  const write = sentences[error?.keyword ?? ''];
  if (!error) return `${place} is not valid`;
  return `${place}${error.instancePath} ${write?.(error) ?? error.message ?? 'is not valid'}`;
}

type Sentence = (error: ErrorObject) => string;

/** A sentence for each keyword that the contract uses. */
const sentences: Record<string, Sentence> = {
  required: ({ params }) => `must have the field ${params.missingProperty}`,
  type: ({ params }) => `must be ${types[String(params.type)] ?? params.type}`,
  minLength: ({ params: { limit } }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`,
  maxLength: ({ params: { limit } }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ params: { limit } }) => `must have at least ${counted(limit, 'entry', 'entries')}`,
  maxItems: ({ params: { limit } }) => `must have at most ${counted(limit, 'entry', 'entries')}`,
  uniqueItems: () => 'must not have the same entry twice',
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  enum: ({ params, data }) => oneOf(params.allowedValues as readonly unknown[], data),
  format: ({ params }) => `must be ${formats[String(params.format)] ?? `a ${params.format}`}`,
  pattern: (error) => patterns[String(error.params.pattern)] ?? likeExample(error),
  anyOf: (error) => likeExample(error),
  minProperties: ({ parentSchema }) =>
    `must have at least one of the fields ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`,
};

const likeExample: Sentence = ({ parentSchema }) =>
  parentSchema?.example === undefined
    ? 'does not have the right form'
    : `must be written like ${parentSchema.example}`;

const types: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const formats: Record<string, string> = {
  email: 'an e-mail address like ada@example.com',
  'date-time': 'a date and time like 2026-03-01T09:30:00Z',
  uri: 'an address like https://example.com',
};

/** Descriptions of text patterns; the patterns themselves would help nobody. */
const patterns: Record<string, string> = {
  [oneLine]: 'must be one line',
  [manyLines]: 'must have no control characters',
};

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Max allowed values listed; if there are more, only the closest to the input. */
const maxListed = 10;

function oneOf(allowed: readonly unknown[], given: unknown): string {
  const values = allowed.map(String);
  if (values.length <= maxListed) return `must be one of ${values.join(', ')}`;
  const wanted = String(given).slice(0, 64);
  const near = values
    .map((value) => ({ value, distance: distance(wanted, value) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3);
  return `must be one of ${values.length} values, such as ${near.map(({ value }) => value).join(', ')}`;
}

/** The edit distance of two texts: characters to insert, delete or replace. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 0; row < from.length; row++) {
    const character = from[row];
    const line = [row + 1];
    for (let at = 1; at <= to.length; at++) {
      const changed = (above[at - 1] ?? 0) + (to[at - 1] === character ? 0 : 1);
      line.push(Math.min(changed, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
