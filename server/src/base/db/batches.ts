/** Max rows in one statement: large enough to need few statements, small enough that none blocks others for long. */
const batchSize = 500;

/** Splits `rows` into batches for `fn.rows`. */
export function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize);
}
