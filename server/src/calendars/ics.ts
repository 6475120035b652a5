import { pathOfPage } from '../../../contract/pages.ts';
import { day, isoMillis } from '../base/clock.ts';
import type { DueCard } from './queries.ts';

/* Calendars as RFC 5545 has them. */

export interface Calendar {
  name: string;
  cardPrefix: string;
  workspaceId: string;
  publicUrl: string;
  cards: readonly DueCard[];
}

/** Octets of a line at the most, without its end. */
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
    // Ids are unique over all installations, or as good as that, and stay when the service moves.
    `UID:${id}@taskboard`,
    `DTSTAMP:${timeOf(updatedAt)}`,
    `LAST-MODIFIED:${timeOf(updatedAt)}`,
    ...whenOf(dueAt),
    `SUMMARY:${textOf(title)}`,
    `DESCRIPTION:${textOf(description ? `${about}\n\n${description}` : about)}`,
    `URL:${publicUrl}${pathOfPage({ workspaceId, cardId: id })}`,
    // Something that is due takes up no time.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** A day that is due is stored as its midnight in UTC. Without an end, a day lasts a day, and a moment no time. */
const whenOf = (dueAt: number): string[] =>
  dueAt % day === 0 ? [`DTSTART;VALUE=DATE:${timeOf(dueAt).slice(0, 8)}`] : [`DTSTART:${timeOf(dueAt)}`];

const timeOf = (micros: number): string => isoMillis(micros).replace(/[-:]|\.\d+/g, '');

const textOf = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n|[\u0085\u2028\u2029]/g, '\\n')
    // What a text may not hold, half of a character that was cut as well.
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** A line in pieces that are no longer than a line may be; no character is cut in two. */
function folded(line: string): string {
  if (line.length * 3 <= longestLine || Buffer.byteLength(line) <= longestLine) return line;
  let text = '';
  let room = longestLine;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > room) {
      text += '\r\n ';
      // The space counts.
      room = longestLine - 1;
    }
    text += character;
    room -= size;
  }
  return text;
}
