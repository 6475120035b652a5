import { createRateLimit, type RateLimit } from '../base/access/rate-limit.ts';
import { minute } from '../base/clock.ts';
import { emailAddress } from '../base/email-address.ts';
import { Failure, TooManyRequests } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { hasSignedInFrom } from './queries.ts';

/** What is attempted; each has a count of its own, so that a way in that is shut leaves the others open. */
type Kind = 'sign-up' | 'sign-in' | 'magic-link' | 'password-reset' | 'password' | 'new-address' | 'provider';

/** Who attempts it: the account that is named, and the network the request comes from. */
interface Source {
  account: string;
  network: string;
}

/**
 * Limits how often a way in is tried: for an account from one network, from one network, and for an account by all the
 * world. Both methods throw `TooManyRequests`.
 */
export interface Attempts {
  /** Counts an attempt. */
  count(kind: Kind, source: Source): Promise<void>;
  /**
   * Counts an attempt that is refused. One that succeeds is counted for its network alone, since it is as much work: the
   * owner of an account is not locked out by it.
   */
  countRefused<T>(kind: Kind, source: Source, attempt: () => Promise<T>): Promise<T>;
}

const window = 15 * minute;

/** Many people sit behind one address, and some proxies make all the world one. */
const accountsPerNetwork = 20;

/**
 * How many networks may use up what each of them has for an account. It is the mails that its owner gets of it, and for
 * passwords what those may guess who have many networks.
 */
const networksPerAccount: Partial<Record<Kind, number>> = { 'sign-in': 10, password: 10 };
const otherwise = 3;

export function attemptsOn({ clock, config, db }: Pick<Service, 'clock' | 'config' | 'db'>): Attempts {
  const limitOf = (times: number) => createRateLimit(clock, { count: config.signInLimit * times, window });
  const pairs = limitOf(1);
  const networks = limitOf(accountsPerNetwork);
  const accounts = new Map<Kind, RateLimit>();

  const countsOf = (kind: Kind, { account, network }: Source) => {
    const named = emailAddress(account) ?? account;
    const ofKind = accounts.get(kind) ?? limitOf(networksPerAccount[kind] ?? otherwise);
    accounts.set(kind, ofKind);
    return {
      byNetwork: { limit: networks, key: `${kind} ${network}` },
      byPair: { limit: pairs, key: `${kind} ${network} ${named}` },
      byAccount: { limit: ofKind, key: named },
    };
  };

  /** A network from which the owner has come before is not shut out by what others do. */
  const isKnown = async ({ account, network }: Source): Promise<boolean> => {
    const email = emailAddress(account);
    return email !== undefined && (await db.first(hasSignedInFrom, { email, network })) !== undefined;
  };

  const take = async (kind: Kind, source: Source): Promise<void> => {
    const { byNetwork, byPair, byAccount } = countsOf(kind, source);
    const network = byNetwork.limit.use(byNetwork.key);
    if (!network.allowed) throw new TooManyRequests(network.retryAfter);
    const pair = byPair.limit.use(byPair.key);
    const account = pair.allowed ? byAccount.limit.use(byAccount.key) : pair;
    if (account.allowed || (pair.allowed && (await isKnown(source)))) return;
    byNetwork.limit.giveBack(byNetwork.key);
    throw new TooManyRequests(account.retryAfter);
  };

  return {
    count: take,
    async countRefused(kind, source, attempt) {
      // Counted before it is known how it ends: guesses sent all at once get no further than one by one.
      await take(kind, source);
      let refused = false;
      try {
        return await attempt();
      } catch (error) {
        refused = error instanceof Failure && error.status < 500;
        throw error;
      } finally {
        if (!refused) {
          const { byPair, byAccount } = countsOf(kind, source);
          byPair.limit.giveBack(byPair.key);
          byAccount.limit.giveBack(byAccount.key);
        }
      }
    },
  };
}
