import {
  Ajv,
  type AnySchemaObject,
  type ErrorObject,
  type KeywordDefinition,
  type ValidateFunction,
} from 'ajv';
import addFormats from 'ajv-formats';

/*
 * One validator for JSON bodies, which are taken as they are, and one for paths and queries, where everything
 * arrives as text and numbers and booleans are read from it.
 */

const options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  strict: false,
  // Tests hold that the schemas are schemas.
  validateSchema: false,
  meta: false,
} as const;

function validator(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({ ...options, coerceTypes });
  addFormats.default(ajv, ['date-time', 'email', 'uri']);
  ajv.addKeyword(rewriting('x-trim', (text) => text.trim()));
  ajv.addKeyword(rewriting('x-date-time', withSeconds));
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

/** A keyword by which a text is written anew before anything else is asked of it. */
const rewriting = (keyword: string, rewritten: (text: string) => string): KeywordDefinition => ({
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
    if (context) context.parentData[context.parentDataProperty] = rewritten(data);
    return true;
  },
});

/** ISO 8601 lets seconds be left out, and writes fractions with a comma, too; RFC 3339, as the formats have it, does not. */
const withSeconds = (text: string): string =>
  text.replace(/^([\d-]+T\d\d:\d\d)(?=[zZ+-])/, '$1:00').replace(/^([\d-]+T[\d:]+),/, '$1.');

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
  httpPart === 'body' ? bodyValidator(schema) : plainNumbers(schema, lazily(reading, schema));

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
