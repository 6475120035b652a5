/*
 * Small things that this browser keeps for the page, in its local storage. Where that is denied or full, they last as
 * long as the page.
 */

const memory = new Map<string, string>();

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const local = {
  get: (key: string): string | null => memory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,

  set(key: string, value: string): void {
    const isStored = attempt(() => {
      localStorage.setItem(key, value);
      return true;
    });
    if (isStored) memory.delete(key);
    else memory.set(key, value);
  },

  drop(key: string): void {
    memory.delete(key);
    attempt(() => localStorage.removeItem(key));
  },

  keys: (): string[] => [...memory.keys(), ...(attempt(() => Object.keys(localStorage)) ?? [])],

  /** Whether nothing can be stored, so that nothing is known of earlier visits either. */
  isForgetful(): boolean {
    this.set('probe', '');
    const isInMemory = memory.has('probe');
    this.drop('probe');
    return isInMemory;
  },
};
