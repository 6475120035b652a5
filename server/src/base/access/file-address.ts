import { type Clock, minute } from '../clock.ts';
import type { Secrets } from './secrets.ts';

/*
 * Addresses of files that work without a credential until they expire: whoever has one may use it. The signature
 * says what it is for, so that an address to download from opens no upload, and to whom it was given.
 */

interface Signing {
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** What an address lets do with which file; `user` is whom an address to download was given to. */
type Use = { use: 'upload'; id: string } | { use: 'download' | 'export'; id: string; user: string };

const signedText = (use: Use, expires: number) =>
  [use.use, use.id, expires, ...(use.use === 'upload' ? [] : [use.user])].join('\n');

const signatureOf = (service: Signing, use: Use, expires: number): string =>
  service.secrets.sign(signedText(use, expires));

/** Full seconds of a time in microseconds. */
const secondsOf = (micros: number): number => Math.floor(micros / 1_000_000);

/** Addresses change at these times, so that the same card read twice gives the same address for a while. */
const step = 5 * minute;

/** The address an attachment is downloaded from by a user. It works for five to ten minutes. */
export function downloadAddress(service: Signing, id: string, user: string): string {
  const expires = secondsOf((Math.floor(service.clock.now() / step) + 2) * step);
  const signature = signatureOf(service, { use: 'download', id, user }, expires);
  return `${service.publicUrl}/api/v1/attachments/${id}/content?expires=${expires}&user=${user}&signature=${signature}`;
}

/** The address of the small version of an attachment, which takes a credential: so it stays the same, and is kept by browsers. */
export const previewAddress = ({ publicUrl }: Pick<Signing, 'publicUrl'>, id: string): string =>
  `${publicUrl}/api/v1/attachments/${id}/preview`;

/** The address an export is downloaded from by a user. It works for five to ten minutes. */
export function exportAddress(service: Signing, id: string, user: string): string {
  const expires = secondsOf((Math.floor(service.clock.now() / step) + 2) * step);
  const signature = signatureOf(service, { use: 'export', id, user }, expires);
  return `${service.publicUrl}/api/v1/exports/${id}/content?expires=${expires}&user=${user}&signature=${signature}`;
}

/** The address a file is uploaded to; `expiresAt` in microseconds. */
export function uploadAddress(service: Signing, id: string, expiresAt: number): string {
  const expires = secondsOf(expiresAt);
  const signature = signatureOf(service, { use: 'upload', id }, expires);
  return `${service.publicUrl}/api/v1/uploads/${id}?expires=${expires}&signature=${signature}`;
}

/** Whether an address is one of ours and has not expired; `expires` is in seconds since 1970. */
export const isSigned = (
  service: Signing,
  use: Use,
  { expires, signature }: { expires: number; signature: string },
): boolean =>
  expires * 1_000_000 > service.clock.now() && service.secrets.verify(signedText(use, expires), signature);
