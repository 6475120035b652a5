/*
 * What a tool takes, as JSON Schema 2020-12. The contract speaks the dialect of OpenAPI 3.0 and is exact; a model reads
 * the schemas of all tools in each conversation, so it gets no more than it can use. The service checks the rest.
 */

type Schema = { [key: string]: unknown };

/** Patterns of texts are long lists of characters, and say nothing that the description does not. */
const longestPattern = 40;

/** The schema of an input; unknown arguments are refused, so that a mistaken name is not ignored. */
export const inputSchemaOf = (input: object): Schema => ({
  ...(converted(input) as Schema),
  additionalProperties: false,
});

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, each]) => isUseful(key, each));
  const { nullable, ...schema } = Object.fromEntries(entries.map(([key, each]) => [key, converted(each)]));
  return nullable === true ? withNull(schema) : schema;
}

/** Lengths of texts are told by the service where they are wrong, which is rare; a model reads them each time. */
const lengths = ['minLength', 'maxLength'];

const largest = 2_147_483_647;

function isUseful(key: string, value: unknown): boolean {
  if ((lengths.includes(key) && typeof value === 'number') || value === largest) return false;
  if (key === 'pattern' && typeof value === 'string') return value.length <= longestPattern;
  // A property may be called `title`; its schema is an object.
  return !(key === 'example' || key.startsWith('x-') || (key === 'title' && typeof value === 'string'));
}

function withNull(schema: Schema): Schema {
  const type = [schema.type, 'null'];
  return Array.isArray(schema.enum) ? { ...schema, type, enum: [...schema.enum, null] } : { ...schema, type };
}
