/**
 * Lets long work go on step by step, so that it keeps nobody waiting: no more than `places` steps are under way, each
 * begins in a turn of the event loop of its own, and those who wait go in the order in which they came. What takes many
 * steps waits anew before each.
 */
export type Turns = <T>(step: () => Promise<T>) => Promise<T>;

export function createTurns(places: number): Turns {
  const waiting: (() => void)[] = [];
  let free = places;

  const next = () => {
    const begin = waiting.shift();
    if (begin) begin();
    else free++;
  };

  return async (step) => {
    const turn = new Promise<void>((resolve) => waiting.push(resolve));
    if (free > 0) {
      free--;
      setImmediate(next);
    }
    await turn;
    try {
      return await step();
    } finally {
      setImmediate(next);
    }
  };
}
