import type { Operation } from './operation.ts';

/** The most bytes of any JSON body. */
export const largestBody = 1024 ** 2;

/** Levels of objects and arrays in one another; what we read has five. */
export const deepestBody = 32;

/** Keys and values beyond those that the schema of a body has room for: unknown properties are ignored, not refused. */
export const unknownValues = 20_000;

/** The most keys and values of a JSON body: its bytes say little about what it takes to read. */
export const mostValuesOf = ({ body }: Pick<Operation, 'body'>): number =>
  valuesOf(body ?? {}) + unknownValues;

interface Schema {
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
}

/** Keys and values of the largest value that a schema allows. A list without a limit counts as if it were empty. */
function valuesOf({ items, maxItems = 0, properties }: Schema): number {
  if (items) return 1 + maxItems * valuesOf(items);
  const inner = Object.values(properties ?? {});
  return inner.reduce((sum, each) => sum + 1 + valuesOf(each), 1);
}
