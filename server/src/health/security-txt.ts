import { day, isoMillis } from '../base/clock.ts';
import { NotFound } from '../base/errors.ts';
import type { Service } from '../base/service.ts';

/** Microseconds; RFC 9116 recommends less than a year, so that a file that nobody looks after ends. */
const life = 360 * day;

/** `/.well-known/security.txt` (RFC 9116), if the operator has set a contact. It expires unless the service is started again. */
export function securityTxtRoute({
  http,
  clock,
  publicUrl,
  config: { securityContacts },
}: Pick<Service, 'http' | 'clock' | 'publicUrl' | 'config'>): void {
  const path = '/.well-known/security.txt';
  const expires = isoMillis(clock.machine() + life);
  http.get(path, async (_request, reply) => {
    if (securityContacts.length === 0) throw new NotFound();
    reply.type('text/plain; charset=utf-8');
    return [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      // The address has to begin with https (2.5.2).
      ...(publicUrl.startsWith('https:') ? [`Canonical: ${new URL(path, publicUrl).href}`] : []),
      '',
    ].join('\n');
  });
}
