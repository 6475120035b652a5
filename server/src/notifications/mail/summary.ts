import type { Static } from 'typebox';
import type { Language } from '../../../../contract/languages.ts';
import type { Notification } from '../../../../contract/notifications.ts';
import { pathOfPage } from '../../../../contract/pages.ts';
import { factsOfPerson } from '../../base/access/policies.ts';
import { day } from '../../base/clock.ts';
import { dayIn, instantOf, isWholeDay, wallClock } from '../../base/days.ts';
import type { Reads } from '../../base/db/database.ts';
import type { NewsTexts } from '../../base/mail/texts/en-news.ts';
import { newsTextsIn } from '../../base/mail/texts/news.ts';
import { dueRangesFrom } from '../../data/cards/fragments.ts';
import { readInbox, sendingTo } from '../flows/inbox.ts';
import { beginningOfNews } from '../when-to-send.ts';
import type { Content, Part, Section } from './document.ts';
import type { Addresses } from './letter.ts';
import type { Reader } from './sorting.ts';
import { dueCardsOf, finishedFor, type SummedCard } from './summary-queries.ts';

/* What a summary says: what somebody has to do today, who waits for them, and what others have finished. */

/** How many a section names, and how many are counted; of unread notifications, how many are looked at. */
const most = { named: 7, counted: 50, unread: 100 };

interface Asked {
  now: number;
  reader: Pick<Reader, 'userId' | 'zone' | 'language' | 'settings'>;
  addresses: Addresses;
}

type Texts = NewsTexts['summary'];

type Kind = keyof Texts['counts'];

/** Of each section what it names, as many as are counted, and one more if there are more. */
type Found = Record<Kind, { heading: string; parts: Part[] }>;

/** The content of a summary; undefined if there is nothing to say. */
export async function summaryOf(db: Reads, asked: Asked): Promise<Content | undefined> {
  const { language } = asked.reader;
  const t = newsTextsIn[language].summary;
  const found = await findFor(db, asked, t);
  const filled = (Object.keys(t.counts) as Kind[]).filter((kind) => found[kind].parts.length > 0);
  if (filled.length === 0) return undefined;
  const { publicUrl, unsubscribe } = asked.addresses;
  return {
    language,
    subject: t.subject(filled.map((kind) => t.counts[kind](countOf(found[kind].parts.length, t)))),
    sections: filled.map((kind) => sectionOf(found[kind], t)),
    open: { text: t.open, link: `${publicUrl}/my-work` },
    why: t.why,
    links: { settings: `${publicUrl}/profile/notifications`, unsubscribe },
  };
}

const countOf = (count: number, t: Texts): string =>
  count > most.counted ? t.over(most.counted) : String(count);

const sectionOf = ({ heading, parts }: Found[Kind], t: Texts): Section => ({
  heading,
  parts: parts.slice(0, most.named),
  ...(parts.length > most.named ? { more: t.more(countOf(parts.length - most.named, t)) } : {}),
});

async function findFor(
  db: Reads,
  { now, reader, addresses: { publicUrl } }: Asked,
  t: Texts,
): Promise<Found> {
  const { userId, zone, language, settings } = reader;
  const viewing = await sendingTo(db, userId, await factsOfPerson(db, userId), now);
  const limit = most.counted + 1;
  const dueIn = (filter: 'overdue' | 'today') =>
    db.all(dueCardsOf, {
      ...viewing,
      due: dueRangesFrom([filter], { now, timeZone: zone }) ?? [],
      limit,
    });
  const today = dayIn(now, zone);
  const since = beginningOfNews(settings, zone, now);
  const finishedIn = { from: instantOf(since, zone), to: instantOf(today, zone) };
  const [overdue, dueToday, inbox, finished] = await Promise.all([
    dueIn('overdue'),
    dueIn('today'),
    readInbox(db, viewing, { state: 'unread', limit: most.unread, language }),
    db.all(finishedFor, { ...viewing, ...finishedIn, limit }),
  ]);
  const cards = (rows: readonly SummedCard[], whenOf: (at: number) => string | undefined) =>
    rows.map((row) => cardPart(row, whenOf(Number(row.at)), publicUrl, t));
  const late = new Set(overdue.map(({ id }) => id));
  return {
    overdue: { heading: t.headings.overdue, parts: cards(overdue, (at) => dayOf(at, zone, language)) },
    today: {
      heading: t.headings.today,
      // What was due this morning is overdue.
      parts: cards(
        dueToday.filter(({ id }) => !late.has(id)),
        (at) => timeOf(at, zone, language),
      ),
    },
    waiting: { heading: t.headings.waiting, parts: waitingIn(inbox.notifications, publicUrl) },
    finished: {
      heading: t.headings.finished(today - since === day ? undefined : weekdayNameOf(since, language)),
      parts: cards(finished, () => undefined),
    },
  };
}

const cardPart = (
  { id, workspaceId, title, boardName }: SummedCard,
  when: string | undefined,
  url: string,
  t: Texts,
): Part => ({
  title,
  link: `${url}${pathOfPage({ workspaceId, cardId: id })}`,
  lines: [t.on(boardName, when)],
  quotes: [],
});

/** The cards on which somebody was mentioned or answered, and has not looked since. */
function waitingIn(unread: readonly Static<typeof Notification>[], url: string): Part[] {
  const asking = unread.filter(
    ({ kind, card }) => card && (kind === 'asked' || kind === 'mentioned' || kind === 'replied'),
  );
  const byCard = Map.groupBy(asking, ({ card }) => card?.publicId ?? '');
  return [...byCard.values()].flatMap(([newest]) => {
    const { card, workspace, text } = newest ?? {};
    if (!card || !workspace) return [];
    const link = `${url}${pathOfPage({ workspaceId: workspace.publicId, cardId: card.publicId })}`;
    return [{ title: card.title, link, lines: [text ?? ''], quotes: [] }];
  });
}

const written = (at: number, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(at / 1000);

const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;

const dayOf = (at: number, zone: string | null, language: Language): string =>
  written(isWholeDay(at) ? at : dayIn(at, zone), language, shortDay);

const timeOf = (at: number, zone: string | null, language: Language): string | undefined =>
  isWholeDay(at) ? undefined : written(wallClock(at, zone), language, { timeStyle: 'short' });

const weekdayNameOf = (at: number, language: Language): string => written(at, language, { weekday: 'long' });
