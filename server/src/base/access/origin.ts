import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

/** Where a request comes from, as the log of an account shows it. */
export interface Origin {
  network: string;
  userAgent: string | null;
}

export const originOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Origin => ({
  network: networkOf(ip),
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
});
