import type { Service } from '../service.ts';

/*
 * The addresses to which mails come in. What they are for is signed, so that none can be guessed and nothing is looked up for
 * one that is made up. Local parts have at most 64 characters, and some mail servers write them in lower case.
 */

/** What is written to: a card, by somebody who got a mail about it. */
export interface InboundTarget {
  userId: string;
  cardId: string;
}

type Parts = Pick<Service, 'secrets' | 'config'>;

const id = '[0-9a-z]{16}';
const code = '[0-9a-z]{20}';
const ofCard = new RegExp(`^reply\\+(${id})(${id})(${code})$`);

const signedOfCard = (userId: string, cardId: string): string => `mail to card\n${userId}\n${cardId}`;

/** Where a person answers mails about a card; undefined if no mails come in. */
export function replyAddress(
  { secrets, config: { inboundMail } }: Parts,
  userId: string,
  cardId: string,
): string | undefined {
  if (!inboundMail) return undefined;
  return `reply+${userId}${cardId}${secrets.code(signedOfCard(userId, cardId))}@${inboundMail.domain}`;
}

/** What an address of the own domain stands for; undefined if this service did not make it. */
export function targetOf({ secrets }: Pick<Parts, 'secrets'>, local: string): InboundTarget | undefined {
  const [, userId, cardId, signed] = ofCard.exec(local.toLowerCase()) ?? [];
  if (userId === undefined || cardId === undefined || signed === undefined) return undefined;
  return secrets.verifyCode(signedOfCard(userId, cardId), signed) ? { userId, cardId } : undefined;
}
