import { type Clock, hour } from '../clock.ts';
import type { Secrets } from './secrets.ts';

/*
 * Addresses of files that work without a credential until they expire: whoever has one may use it. The signature
 * says what it is for, so that an address to download from opens no upload.
 */

interface Signing {
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly clock: Clock;
}

type Use = 'upload' | 'download';

const signedText = (use: Use, id: string, expires: number) => `${use}\n${id}\n${expires}`;

const signed = (service: Signing, use: Use, id: string, expires: number): string =>
  `expires=${expires}&signature=${service.secrets.sign(signedText(use, id, expires))}`;

/** Full seconds of a time in microseconds. */
const secondsOf = (micros: number): number => Math.floor(micros / 1_000_000);

/**
 * The address an attachment is downloaded from. It works until the end of the next hour, so that the same card
 * read twice gives the same address for a while.
 */
export function downloadAddress(service: Signing, attachmentId: string): string {
  const expires = secondsOf((Math.floor(service.clock.now() / hour) + 2) * hour);
  return `${service.publicUrl}/api/v1/attachments/${attachmentId}/content?${signed(service, 'download', attachmentId, expires)}`;
}

/** The address a file is uploaded to; `expiresAt` in microseconds. */
export const uploadAddress = (service: Signing, uploadId: string, expiresAt: number): string =>
  `${service.publicUrl}/api/v1/uploads/${uploadId}?${signed(service, 'upload', uploadId, secondsOf(expiresAt))}`;

/** Whether an address is one of ours and has not expired; `expires` is in seconds since 1970. */
export const isSigned = (
  service: Signing,
  use: Use,
  id: string,
  { expires, signature }: { expires: number; signature: string },
): boolean =>
  expires * 1_000_000 > service.clock.now() &&
  service.secrets.verify(signedText(use, id, expires), signature);
