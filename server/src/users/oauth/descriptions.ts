import { hour, minute } from '../../base/clock.ts';
import type { Service } from '../../base/service.ts';
import { type Application, readMetadata } from './clients.ts';
import { isLoopback } from './return-address.ts';

/*
 * Applications whose `client_id` is the address of their description (draft-ietf-oauth-client-id-metadata-document). Descriptions are
 * fetched only when a user who is signed in looks at a request, through the guarded client, which reaches public addresses only.
 */

/** The draft recommends to accept 5 KB. */
const maxReply = 16 * 1024;
const timeoutMs = 5_000;

/** How long a description counts; one that could not be read may soon be readable. */
const life = hour;
const lifeOfFailure = minute;

const mostKept = 500;

/** Whether a `client_id` is such an address (section 3): https, with a path, and written in its shortest form. */
export function isAddress(id: string): boolean {
  if (id.length > 500 || !/^https?:\/\//.test(id) || !URL.canParse(id)) return false;
  const url = new URL(id);
  // Without https only on the machine itself, for those who develop an application.
  if (url.protocol !== 'https:' && !isLoopback(url)) return false;
  return (
    url.href === id && url.pathname !== '/' && !/[#?]/.test(id) && url.username === '' && url.password === ''
  );
}

type Fetched = Promise<Application | undefined>;

/** Returns the applications that addresses describe, from the memory of this process if it read them within the last hour. */
export function descriptionsBy({
  outgoing,
  clock,
}: Pick<Service, 'outgoing' | 'clock'>): (id: string) => Fetched {
  const kept = new Map<string, { until: number; application: Fetched }>();

  const fetched = async (id: string): Fetched => {
    const reply = await outgoing.request({
      url: id,
      headers: { accept: 'application/json' },
      timeoutMs,
      maxReply,
    });
    const type = reply.headers['content-type'] ?? '';
    // Redirects are not followed (section 4).
    if (reply.status !== 200 || reply.truncated || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type))
      return undefined;
    const description = JSON.parse(reply.body) as unknown;
    const metadata = readMetadata(description);
    // Who else would say what this address describes (section 4.1).
    const isOfItself = (description as { client_id?: unknown } | null)?.client_id === id;
    return isOfItself && typeof metadata !== 'string'
      ? { ...metadata, id, host: new URL(id).host }
      : undefined;
  };

  return (id) => {
    const now = clock.elapsed();
    const known = kept.get(id);
    if (known && known.until > now) return known.application;
    const entry = { until: now + lifeOfFailure, application: fetched(id).catch(() => undefined) };
    void entry.application.then((found) => {
      if (found) entry.until = now + life;
    });
    kept.delete(id);
    kept.set(id, entry);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return entry.application;
  };
}
