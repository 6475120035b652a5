import type { Static } from 'typebox';
import { timeOfId } from '../../../../contract/ids.ts';
import type { Notification } from '../../../../contract/notifications.ts';
import { pathOfPage, toAnswer } from '../../../../contract/pages.ts';
import type { Mail } from '../../base/mail/mail.ts';
import { newsTexts } from '../../base/mail/texts/en-news.ts';
import { shortened } from '../../base/texts.ts';
import { type Content, documentOf, type Part, type Quote, type Section } from './document.ts';
import type { Letter } from './sorting.ts';

/* A mail of notifications, from what its reader may see of them now. */

export type Shown = Static<typeof Notification>;

/** Whether a notification tells of a question that nobody has answered yet. */
export const isOpenQuestion = ({ question }: Shown): boolean => question?.state === 'open';

/** The addresses of a mail. */
export interface Addresses {
  publicUrl: string;
  /** Where its reader unsubscribes, without signing in. */
  unsubscribe: string;
  /** Where it is answered. */
  reply?: string | undefined;
}

/** What is quoted of one text, and in a subject; characters. */
const longest = { quote: 2000, title: 120, board: 60 };

/** Everything told up to this time is part of the mail, also if it is sent again; microseconds. */
export const reachOf = ({ mailId }: Pick<Letter, 'mailId'>, now: number): number =>
  timeOfId(mailId, now / 1000) * 1000;

/** The content of a mail. `quotes` are what was written on its card, if it is about one. */
export function contentOf(
  shown: readonly Shown[],
  quotes: readonly Quote[],
  more: number,
  { publicUrl, unsubscribe, reply }: Addresses,
): Content {
  const parts = [...Map.groupBy(shown, ({ card, publicId }) => card?.publicId ?? publicId).values()];
  const [first] = shown;
  const isOfCard = parts.length === 1 && first?.card;
  const byBoard = [...Map.groupBy(parts, ([each]) => each?.board?.publicId ?? '').values()];
  const sections = byBoard.map((those) => ({
    heading: those[0]?.[0]?.board?.name ?? (byBoard.length > 1 ? newsTexts.others : null),
    parts: those.map((each) => partOf(each, isOfCard ? quotes : undefined, publicUrl)),
  }));
  const inbox = `${publicUrl}/inbox`;
  return {
    subject: subjectOf(shown, sections, more),
    sections,
    more: more > 0 ? newsTexts.more(more) : undefined,
    open: isOfCard
      ? { text: newsTexts.open, link: sections[0]?.parts[0]?.link ?? inbox }
      : { text: newsTexts.inbox, link: inbox },
    why: `${newsTexts.why} ${repliesOf(shown, isOfCard ? reply : undefined)}`,
    links: { settings: `${publicUrl}/profile/notifications`, unsubscribe },
    cardId: isOfCard ? isOfCard.publicId : undefined,
    reply: isOfCard ? reply : undefined,
  };
}

/** What a reply to the mail becomes. */
const repliesOf = (shown: readonly Shown[], reply: string | undefined): string =>
  reply === undefined
    ? newsTexts.noReplies
    : shown.filter(isOpenQuestion).length === 1
      ? newsTexts.answers
      : newsTexts.replies;

/** The options of open questions, each with where a press gives that answer. */
const answersOf = (shown: readonly Shown[], link: string) =>
  shown.flatMap(({ question, comment }) =>
    question?.state === 'open' && comment
      ? question.options.map((text, option) => ({ text, link: link + toAnswer(comment.publicId, option) }))
      : [],
  );

function partOf(shown: readonly Shown[], quotes: readonly Quote[] | undefined, publicUrl: string): Part {
  const [newest] = shown;
  const { workspace, board, card } = newest ?? {};
  const excerpts = shown.flatMap(({ comment, actor }) =>
    comment && comment.excerpt !== ''
      ? [{ by: actor?.name ?? newsTexts.somebody, text: comment.excerpt }]
      : [],
  );
  const page = workspace && {
    workspaceId: workspace.publicId,
    boardId: board?.publicId,
    cardId: card?.publicId,
  };
  const link = page && board ? `${publicUrl}${pathOfPage(page)}` : `${publicUrl}/inbox`;
  return {
    title: card?.title ?? newest?.text ?? '',
    link,
    answers: card ? answersOf(shown, link) : [],
    lines: card ? [...new Set(shown.map(({ text }) => text))] : [],
    quotes: (quotes ?? excerpts).map(({ by, text }) => ({ by, text: shortened(text, longest.quote) })),
  };
}

function subjectOf(shown: readonly Shown[], sections: readonly Section[], more: number): string {
  const [first] = shown;
  const boards = [
    ...new Map(shown.flatMap(({ board }) => (board ? [[board.publicId, board.name]] : []))).values(),
  ];
  const [board = ''] = boards;
  if (sections.length === 1 && sections[0]?.parts.length === 1 && first) {
    if (!first.card) return shortened(first.text, longest.title);
    return newsTexts.ofCard(shortened(first.card.title, longest.title), shortened(board, longest.board));
  }
  return newsTexts.ofMany(shown.length + more, shortened(board, longest.board), boards.length);
}

/** The name of this installation in ids of messages. */
const domainOf = (publicUrl: string): string =>
  new URL(publicUrl).hostname.replace(/[^\w.-]/g, '') || 'localhost';

/** The mail itself. All mails about a card are one thread, whose first message has never been sent. */
export const mailFrom = (letter: Letter, content: Content, addresses: Addresses): Mail =>
  mailAs({ to: letter.reader.email, id: `${letter.mailId}.notification` }, content, addresses);

/** A mail with news, which can be unsubscribed from. The same id makes it the same mail. */
export function mailAs(
  { to, id }: { to: string; id: string },
  content: Content,
  { publicUrl, unsubscribe }: Pick<Addresses, 'publicUrl' | 'unsubscribe'>,
): Mail {
  const { subject, cardId, reply } = content;
  const domain = domainOf(publicUrl);
  return {
    to,
    subject,
    ...documentOf(content),
    messageId: `<${id}@${domain}>`,
    ...(cardId === undefined ? {} : { inReplyTo: `<${cardId}.card@${domain}>` }),
    ...(reply === undefined ? {} : { replyTo: reply }),
    headers: {
      'list-id': `<notifications.${domain}>`,
      'list-unsubscribe': `<${unsubscribe}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'x-auto-response-suppress': 'All',
    },
  };
}
