import { hash, verify } from '@node-rs/argon2';
import { TooManyRequests } from '../base/errors.ts';
import { atMost } from '../base/jobs/at-most.ts';

/**
 * Hashes passwords and compares them; slow by design, so never inside a transaction. Both are for a `network`, where it
 * is known which one asks, and throw `TooManyRequests` where too many wait already.
 */
export interface Passwords {
  hash(password: string, network?: string): Promise<string>;
  /** Whether `password` is the one. Without a hash it takes as long, and is false. */
  matches(passwordHash: string | null, password: string, network?: string): Promise<boolean>;
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

/** What may be under way: two seconds of work for all together, of which one network has a quarter. */
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

/** One text can be typed as several sequences of characters: NFKC, as NIST 800-63B says. */
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
