import type { ErrorObject } from 'ajv';
import { type Issue, issue } from '../../../../contract/issues.ts';
import { manyLines, oneLine } from '../../../../contract/text-patterns.ts';

/** The issue of the value at `place` (`body/title`), by the keyword of the schema that it violates. */
export function issueOf(place: string, errors: readonly ErrorObject[] | null | undefined): Issue {
  // For `anyOf`, the errors of its branches come first; report the `anyOf` itself.
  const error = errors?.find(({ keyword }) => keyword === 'anyOf') ?? errors?.[0];
  if (!error) return issue('invalid', { field: place });
  const field = `${place}${error.instancePath}`;
  return byKeyword[error.keyword]?.(field, error) ?? issue('invalid', { field });
}

/** The issue for each keyword that the contract uses. */
const byKeyword: Record<string, (field: string, error: ErrorObject) => Issue> = {
  required: (field, { params }) => issue('required', { field, missing: params.missingProperty }),
  type: (field, { params }) => issue('wrong-type', { field, type: String(params.type) }),
  minLength: (field, { params: { limit } }) =>
    limit === 1 ? issue('empty', { field }) : issue('too-short', { field, min: limit }),
  maxLength: (field, { params }) => issue('too-long', { field, max: params.limit }),
  minItems: (field, { params }) => issue('too-few', { field, min: params.limit }),
  maxItems: (field, { params }) => issue('too-many', { field, max: params.limit }),
  uniqueItems: (field) => issue('repeated', { field }),
  minimum: (field, { params }) => issue('too-small', { field, min: params.limit }),
  maximum: (field, { params }) => issue('too-large', { field, max: params.limit }),
  enum: (field, { params, data }) => notOneOf(field, params.allowedValues as readonly unknown[], data),
  format: (field, { params }) => issue('wrong-format', { field, format: String(params.format) }),
  pattern: (field, error) => ofPattern(field, String(error.params.pattern)) ?? unlikeExample(field, error),
  anyOf: (field, error) => unlikeExample(field, error),
  maxProperties: (field, { params }) => issue('too-many-fields', { field, max: params.limit }),
  minProperties: (field, { parentSchema }) =>
    issue('nothing-given', { field, fields: Object.keys(parentSchema?.properties ?? {}) }),
  'x-date-time': (field) => issue('wrong-time', { field }),
};

/** Patterns that have an issue of their own; the patterns themselves would help nobody. */
function ofPattern(field: string, pattern: string): Issue | undefined {
  if (pattern === oneLine) return issue('several-lines', { field });
  return pattern === manyLines ? issue('control-characters', { field }) : undefined;
}

const unlikeExample = (field: string, { parentSchema }: ErrorObject): Issue =>
  parentSchema?.example === undefined
    ? issue('wrong-form', { field })
    : issue('unlike-example', { field, example: String(parentSchema.example) });

/** Max allowed values listed; if there are more, only the closest to the input. */
const maxListed = 10;

function notOneOf(field: string, allowed: readonly unknown[], given: unknown): Issue {
  const values = allowed.map(String);
  if (values.length <= maxListed) return issue('not-one-of', { field, allowed: values });
  const wanted = String(given).slice(0, 64);
  const near = values
    .map((value) => ({ value, distance: distance(wanted, value) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ value }) => value);
  return issue('not-one-of-many', { field, count: values.length, near });
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
