/** A random number from 0 to 1, so that pages do not all try again at the same moment. */
export const jitter = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
