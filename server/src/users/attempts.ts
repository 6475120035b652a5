import ipaddr from 'ipaddr.js';
import { createRateLimit } from '../access/rate-limit.ts';
import { minute } from '../clock.ts';
import { Failure, TooManyRequests } from '../errors.ts';
import type { Service } from '../service.ts';

/** What is attempted; each has a count of its own, so that a way in that is shut leaves the others open. */
type Kind = 'sign-up' | 'sign-in' | 'magic-link' | 'password-reset' | 'password' | 'provider';

/** Who attempts it: the account that is named, and the address the request comes from. */
interface Source {
  account: string;
  /** Undefined when the caller has hung up already. */
  address: string | undefined;
}

/** Limits how often a way in is tried, per account and per address. Both methods throw `TooManyRequests`. */
export interface Attempts {
  /** Counts an attempt. */
  count(kind: Kind, source: Source): void;
  /** Counts an attempt that is refused; one that succeeds costs nothing, so the owner is not locked out by it. */
  countRefused<T>(kind: Kind, source: Source, attempt: () => Promise<T>): Promise<T>;
}

const window = 15 * minute;

/** Many people sit behind one address, and some proxies make all the world one. */
const accountsPerAddress = 20;

export function attemptsOn({ clock, config }: Pick<Service, 'clock' | 'config'>): Attempts {
  const accounts = createRateLimit(clock, { count: config.signInLimit, window });
  const addresses = createRateLimit(clock, { count: config.signInLimit * accountsPerAddress, window });

  const keysOf = (kind: Kind, { account, address }: Source) => ({
    account: `${kind} ${account.toLowerCase()}`,
    address: `${kind} ${networkOf(address)}`,
  });
  const take = (keys: ReturnType<typeof keysOf>) => {
    const byAddress = addresses.use(keys.address);
    if (!byAddress.allowed) throw new TooManyRequests(byAddress.retryAfter);
    const byAccount = accounts.use(keys.account);
    if (byAccount.allowed) return;
    addresses.giveBack(keys.address);
    throw new TooManyRequests(byAccount.retryAfter);
  };

  return {
    count: (kind, source) => take(keysOf(kind, source)),
    async countRefused(kind, source, attempt) {
      const keys = keysOf(kind, source);
      // Counted before it is known how it ends: guesses sent all at once get no further than one by one.
      take(keys);
      let refused = false;
      try {
        return await attempt();
      } catch (error) {
        refused = error instanceof Failure && error.status < 500;
        throw error;
      } finally {
        if (!refused) {
          accounts.giveBack(keys.account);
          addresses.giveBack(keys.address);
        }
      }
    },
  };
}

/** An IPv6 customer has at least a /64 to choose addresses from, so that is what counts as one. */
export function networkOf(address = 'gone'): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
