/** Choices that are reproducible by seed. */
export interface Random {
  /** A whole number from 0 to `most` - 1. */
  below(most: number): number;
  pick<T>(all: readonly T[]): T;
  /** True with a probability of 1 in `oneIn`. */
  chance(oneIn: number): boolean;
}

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (oneIn) => below(oneIn) === 0,
    pick<T>(all: readonly T[]): T {
      const found = all[below(all.length)];
      if (found === undefined) throw new Error('there is nothing to pick');
      return found;
    },
  };
}

/** A size up to a bound, distributed evenly over its magnitude. */
export const size = (random: Random, most: number): number =>
  Math.ceil(most ** ((1 + random.below(100)) / 100));

export const oddTexts: readonly string[] = [
  '__proto__',
  'constructor',
  '',
  ' ',
  '\u0000\u0001\u001b[31m',
  '\ud800',
  'a\udfffb',
  '\u202eevil',
  '\ufdfa'.repeat(5000),
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'.repeat(500),
  '=1+1',
  '\r\n\u2028',
  '<script>alert(1)</script>',
  `${'a\u0301\u0302\u0303'.repeat(1000)}`,
];
