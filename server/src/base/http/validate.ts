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
 * One validator for JSON bodies, which are not coerced, and one for paths and queries, where all values arrive as text
 * and numbers and booleans are parsed.
 */

const options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  // Errors include their schema and value, which the messages need.
  verbose: true,
  strict: false,
  // Tests check that the schemas are valid.
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
      holds: (text) => isDateTime(text.replace(dayAlone, '$&T00:00:00Z')) && isStorable(text),
    }),
  );
  // Undeclared fields are ignored, so they do not count: a change of only unknown fields is an empty change.
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

/** A keyword that rewrites a text before any other check, and its check of the result. */
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
 * Converts ISO 8601 to RFC 3339, which the formats expect: with seconds, and a point before fractions. Without an offset
 * it is UTC. A day alone stays as it is.
 */
const wholeDateTime = (text: string): string =>
  text
    .replace(/^([\d-]+T\d\d:\d\d)(?=$|[zZ+-])/, '$1:00')
    .replace(/^([\d-]+T[\d:]+),/, '$1.')
    .replace(/T[\d:.]+$/, '$&Z');

const dayAlone = /^[\d-]+$/;

/** The offset may move a date-time in the first or last year out of the range that can be stored. */
function isStorable(dateTime: string): boolean {
  const micros = microsOf(dateTime);
  return micros >= firstYear && micros < afterLastYear;
}

const firstYear = microsOf('1000-01-01T00:00:00Z');
const afterLastYear = microsOf('3000-01-01T00:00:00Z');

const exact = validator(false);
const reading = validator('array');

/** Whether a value matches a schema; if not, `errors` has the reasons. Fills in defaults. */
export interface Validate {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Compiles a schema at first use: compiling all of them would take a third of the start-up time. */
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

/** Validates JSON, such as a body, against a schema. */
export const bodyValidator = (schema: object): Validate => lazily(exact, schema);

export const validatorCompiler = ({ schema, httpPart }: { schema: object; httpPart?: string }): Validate =>
  httpPart === 'body'
    ? bodyValidator(schema)
    : withLists(schema, plainNumbers(schema, lazily(reading, schema)));

/** A list may also be given as one comma-separated text: no entry of our lists contains a comma. */
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

/** Requires numbers in plain notation: the validator also accepts `0x10`, `1e1` and ` 5`. */
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
