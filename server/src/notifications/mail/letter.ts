import type { Static } from 'typebox';
import { timeOfId } from '../../../../contract/ids.ts';
import type { Notification } from '../../../../contract/notifications.ts';
import { pathOfPage } from '../../../../contract/pages.ts';
import type { Mail } from '../../base/mail/mail.ts';
import { newsTexts } from '../../base/mail/texts/en-news.ts';
import { shortened } from '../../base/texts.ts';
import { documentOf } from './document.ts';
import type { Letter } from './sorting.ts';

/* A mail of notifications, from what its reader may see of them now. */

export type Shown = Static<typeof Notification>;

/** Something that somebody wrote. */
export interface Quote {
  by: string;
  text: string;
}

/** What happened to one card, or something else that has a page. */
export interface Part {
  title: string;
  link: string;
  lines: string[];
  quotes: Quote[];
}

/** Parts on the same board; its name is null for what is on none. */
export interface Section {
  board: string | null;
  parts: Part[];
}

/** What a mail says. */
export interface Content {
  subject: string;
  sections: Section[];
  /** How many notifications are left out. */
  more: number;
  links: { inbox: string; settings: string; unsubscribe: string };
  /** The card that all of it is about. */
  cardId: string | undefined;
  /** Where answers become comments on that card; undefined if they do not. */
  reply: string | undefined;
}

/** The addresses of a mail. */
export interface Addresses {
  publicUrl: string;
  /** Where its reader unsubscribes, without signing in. */
  unsubscribe: string;
  /** Where it is answered. */
  reply: string | undefined;
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
  const sections = [...Map.groupBy(parts, ([each]) => each?.board?.publicId ?? '').values()].map((those) => ({
    board: those[0]?.[0]?.board?.name ?? null,
    parts: those.map((each) => partOf(each, isOfCard ? quotes : undefined, publicUrl)),
  }));
  const links = { inbox: `${publicUrl}/inbox`, settings: `${publicUrl}/profile/notifications`, unsubscribe };
  return {
    subject: subjectOf(shown, sections, more),
    sections,
    more,
    links,
    cardId: isOfCard ? isOfCard.publicId : undefined,
    reply: isOfCard ? reply : undefined,
  };
}

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
  return {
    title: card?.title ?? newest?.text ?? '',
    link: page && board ? `${publicUrl}${pathOfPage(page)}` : `${publicUrl}/inbox`,
    lines: card ? [...new Set(shown.map(({ text }) => text))] : [],
    quotes: (quotes ?? excerpts).map(({ by, text }) => ({ by, text: shortened(text, longest.quote) })),
  };
}

function subjectOf(shown: readonly Shown[], sections: readonly Section[], more: number): string {
  const [first] = shown;
  const boards = sections.flatMap(({ board }) => board ?? []);
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
export function mailFrom(letter: Letter, content: Content, { publicUrl, unsubscribe }: Addresses): Mail {
  const { subject, cardId, reply } = content;
  const domain = domainOf(publicUrl);
  return {
    to: letter.reader.email,
    subject,
    ...documentOf(content),
    messageId: `<${letter.mailId}.notification@${domain}>`,
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
