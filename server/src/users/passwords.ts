import { hash, verify } from '@node-rs/argon2';
import { TooManyRequests } from '../base/errors.ts';
import { atMost } from '../base/jobs/at-most.ts';

/**
 * Hashes and compares passwords; slow by design, so never inside a transaction. `network` is that of the caller, if known. Both
 * throw `TooManyRequests` if too many calls are already waiting.
 */
export interface Passwords {
  hash(password: string, network?: string): Promise<string>;
  /** Whether `password` matches the hash. Without a hash it takes as long and returns false. */
  matches(passwordHash: string | null, password: string, network?: string): Promise<boolean>;
  /** The number of comparisons run; a test asserts that an unknown account costs one too. */
  readonly compared: number;
}

/** argon2id, the second choice of OWASP's cheat sheet: 19 MiB of memory, two passes, one thread. */
const full = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of 32 random bytes that were discarded, at the same cost. */
export const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$TV/jYKMYuk2YX+wLrM2m+w$hcRShWUb2kG+Koxg+9m1TbdwmZPYXoHRahLBL6iFbkM';

let cost = full;

/**
 * Makes the hashes of this process cheap, or as expensive as they are in the service: tests sign up hundreds of people.
 * @internal
 */
export function cheapenHashes(cheap = true): void {
  cost = cheap ? { memoryCost: 8, timeCost: 1, parallelism: 1 } : full;
}

/**
 * Hashing runs on the thread pool of the process, which has four threads by default. File and name lookups need them too, so
 * half of them stay free.
 */
const atOnce = atMost(2);

/** Max concurrent and waiting calls: two seconds of work in total, a quarter of that per network. */
const most = { ofAll: 128, ofNetwork: 32 };

const underWay = new Map<string, number>();
let all = 0;

async function inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
  const own = underWay.get(network) ?? 0;
  if (all >= most.ofAll || own >= most.ofNetwork) throw new TooManyRequests(1);
  all++;
  underWay.set(network, own + 1);
  try {
    return await atOnce(work);
  } finally {
    all--;
    const left = (underWay.get(network) ?? 1) - 1;
    if (left > 0) underWay.set(network, left);
    else underWay.delete(network);
  }
}

/** The same text can be typed as different character sequences: NFKC normalization, as NIST 800-63B recommends. */
export const typed = (password: string): string => password.normalize('NFKC');

let compared = 0;

export const passwords: Passwords = {
  hash: (password, network = '') => inTurn(network, () => hash(typed(password), cost)),
  async matches(passwordHash, password, network = '') {
    const same = await inTurn(network, () => verify(passwordHash ?? decoy, typed(password)));
    compared++;
    return same && passwordHash !== null;
  },
  get compared() {
    return compared;
  },
};
