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

/** What of a card the mails of a person are answers to: of the card itself, or a question on it. */
type Answerable = Exclude<InboundTarget['kind'], 'board'>;

const signedOf: Record<Answerable, string> = { card: 'mail to card', comment: 'mail to question' };

const signedOfAnswer = (kind: Answerable, userId: string, target: string): string =>
  `${signedOf[kind]}\n${userId}\n${target}`;

const signedOfBoard = (of: BoardMailbox): string => `mail to board\n${of.userId}\n${of.boardId}\n${of.id}`;

/** An address of the own domain; undefined if no mails come in. */
function addressOf(
  { secrets, config: { inboundMail } }: Parts,
  { kind, ids, signed }: { kind: keyof typeof kinds; ids: string; signed: string },
): string | undefined {
  return inboundMail && `${kind}+${ids}${secrets.code(signed)}@${inboundMail.domain}`;
}

/** Where a person answers mails about a card; undefined if no mails come in. */
export const replyAddress = (parts: Parts, userId: string, cardId: string): string | undefined =>
  addressOf(parts, { kind: 'reply', ids: userId + cardId, signed: signedOfAnswer('card', userId, cardId) });

/** Where a person answers a question; undefined if no mails come in. */
export const answerAddress = (parts: Parts, userId: string, questionId: string): string | undefined =>
  addressOf(parts, {
    kind: 'answer',
    ids: userId + questionId,
    signed: signedOfAnswer('comment', userId, questionId),
  });

/** Where the mails of a person become cards of a board; undefined if no mails come in. */
export const boardAddress = (parts: Parts, mailbox: BoardMailbox): string | undefined =>
  addressOf(parts, {
    kind: 'board',
    ids: mailbox.userId + mailbox.boardId,
    signed: signedOfBoard(mailbox),
  });

/** What an address of the own domain stands for, if its code is right; undefined if it has another form. */
export function targetOf(local: string): InboundTarget | undefined {
  const [, kind, userId = '', target = '', code = ''] = form.exec(local.toLowerCase()) ?? [];
  if (kind === undefined) return undefined;
  return { kind: kinds[kind as keyof typeof kinds], userId, id: target, code };
}

/** Whether the code of an address for answers is right. */
export const isAnswerCode = (
  { secrets }: Pick<Parts, 'secrets'>,
  { kind, userId, id: target, code }: InboundTarget & { kind: Answerable },
): boolean => secrets.verifyCode(signedOfAnswer(kind, userId, target), code);

export const isBoardCode = (
  { secrets }: Pick<Parts, 'secrets'>,
  mailbox: BoardMailbox,
  code: string,
): boolean => secrets.verifyCode(signedOfBoard(mailbox), code);
