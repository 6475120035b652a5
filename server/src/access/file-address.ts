import { hour } from '../clock.ts';
import type { Service } from '../service.ts';

type Signing = Pick<Service, 'secrets' | 'publicUrl' | 'clock'>;

const signedText = (attachmentId: string, expires: number) => `download\n${attachmentId}\n${expires}`;

/**
 * The address an attachment is downloaded from. It works without a credential until the end of the next hour, so
 * that the same card read twice gives the same address for a while.
 */
export function downloadAddress(service: Signing, attachmentId: string): string {
  const expires = (Math.floor(service.clock.now() / hour) + 2) * (hour / 1_000_000);
  const signature = service.secrets.sign(signedText(attachmentId, expires));
  return `${service.publicUrl}/api/v1/attachments/${attachmentId}/content?expires=${expires}&signature=${signature}`;
}

/** Whether an address is one of ours and has not expired; `expires` is in seconds since 1970. */
export const isDownloadAddress = (
  service: Signing,
  attachmentId: string,
  expires: number,
  signature: string,
): boolean =>
  expires * 1_000_000 > service.clock.now() &&
  service.secrets.verify(signedText(attachmentId, expires), signature);
