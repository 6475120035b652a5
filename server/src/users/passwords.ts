import { hash, verify } from '@node-rs/argon2';
import { atMost } from '../jobs/at-most.ts';

/** Hashes passwords and compares them; slow by design, so never inside a transaction. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether `password` is the one. Without a hash it takes as long, and is false. */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
  /** How many comparisons have run; a test holds that an unknown account costs one too. */
  readonly compared: number;
}

/** argon2id, the second choice of OWASP's cheat sheet: 19 MiB of memory, two passes, one thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of 32 random bytes that nobody has kept, at the same cost. */
export const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$TV/jYKMYuk2YX+wLrM2m+w$hcRShWUb2kG+Koxg+9m1TbdwmZPYXoHRahLBL6iFbkM';

/**
 * Hashing runs on the threads of the process, of which there are four unless it is told otherwise, and files and
 * host names need them too: half of them are left free, however many sign in.
 */
const atOnce = atMost(2);

/** One text can be typed as several sequences of characters: NFKC, as NIST 800-63B says. */
const typed = (password: string): string => password.normalize('NFKC');

let compared = 0;

export const passwords: Passwords = {
  hash: (password) => atOnce(() => hash(typed(password), cost)),
  async matches(passwordHash, password) {
    const same = await atOnce(() => verify(passwordHash ?? decoy, typed(password)));
    compared++;
    return same && passwordHash !== null;
  },
  get compared() {
    return compared;
  },
};
