/** Returns a function that runs work, at most `limit` at a time; the rest waits in order. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running++;
    else await new Promise<void>((goOn) => waiting.push(goOn));
    try {
      return await work();
    } finally {
      // The place is handed over directly, so that no later call can take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
