import { createRateLimit, type RateLimit } from '../base/access/rate-limit.ts';
import { minute } from '../base/clock.ts';
import { emailAddress } from '../base/email-address.ts';
import { Failure, TooManyRequests } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { hasSignedInFrom } from './queries.ts';

/** The kinds of attempts. Each is counted separately, so that blocking one leaves the others open. */
type Kind =
  | 'sign-up'
  | 'sign-in'
  | 'second-factor'
  | 'passkey'
  | 'magic-link'
  | 'password-reset'
  | 'password'
  | 'new-address'
  | 'provider';

/** The source of an attempt: the account it names, and the network of the request. */
interface Source {
  account: string;
  network: string;
}

/**
 * Limits attempts: per account and network, per network, and per account from all networks. Both methods throw `TooManyRequests`.
 */
export interface Attempts {
  /** Counts an attempt. */
  count(kind: Kind, source: Source): Promise<void>;
  /**
   * Counts an attempt that is refused. A successful one counts only for its network, since it costs as much work; so the owner
   * of an account does not lock themselves out.
   */
  countRefused<T>(kind: Kind, source: Source, attempt: () => Promise<T>): Promise<T>;
}

const window = 15 * minute;

/** Many users share one address, and some proxies present one address for everyone. */
const accountsPerNetwork = 20;

/**
 * How many networks may each use up their limit for one account. This bounds the mails that its owner is sent, and the password
 * guesses of an attacker with many networks.
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

  /** A network from which the owner has signed in before is not blocked by the attempts of others. */
  const isKnown = async ({ account, network }: Source): Promise<boolean> => {
    const email = emailAddress(account);
    return email !== undefined && (await db.first(hasSignedInFrom, { email, network })) !== undefined;
  };

  /** Returns whether it counts for the account. */
  const take = async (kind: Kind, source: Source): Promise<boolean> => {
    const { byNetwork, byPair, byAccount } = countsOf(kind, source);
    const network = byNetwork.limit.use(byNetwork.key);
    if (!network.allowed) throw new TooManyRequests(network.retryAfter);
    const pair = byPair.limit.use(byPair.key);
    const account = pair.allowed ? byAccount.limit.use(byAccount.key) : pair;
    if (account.allowed || (pair.allowed && (await isKnown(source)))) return account.allowed;
    byNetwork.limit.giveBack(byNetwork.key);
    throw new TooManyRequests(account.retryAfter);
  };

  return {
    async count(kind, source) {
      await take(kind, source);
    },
    async countRefused(kind, source, attempt) {
      // Counted before the outcome is known, so that concurrent guesses gain nothing over sequential ones.
      const isOfAccount = await take(kind, source);
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
          if (isOfAccount) byAccount.limit.giveBack(byAccount.key);
        }
      }
    },
  };
}
