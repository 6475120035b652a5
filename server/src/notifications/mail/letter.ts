import type { Static } from 'typebox';
import { timeOfId } from '../../../../contract/ids.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { Notification } from '../../../../contract/notifications.ts';
import { pathOfPage, toAnswer } from '../../../../contract/pages.ts';
import type { Mail } from '../../base/mail/mail.ts';
import type { NewsTexts } from '../../base/mail/texts/en-news.ts';
import { newsTextsIn } from '../../base/mail/texts/news.ts';
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
  /** The language of its reader. */
  language: Language;
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
  { publicUrl, unsubscribe, language, reply }: Addresses,
): Content {
  const t = newsTextsIn[language];
  const parts = [...Map.groupBy(shown, ({ card, publicId }) => card?.publicId ?? publicId).values()];
  const [first] = shown;
  const isOfCard = parts.length === 1 && first?.card;
  const byBoard = [...Map.groupBy(parts, ([each]) => each?.board?.publicId ?? '').values()];
  const sections = byBoard.map((those) => ({
    heading: those[0]?.[0]?.board?.name ?? (byBoard.length > 1 ? t.others : null),
    parts: those.map((each) => partOf(each, isOfCard ? quotes : undefined, { publicUrl, language })),
  }));
  const inbox = `${publicUrl}/inbox`;
  return {
    language,
    subject: subjectOf(shown, sections, more, t),
    sections,
    more: more > 0 ? t.more(more) : undefined,
    open: isOfCard
      ? { text: t.open, link: sections[0]?.parts[0]?.link ?? inbox }
      : { text: t.inbox, link: inbox },
    why: `${t.why} ${repliesOf(shown, isOfCard ? reply : undefined, t)}`,
    links: { settings: `${publicUrl}/profile/notifications`, unsubscribe },
    cardId: isOfCard ? isOfCard.publicId : undefined,
    reply: isOfCard ? reply : undefined,
  };
}

/** What a reply to the mail becomes. */
const repliesOf = (shown: readonly Shown[], reply: string | undefined, t: NewsTexts): string =>
  reply === undefined ? t.noReplies : shown.filter(isOpenQuestion).length === 1 ? t.answers : t.replies;

/** The options of open questions, each with where a press gives that answer. */
const answersOf = (shown: readonly Shown[], link: string) =>
  shown.flatMap(({ question, comment }) =>
    question?.state === 'open' && comment
      ? question.options.map((text, option) => ({ text, link: link + toAnswer(comment.publicId, option) }))
      : [],
  );

function partOf(
  shown: readonly Shown[],
  quotes: readonly Quote[] | undefined,
  { publicUrl, language }: Pick<Addresses, 'publicUrl' | 'language'>,
): Part {
  const [newest] = shown;
  const { workspace, board, card } = newest ?? {};
  const excerpts = shown.flatMap(({ comment, actor }) =>
    comment && comment.excerpt !== ''
      ? [{ by: actor?.name ?? newsTextsIn[language].somebody, text: comment.excerpt }]
      : [],
  );
  const page = workspace && {
    workspaceId: workspace.publicId,
    boardId: board?.publicId,
    cardId: card?.publicId,
  };
  const elsewhere = workspace ? '/inbox' : '/profile/security';
  const link = `${publicUrl}${page && board ? pathOfPage(page) : elsewhere}`;
  return {
    title: card?.title ?? newest?.text ?? '',
    link,
    answers: card ? answersOf(shown, link) : [],
    lines: card ? [...new Set(shown.map(({ text }) => text))] : [],
    quotes: (quotes ?? excerpts).map(({ by, text }) => ({ by, text: shortened(text, longest.quote) })),
  };
}

function subjectOf(
  shown: readonly Shown[],
  sections: readonly Section[],
  more: number,
  t: NewsTexts,
): string {
  const [first] = shown;
  const boards = [
    ...new Map(shown.flatMap(({ board }) => (board ? [[board.publicId, board.name]] : []))).values(),
  ];
  const [board = ''] = boards;
  if (sections.length === 1 && sections[0]?.parts.length === 1 && first) {
    if (!first.card) return shortened(first.text, longest.title);
    return t.ofCard(shortened(first.card.title, longest.title), shortened(board, longest.board));
  }
  return t.ofMany(shown.length + more, shortened(board, longest.board), boards.length);
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
