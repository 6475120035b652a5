/**
 * Waits for a promise; throws the signal's reason once it is aborted, also if the promise never settles. With `grace`
 * (milliseconds), what ends in time because of the signal still ends in an orderly way.
 */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>, grace?: number): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  const begin = () => (grace === undefined ? end() : setTimeout(end, grace).unref());
  if (signal.aborted) begin();
  signal.addEventListener('abort', begin);
  try {
    return await Promise.race([promise, ended]);
  } finally {
    // A remaining listener would be kept for as long as the signal.
    signal.removeEventListener('abort', begin);
  }
}
