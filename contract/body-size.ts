import type { Operation } from './operation.ts';

/** Maximum size of a JSON body, in bytes. */
export const largestBody = 1024 ** 2;

/** Maximum length of a picture in base64, so that it fits in a JSON body. */
export const longestPicture = 1_000_000;

/** Maximum nesting depth of objects and arrays; the deepest request schema has five levels. */
export const deepestBody = 32;

/** Keys and values allowed beyond those in the schema of a body: unknown properties are ignored, not rejected. */
export const unknownValues = 20_000;

/** Maximum number of keys and values in a JSON body: the cost of parsing depends on them more than on the bytes. */
export const maxValuesOf = ({ body }: Pick<Operation, 'body'>): number =>
  valuesOf(body ?? {}) + unknownValues;

interface Schema {
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  maxProperties?: number;
}

/** Keys and values of the largest value that a schema allows. An array without `maxItems` counts as empty. */
function valuesOf({
  items,
  maxItems = 0,
  properties,
  additionalProperties,
  maxProperties = 0,
}: Schema): number {
  if (items) return 1 + maxItems * valuesOf(items);
  if (additionalProperties && !properties) return 1 + maxProperties * (1 + valuesOf(additionalProperties));
  const inner = Object.values(properties ?? {});
  return inner.reduce((sum, each) => sum + 1 + valuesOf(each), 1);
}
