import {
  Ajv,
  type AnySchemaObject,
  type ErrorObject,
  type KeywordDefinition,
  type ValidateFunction,
} from 'ajv';
import addFormats from 'ajv-formats';
import { microsOf } from '../clock.ts';

/*
 * One validator for JSON bodies, which are taken as they are, and one for paths and queries, where everything
 * arrives as text and numbers and booleans are read from it.
 */

const options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  // Errors bring their schema and the value, by which they are told in words.
  verbose: true,
  strict: false,
  // Tests hold that the schemas are schemas.
  validateSchema: false,
  meta: false,
} as const;

function validator(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({ ...options, coerceTypes });
  addFormats.default(ajv, ['date-time', 'email', 'uri']);
  ajv.addKeyword(rewriting('x-trim', (text) => text.trim()));
  ajv.addKeyword(rewriting('x-lower', (text) => text.toLowerCase()));
  const isDateTime = lazily(ajv, { type: 'string', format: 'date-time' });
  ajv.addKeyword(
    rewriting('x-date-time', wholeDateTime, {
      message: 'must be a date-time of the years 1000 to 2999',
      holds: (text) => isDateTime(text) && isStorable(text),
    }),
  );
  // What is not declared is ignored, so it does not count either: a change of nothing we know is an empty change.
  ajv.removeKeyword('minProperties');
  ajv.addKeyword({
    keyword: 'minProperties',
    type: 'object',
    schemaType: 'number',
    error: { message: ({ schema }) => `must have at least ${schema} of its properties` },
    compile: (least: number, parent: AnySchemaObject) => {
      const declared = Object.keys(parent.properties ?? {});
      return (data: object) => declared.filter((name) => Object.hasOwn(data, name)).length >= least;
    },
  });
  return ajv;
}

/** A keyword by which a text is written anew before anything else is asked of it, and what it must be then. */
const rewriting = (
  keyword: string,
  rewritten: (text: string) => string,
  rule?: { message: string; holds: (text: string) => boolean },
): KeywordDefinition => ({
  ...(rule ? { error: { message: rule.message } } : {}),
  keyword,
  type: 'string',
  modifying: true,
  before: 'maxLength',
  validate: (
    _schema: unknown,
    data: string,
    _parent: unknown,
    context?: { parentData: Record<string | number, unknown>; parentDataProperty: string | number },
  ) => {
    const text = rewritten(data);
    if (context) context.parentData[context.parentDataProperty] = text;
    return rule?.holds(text) ?? true;
  },
});

/**
 * What ISO 8601 writes, as RFC 3339 does, by which the formats go: with seconds, and fractions after a point. A day is
 * its midnight; without an offset it is UTC.
 */
const wholeDateTime = (text: string): string =>
  text
    .replace(/^[\d-]+$/, '$&T00:00Z')
    .replace(/^([\d-]+T\d\d:\d\d)(?=$|[zZ+-])/, '$1:00')
    .replace(/^([\d-]+T[\d:]+),/, '$1.')
    .replace(/T[\d:.]+$/, '$&Z');

/** Its offset may move a date-time of the first or the last year beyond what can be stored. */
function isStorable(dateTime: string): boolean {
  const micros = microsOf(dateTime);
  return micros >= firstYear && micros < afterLastYear;
}

const firstYear = microsOf('1000-01-01T00:00:00Z');
const afterLastYear = microsOf('3000-01-01T00:00:00Z');

const exact = validator(false);
const reading = validator('array');

/** Whether a value is what a schema describes; if not, `errors` says why. What a schema fills in is filled in. */
export interface Validate {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Compiles a schema when the first value comes: all of them at once take a third of the time of a start. */
function lazily(ajv: Ajv, schema: object): Validate {
  let compiled: ValidateFunction | undefined;
  const validate: Validate = (value) => {
    compiled ??= ajv.compile(schema);
    const valid = compiled(value);
    validate.errors = compiled.errors;
    return valid;
  };
  return validate;
}

/** Holds JSON against a schema, as bodies are. */
export const bodyValidator = (schema: object): Validate => lazily(exact, schema);

export const validatorCompiler = ({ schema, httpPart }: { schema: object; httpPart?: string }): Validate =>
  httpPart === 'body'
    ? bodyValidator(schema)
    : withLists(schema, plainNumbers(schema, lazily(reading, schema)));

/** A list may also be given as one text with commas between: nothing that lists of ours hold has one in it. */
function withLists({ properties = {} }: AnySchemaObject, validate: Validate): Validate {
  const names = Object.keys(properties).filter((name) => properties[name].type === 'array');
  if (names.length === 0) return validate;
  const split: Validate = (value) => {
    const given = value as Record<string, string | string[] | undefined>;
    for (const name of names) {
      const texts = given[name];
      if (texts !== undefined) given[name] = [texts].flat().flatMap((text) => text.split(','));
    }
    const valid = validate(value);
    split.errors = validate.errors ?? null;
    return valid;
  };
  return split;
}

/** What is read from text as a number is written as one: the validator also takes `0x10`, `1e1` and ` 5`. */
function plainNumbers({ properties = {} }: AnySchemaObject, validate: Validate): Validate {
  const names = Object.keys(properties).filter((name) => properties[name].type === 'integer');
  if (names.length === 0) return validate;
  const checked: Validate = (value) => {
    const texts = value as Record<string, unknown>;
    const odd = names.find((name) => typeof texts[name] === 'string' && !/^-?\d+$/.test(texts[name]));
    const valid = odd === undefined && validate(value);
    checked.errors = odd === undefined ? (validate.errors ?? null) : [notInteger(odd)];
    return valid;
  };
  return checked;
}

const notInteger = (name: string): ErrorObject => ({
  instancePath: `/${name}`,
  schemaPath: `#/properties/${name}/type`,
  keyword: 'type',
  params: { type: 'integer' },
  message: 'must be integer',
});
