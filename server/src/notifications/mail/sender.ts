import { setTimeout as pause } from 'node:timers/promises';
import { everyMention } from '../../../../contract/mentions.ts';
import { allPermissions } from '../../../../contract/permissions.ts';
import { locate } from '../../base/access/locate.ts';
import { factsOfAddresses, factsOfPerson } from '../../base/access/policies.ts';
import { withoutTokens } from '../../base/access/tokens.ts';
import { endMail, postponeMail } from '../../base/changes/mailing.ts';
import { afterAllTime, day, hour, minute } from '../../base/clock.ts';
import { ifShown } from '../../base/errors.ts';
import { atMost } from '../../base/jobs/at-most.ts';
import { answerAddress, replyAddress } from '../../base/mail/inbound-address.ts';
import { type Mail, NotYet } from '../../base/mail/mail.ts';
import type { Service } from '../../base/service.ts';
import { sendingTo } from '../flows/inbox.ts';
import { someUnread } from '../queries.ts';
import { notificationOf } from '../shape.ts';
import type { Quote } from './document.ts';
import { contentOf, isOpenQuestion, mailFrom, reachOf, type Shown } from './letter.ts';
import { commentsOn } from './queries.ts';
import type { Letter } from './sorting.ts';
import { type Turn, takeTurn } from './turn.ts';
import { addressFor } from './unsubscribe-address.ts';

/*
 * Sends notifications by mail. What is due is taken in turns; then each mail is made of what its reader may see by now, sent, and
 * marked as sent. If a node dies in between, another one sends it again once the lease is over, with the same id.
 */

/** Mails under way at once, and the least time that each takes, in milliseconds: so a node sends at most ten a second. */
const rate = { atOnce: 2, least: 200 };

/** After so many mails in a row that the mail server did not take yet, the rest waits for the next round. */
const mostPostponed = 3;

/** What is not sent after this is given up; microseconds. */
const longest = 2 * day;

/** Mails show at most this many notifications, and comments on one card. */
const most = { notifications: 50, comments: 10 };

type Parts = Pick<
  Service,
  'db' | 'maintain' | 'clock' | 'outbox' | 'secrets' | 'config' | 'publicUrl' | 'stopping' | 'http'
>;

/** Sends all mails that are due; `least` is set by tests. */
export async function sendMails(service: Parts, least = rate.least): Promise<void> {
  const room = atMost(rate.atOnce);
  let postponed = 0;
  for (;;) {
    const turn = await takeTurn(service);
    const send = async (letter: Letter) => {
      if (service.stopping.aborted || postponed >= mostPostponed) return;
      const over = pause(least, undefined, { signal: service.stopping }).catch(() => {});
      const isTaken = await sendLetter(service, letter, turn);
      postponed = isTaken ? 0 : postponed + 1;
      await over;
    };
    await Promise.all(turn.letters.map((letter) => room(() => send(letter))));
    if (!turn.isMore || service.stopping.aborted || postponed >= mostPostponed) return;
  }
}

/** Sends a mail; returns false if the mail server does not take it yet. */
async function sendLetter(service: Parts, letter: Letter, { until }: Turn): Promise<boolean> {
  const { maintain, clock, outbox, http } = service;
  const { mailId, reader } = letter;
  const of = { userId: reader.userId, mailId };
  const to = reachOf(letter, clock.now());
  const mail = await mailOf(service, letter, to);
  // Close to its end, the lease would be another node's before the mail is marked as sent.
  if (clock.now() > until - minute) return true;
  try {
    if (mail) await outbox.attempt(mail);
  } catch (error) {
    const age = clock.now() - to;
    const known = { mail: mailId, user: reader.userId, reason: withoutTokens(String(error)) };
    if (error instanceof NotYet && age < longest) {
      const mailAt = clock.now() + Math.min(Math.max(age, minute), 4 * hour);
      await postponeMail(maintain, { ...of, mailAt });
      http.log.warn(known, 'an email about notifications is sent again later');
      return false;
    }
    http.log.error(known, 'an email about notifications was given up');
  }
  await endMail(maintain, { ...of, to });
  return true;
}

/** The mail, of what its reader has not read and may see now; undefined if that is nothing. */
async function mailOf(service: Parts, letter: Letter, to: number): Promise<Mail | undefined> {
  const { db, clock, publicUrl } = service;
  const { reader, notifications } = letter;
  const { userId, language } = reader;
  const newest = notifications.toSorted((a, b) => b.toldAt - a.toldAt).slice(0, most.notifications);
  const facts = await factsOfPerson(db, userId);
  const viewing = await sendingTo(db, userId, facts, clock.now());
  const ids = newest.map(({ id }) => id);
  const rows = await db.all(someUnread, { ...viewing, ids });
  const shown = rows
    .flatMap((row) => notificationOf(row, language) ?? [])
    // Who has a second factor by now has done what is asked.
    .filter(({ about }) => !facts.hasSecondFactor || about?.event !== 'secondFactor.demanded');
  if (shown.length === 0) return undefined;
  const isQuoted = shown.some(({ comment }) => comment !== null && comment.excerpt !== '');
  const quotes = isQuoted ? await quotesOf(service, letter, to) : [];
  const reply = await replyTo(service, userId, shown);
  const addresses = { publicUrl, unsubscribe: addressFor(service, userId, 'news'), language, reply };
  const content = contentOf(shown, quotes, notifications.length - newest.length, addresses);
  return mailFrom(letter, content, addresses);
}

/**
 * Where a mail about one card is answered, or one question that it tells of; undefined if its reader may not comment on it, or no mails
 * come in.
 */
async function replyTo(service: Parts, userId: string, shown: readonly Shown[]): Promise<string | undefined> {
  const cardId = shown[0]?.card?.publicId;
  if (cardId === undefined || shown.some(({ card }) => card?.publicId !== cardId)) return undefined;
  const [question, ...others] = shown.filter(isOpenQuestion);
  const address =
    question?.comment && others.length === 0
      ? answerAddress(service, userId, question.comment.publicId)
      : replyAddress(service, userId, cardId);
  if (address === undefined) return undefined;
  const facts = await factsOfAddresses(service.db, userId);
  const reader = { userId, mask: allPermissions, workspaceId: null, openBoards: null, facts };
  const card = await ifShown(locate(service.db, reader, 'card', cardId, 'comment:create'));
  return card && address;
}

/** What others wrote since the last mail on the card that a mail is about, in order; none if it is about several. */
async function quotesOf({ db }: Pick<Service, 'db'>, letter: Letter, to: number): Promise<Quote[]> {
  const [first] = letter.notifications;
  const { workspaceId, cardId } = first ?? {};
  if (workspaceId === undefined || cardId === undefined || cardId === null) return [];
  const after = letter.notifications.reduce(
    (least, { mailedTo, createdAt }) => Math.min(least, mailedTo ?? createdAt - 1),
    afterAllTime,
  );
  const { userId } = letter.reader;
  const said = await db.all(commentsOn, { workspaceId, cardId, userId, after, to, limit: most.comments });
  return said.toReversed().map(({ by, text }) => ({ by: by ?? '', text: text.replace(everyMention, '@$1') }));
}
