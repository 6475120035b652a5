/** Rows that one statement takes at the most: statements are few then, and none keeps others waiting. */
const batchSize = 500;

/** `rows` in parts that a statement takes with `fn.rows`. */
export function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize);
}
