import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Operation } from '../../../../contract/operation.ts';
import type { Schema } from './schema-values.ts';

/* Whether the OpenAPI document forbids an input: judged by an independent validator, in favour of the caller if in doubt. */

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

interface Document {
  paths: Record<string, Record<string, { parameters: Parameter[]; requestBody?: unknown }>>;
}

export interface Input {
  params: Record<string, string>;
  query: URLSearchParams;
  /** The text of the body; undefined if there is none. */
  body: string | undefined;
}

/** Describes the error of an input; undefined if there is none. */
export type Forbidden = (operation: Operation, input: Input) => string | undefined;

export function forbiddenBy(served: unknown): Forbidden {
  const document = served as Document;
  const ajv = new Ajv({ strict: false, inlineRefs: false });
  addFormats.default(ajv, ['date-time', 'email', 'uri']);
  ajv.addSchema({ ...(withNulls(document) as object), $id: 'document' });
  const validators = new Map<string, ValidateFunction>();
  const validator = ($ref: string): ValidateFunction => {
    const known = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, known);
    return known;
  };
  const bodyIsForbidden = (operation: Operation, text: string | undefined): string | undefined => {
    const json = parsed(text);
    if (json === undefined) return 'the body is no JSON';
    const validate = validator(
      `document#/paths/${escaped(operation.path)}/${operation.method.toLowerCase()}` +
        '/requestBody/content/application~1json/schema',
    );
    // Most texts are trimmed before their length is checked.
    if (validate(json) || validate(trimmed(json))) return undefined;
    return `the body: ${ajv.errorsText(validate.errors)}`;
  };
  return (operation, { params, query, body }) => {
    const { parameters = [], requestBody } =
      document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
    for (const { name, in: place, required, schema } of parameters) {
      const texts =
        place === 'path' ? [params[name] ?? ''] : [...query.getAll(name), ...query.getAll(`${name}[]`)];
      if (texts.length === 0) {
        if (required) return `${name} is missing`;
      } else if (!textsAllowed(ajv, schema, texts)) return `${name}: ${texts.join(', ').slice(0, 200)}`;
    }
    return requestBody && !operation.consumes ? bodyIsForbidden(operation, body) : undefined;
  };
}

/**
 * Where `nullable` stands beside the reference to a named schema, it holds for both: so OpenAPI 3.0 is read by programs that make
 * clients. A validator of JSON Schema asks the named one, which knows no null.
 */
function withNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNulls);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNulls(value)]));
  return copy.nullable === true && copy.allOf ? { anyOf: [{ allOf: copy.allOf }, { type: 'null' }] } : copy;
}

const escaped = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Whether texts of an address can be parsed as values of a schema. */
function textsAllowed(ajv: Ajv, schema: Schema, texts: readonly string[]): boolean {
  if (schema.type === 'array') {
    const { items = {}, maxItems = Number.POSITIVE_INFINITY } = schema;
    const split = texts.flatMap((text) => text.split(','));
    return split.length <= maxItems && split.every((text) => textsAllowed(ajv, items, [text]));
  }
  const [text = '', ...others] = texts;
  if (others.length > 0) return false;
  if (schema.type === 'boolean') return text === 'true' || text === 'false';
  if (schema.type === 'integer') return text !== '' && ajv.validate(schema, Number(text));
  return [text, text.trim()].some((each) => ajv.validate(schema, each));
}

/** Parses JSON; undefined if it is invalid. */
export function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Trims the texts of a value; no schema of ours is deeper than `depth`. */
function trimmed(value: unknown, depth = 10): unknown {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((each) => trimmed(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, trimmed(each, depth - 1)]));
}
