import { pathOfPage } from '../../../contract/pages.ts';
import { minutesAhead } from '../base/alarms.ts';
import { isoMillis } from '../base/clock.ts';
import { isoDay, isWholeDay } from '../base/days.ts';
import type { DueCard } from './queries.ts';

/* Writes calendars in the iCalendar format (RFC 5545). */

export interface Calendar {
  name: string;
  cardPrefix: string;
  workspaceId: string;
  publicUrl: string;
  cards: readonly DueCard[];
  /** Every calendar shows events; tasks are for programs that keep lists of what is to be done. */
  as: 'events' | 'tasks';
}

/** Max octets of a line without its end. */
const longestLine = 75;

export function icsOf({ name, cards, ...of }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Taskboard//Taskboard//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...cards.flatMap((card) => (of.as === 'tasks' ? taskOf(card, of) : eventOf(card, of))),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

type Around = Omit<Calendar, 'name' | 'cards'>;

/** What is done says so by a mark, since an event has no status for it. */
const eventOf = (card: DueCard, around: Around): string[] => [
  'BEGIN:VEVENT',
  ...commonOf(card, around),
  // Without an end, an event of a day lasts that day, and a timed one no time.
  `DTSTART${dateOf(card.dueAt)}`,
  `SUMMARY:${card.completedAt === null ? '' : '✓ '}${textOf(card.title)}`,
  'STATUS:CONFIRMED',
  // A due date does not make anyone busy.
  'TRANSP:TRANSPARENT',
  ...alarmsOf(card, 'START'),
  'END:VEVENT',
];

const taskOf = (card: DueCard, around: Around): string[] => [
  'BEGIN:VTODO',
  ...commonOf(card, around),
  ...startOf(card),
  `DUE${dateOf(card.dueAt)}`,
  `SUMMARY:${textOf(card.title)}`,
  ...(card.completedAt === null
    ? ['STATUS:NEEDS-ACTION']
    : ['STATUS:COMPLETED', 'PERCENT-COMPLETE:100', `COMPLETED:${timeOf(card.completedAt)}`]),
  ...alarmsOf(card, 'END'),
  'END:VTODO',
];

function commonOf(card: DueCard, { cardPrefix, workspaceId, publicUrl }: Around): string[] {
  const { id, number, description, listName, updatedAt } = card;
  const about = `${cardPrefix}-${number} · ${listName}`;
  return [
    // Ids are unique across installations, for practical purposes, and survive a move of the service.
    `UID:${id}@taskboard`,
    `DTSTAMP:${timeOf(updatedAt)}`,
    `LAST-MODIFIED:${timeOf(updatedAt)}`,
    `DESCRIPTION:${textOf(description ? `${about}\n\n${description}` : about)}`,
    `URL:${publicUrl}${pathOfPage({ workspaceId, cardId: id })}`,
  ];
}

/** A task must be due after it starts, and both must be days or both times. */
const startOf = ({ startAt, dueAt }: DueCard): string[] =>
  startAt !== null && startAt < dueAt && isWholeDay(startAt) === isWholeDay(dueAt)
    ? [`DTSTART${dateOf(startAt)}`]
    : [];

/** At the same times as notifications: at its reminders, or else a day before. */
const alarmsOf = ({ title, reminders, completedAt }: DueCard, related: 'START' | 'END'): string[] =>
  completedAt === null
    ? minutesAhead(reminders).flatMap((minutes) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${textOf(title)}`,
        `TRIGGER;RELATED=${related}:${aheadBy(minutes)}`,
        'END:VALARM',
      ])
    : [];

const aheadBy = (minutes: number): string =>
  minutes > 0 && minutes % 1440 === 0 ? `-P${minutes / 1440}D` : `-PT${minutes}M`;

/** The value of a date, as a day or a time, with what precedes it. */
const dateOf = (at: number): string =>
  isWholeDay(at) ? `;VALUE=DATE:${isoDay(at).replaceAll('-', '')}` : `:${timeOf(at)}`;

const timeOf = (micros: number): string => isoMillis(micros).replace(/[-:]|\.\d+/g, '');

const textOf = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n|[\u0085\u2028\u2029]/g, '\\n')
    // Characters that a text may not contain, including half of a surrogate pair.
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** Folds a line to the max length without splitting a character. */
function folded(line: string): string {
  if (line.length * 3 <= longestLine || Buffer.byteLength(line) <= longestLine) return line;
  let text = '';
  let room = longestLine;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > room) {
      text += '\r\n ';
      // The leading space counts.
      room = longestLine - 1;
    }
    text += character;
    room -= size;
  }
  return text;
}
