import { type Clock, minute } from '../clock.ts';
import type { Secrets } from './secrets.ts';

/*
 * File addresses that work without a credential until they expire: anyone who has one may use it. The signature covers the
 * kind of use, so that a download address cannot be used to upload, and the user who requested it.
 */

interface Signing {
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** The use and the file that an address is for; `user` is the user who requested a download address. */
type Use = { use: 'upload'; id: string } | { use: 'download' | 'export'; id: string; user: string };

const signedText = (use: Use, expires: number) =>
  [use.use, use.id, expires, ...(use.use === 'upload' ? [] : [use.user])].join('\n');

const signatureOf = (service: Signing, use: Use, expires: number): string =>
  service.secrets.sign(signedText(use, expires));

/** Converts microseconds to whole seconds, rounded down. */
const secondsOf = (micros: number): number => Math.floor(micros / 1_000_000);

/** Addresses change only once per step, so that reading the same card twice returns the same address for a while. */
const step = 5 * minute;

/** The address from which a user downloads an attachment. It works for five to ten minutes. */
export function downloadAddress(service: Signing, id: string, user: string): string {
  const expires = secondsOf((Math.floor(service.clock.now() / step) + 2) * step);
  const signature = signatureOf(service, { use: 'download', id, user }, expires);
  return `${service.publicUrl}/api/v1/attachments/${id}/content?expires=${expires}&user=${user}&signature=${signature}`;
}

/** The address of an attachment's preview. It requires a credential, so it never changes and browsers can cache it. */
export const previewAddress = ({ publicUrl }: Pick<Signing, 'publicUrl'>, id: string): string =>
  `${publicUrl}/api/v1/attachments/${id}/preview`;

/** The address from which a user downloads an export. It works for five to ten minutes. */
export function exportAddress(service: Signing, id: string, user: string): string {
  const expires = secondsOf((Math.floor(service.clock.now() / step) + 2) * step);
  const signature = signatureOf(service, { use: 'export', id, user }, expires);
  return `${service.publicUrl}/api/v1/exports/${id}/content?expires=${expires}&user=${user}&signature=${signature}`;
}

/** The address to which a file is uploaded; `expiresAt` is in microseconds. */
export function uploadAddress(service: Signing, id: string, expiresAt: number): string {
  const expires = secondsOf(expiresAt);
  const signature = signatureOf(service, { use: 'upload', id }, expires);
  return `${service.publicUrl}/api/v1/uploads/${id}?expires=${expires}&signature=${signature}`;
}

/** Whether an address was signed by this service and has not expired; `expires` is in seconds since 1970. */
export const isSigned = (
  service: Signing,
  use: Use,
  { expires, signature }: { expires: number; signature: string },
): boolean =>
  expires * 1_000_000 > service.clock.now() && service.secrets.verify(signedText(use, expires), signature);
