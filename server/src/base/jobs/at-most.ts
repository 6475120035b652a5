/** Runs what it is given, at most `limit` at a time; what comes later waits, in order. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running++;
    else await new Promise<void>((goOn) => waiting.push(goOn));
    try {
      return await work();
    } finally {
      // The place is handed on: nobody who comes in between can take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
