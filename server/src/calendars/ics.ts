import { pathOfPage } from '../../../contract/pages.ts';
import { day, isoMillis } from '../base/clock.ts';
import type { DueCard } from './queries.ts';

/* Writes calendars in the iCalendar format (RFC 5545). */

export interface Calendar {
  name: string;
  cardPrefix: string;
  workspaceId: string;
  publicUrl: string;
  cards: readonly DueCard[];
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
    ...cards.flatMap((card) => eventOf(card, of)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf(card: DueCard, { cardPrefix, workspaceId, publicUrl }: Omit<Calendar, 'name' | 'cards'>) {
  const { id, number, title, description, dueAt, listName, updatedAt } = card;
  const about = `${cardPrefix}-${number} · ${listName}`;
  return [
    'BEGIN:VEVENT',
    // Ids are unique across installations, for practical purposes, and survive a move of the service.
    `UID:${id}@taskboard`,
    `DTSTAMP:${timeOf(updatedAt)}`,
    `LAST-MODIFIED:${timeOf(updatedAt)}`,
    ...whenOf(dueAt),
    `SUMMARY:${textOf(title)}`,
    `DESCRIPTION:${textOf(description ? `${about}\n\n${description}` : about)}`,
    `URL:${publicUrl}${pathOfPage({ workspaceId, cardId: id })}`,
    // A due date does not make anyone busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** A due day is stored as midnight in UTC. Without an end, an event of a day lasts that day, and a timed one no time. */
const whenOf = (dueAt: number): string[] =>
  dueAt % day === 0 ? [`DTSTART;VALUE=DATE:${timeOf(dueAt).slice(0, 8)}`] : [`DTSTART:${timeOf(dueAt)}`];

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
