import type { Service } from '../../base/service.ts';

/*
 * Where somebody stops the mails about notifications without signing in. The address does not expire, because mails are kept, and
 * can do nothing else.
 */

const signedText = (userId: string): string => `unsubscribe\n${userId}`;

export const addressFor = ({ secrets, publicUrl }: Pick<Service, 'secrets' | 'publicUrl'>, userId: string) =>
  `${publicUrl}/unsubscribe/${userId}/${secrets.sign(signedText(userId))}`;

export const isAddressOf = ({ secrets }: Pick<Service, 'secrets'>, userId: string, signature: string) =>
  secrets.verify(signedText(userId), signature);
