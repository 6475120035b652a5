/*
 * The input of a tool as JSON Schema 2020-12. The contract uses the dialect of OpenAPI 3.0 and is exact. A model reads the
 * schemas of all tools in each conversation, so they contain only what it can use; the service checks the rest.
 */

type Schema = { [key: string]: unknown };

/** Maximum length of a pattern. Those of texts are long lists of characters that add nothing to the description. */
const longestPattern = 40;

/** The schema of an input. It rejects unknown arguments, so that a misspelt name is not ignored. */
export const inputSchemaOf = (input: object): Schema => ({
  ...(converted(input) as Schema),
  additionalProperties: false,
});

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (typeof value === 'string') return value.replace(range, '');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, each]) => isUseful(key, each));
  const { nullable, ...schema } = Object.fromEntries(entries.map(([key, each]) => [key, converted(each)]));
  return nullable === true ? withNull(schema) : schema;
}

/** What the service accepts as a time is left out for the same reason as lengths are. */
const range = /[;,] in the years \d+ to \d+ in UTC, without leap seconds/;

/** Left out: a model would read them every time, and wrong lengths are rare and reported by the service. */
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
