import type { Service } from '../service.ts';

/*
 * The addresses to which mails come in. They name who writes and where, and are signed, so that none can be guessed. Local parts have at
 * most 64 characters, and some mail servers write them in lower case.
 */

/** What an address stands for: a card or a question, for somebody who got a mail about it, or a board, for the owner of the address. */
export interface InboundTarget {
  kind: 'card' | 'comment' | 'board';
  userId: string;
  /** Of the card, of the comment that asks, or of the board. */
  id: string;
  code: string;
}

/** A mail address of a board; another `id` makes another address. */
interface BoardMailbox {
  userId: string;
  boardId: string;
  id: string;
}

type Parts = Pick<Service, 'secrets' | 'config'>;

const id = '[0-9a-z]{16}';
const kinds = { reply: 'card', answer: 'comment', board: 'board' } as const;
const form = new RegExp(`^(${Object.keys(kinds).join('|')})\\+(${id})(${id})([0-9a-z]{20})$`);

const signedOfCard = (userId: string, cardId: string): string => `mail to card\n${userId}\n${cardId}`;

const signedOfQuestion = (userId: string, questionId: string): string =>
  `mail to question\n${userId}\n${questionId}`;

const signedOfBoard = (of: BoardMailbox): string => `mail to board\n${of.userId}\n${of.boardId}\n${of.id}`;

/** Where a person answers mails about a card; undefined if no mails come in. */
export function replyAddress(
  { secrets, config: { inboundMail } }: Parts,
  userId: string,
  cardId: string,
): string | undefined {
  if (!inboundMail) return undefined;
  return `reply+${userId}${cardId}${secrets.code(signedOfCard(userId, cardId))}@${inboundMail.domain}`;
}

/** Where a person answers a question; undefined if no mails come in. */
export function answerAddress(
  { secrets, config: { inboundMail } }: Parts,
  userId: string,
  questionId: string,
): string | undefined {
  if (!inboundMail) return undefined;
  return `answer+${userId}${questionId}${secrets.code(signedOfQuestion(userId, questionId))}@${inboundMail.domain}`;
}

/** Where the mails of a person become cards of a board; undefined if no mails come in. */
export function boardAddress(
  { secrets, config: { inboundMail } }: Parts,
  mailbox: BoardMailbox,
): string | undefined {
  if (!inboundMail) return undefined;
  const { userId, boardId } = mailbox;
  return `board+${userId}${boardId}${secrets.code(signedOfBoard(mailbox))}@${inboundMail.domain}`;
}

/** What an address of the own domain stands for, if its code is right; undefined if it has another form. */
export function targetOf(local: string): InboundTarget | undefined {
  const [, kind, userId = '', target = '', code = ''] = form.exec(local.toLowerCase()) ?? [];
  if (kind === undefined) return undefined;
  return { kind: kinds[kind as keyof typeof kinds], userId, id: target, code };
}

export const isCardCode = (
  { secrets }: Pick<Parts, 'secrets'>,
  { userId, id, code }: InboundTarget,
): boolean => secrets.verifyCode(signedOfCard(userId, id), code);

export const isQuestionCode = (
  { secrets }: Pick<Parts, 'secrets'>,
  { userId, id, code }: InboundTarget,
): boolean => secrets.verifyCode(signedOfQuestion(userId, id), code);

export const isBoardCode = (
  { secrets }: Pick<Parts, 'secrets'>,
  mailbox: BoardMailbox,
  code: string,
): boolean => secrets.verifyCode(signedOfBoard(mailbox), code);
