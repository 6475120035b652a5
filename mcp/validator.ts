import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/server';
import { Ajv, type ErrorObject } from 'ajv';

/* Describes invalid arguments in plain words; the service checks what a schema for models does not contain. */

const ajv = new Ajv({ strict: false, validateFormats: false });

type Sentence = (error: ErrorObject) => string;

const sentences: Record<string, Sentence> = {
  required: ({ params }) => `is missing ${params.missingProperty}`,
  additionalProperties: ({ params }) => `has an unknown argument ${params.additionalProperty}`,
  type: ({ params }) => `must be of type ${String(params.type).replaceAll(',', ' or ')}`,
  enum: ({ params }) => `must be one of ${params.allowedValues.join(', ')}`,
  minLength: () => 'must not be empty',
  maxLength: ({ params }) => `must have at most ${params.limit} characters`,
  minItems: () => 'must have an entry',
  maxItems: ({ params }) => `must have at most ${params.limit} entries`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
};

function sentenceOf(error: ErrorObject | undefined): string {
  if (!error) return 'The arguments are not valid';
  const place = error.instancePath.slice(1).replaceAll('/', '.') || 'The call';
  return `${place} ${sentences[error.keyword]?.(error) ?? 'does not have the right form'}`;
}

/**
 * The same schema, which rejects unknown arguments within arguments, too, so that a misspelt name is never ignored. Models are
 * shown the shorter one.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  return 'properties' in schema && schema.type === 'object'
    ? { ...schema, additionalProperties: false }
    : schema;
}

export const plainValidator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const isValid = ajv.compile<T>(closed(schema) as JsonSchemaType);
    return (input) =>
      isValid(input)
        ? { valid: true, data: input, errorMessage: undefined }
        : {
            valid: false,
            data: undefined,
            errorMessage: `${sentenceOf(isValid.errors?.[0])}. Correct it and call again.`,
          };
  },
};
