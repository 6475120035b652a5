/** Rows that one statement takes at the most: enough to make statements few, not so many that one is huge. */
const batchSize = 1000;

/** `rows` in parts that a statement takes with `fn.rows`. */
export function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize);
}
