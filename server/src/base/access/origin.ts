import type { FastifyRequest } from 'fastify';
import { browserHash } from './known-browser.ts';
import { networkOf } from './network.ts';

/** The origin of a request, as shown in an account's log. */
export interface Origin {
  network: string;
  userAgent: string | null;
  /** The hash of the number of the browser; null for other callers. */
  browser?: string | null;
}

export const originOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Origin => ({
  network: networkOf(ip),
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
  browser: browserHash({ headers }),
});
