import type { Service } from '../../base/service.ts';

/*
 * Where somebody stops mails without signing in: all about notifications, or the daily summary. The address does not expire, because
 * mails are kept, and can do nothing else.
 */

const signedText = {
  news: (userId: string): string => `unsubscribe\n${userId}`,
  summary: (userId: string): string => `unsubscribe from summary\n${userId}`,
};

export type Mailed = keyof typeof signedText;

export const addressFor = (
  { secrets, publicUrl }: Pick<Service, 'secrets' | 'publicUrl'>,
  userId: string,
  mailed: Mailed,
) => `${publicUrl}/unsubscribe/${userId}/${secrets.sign(signedText[mailed](userId))}`;

/** What an address stops; undefined if it is not complete. */
export const stoppedBy = (
  { secrets }: Pick<Service, 'secrets'>,
  userId: string,
  signature: string,
): Mailed | undefined =>
  (['news', 'summary'] as const).find((mailed) => secrets.verify(signedText[mailed](userId), signature));
