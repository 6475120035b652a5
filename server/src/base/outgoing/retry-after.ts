import { second } from '../clock.ts';

/** `Retry-After`, in seconds or as an HTTP date, converted to microseconds from now. 0 if it is absent or invalid. */
export function waitOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * second;
  const date = /^[A-Z][a-z]{2}, .* GMT$/.test(retryAfter) ? Date.parse(retryAfter) * 1000 : Number.NaN;
  return date > now ? date - now : 0;
}
