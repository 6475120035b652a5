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

export const plainValidator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const isValid = ajv.compile<T>(schema);
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
