import { microsOf } from '../../base/clock.ts';

/* Dates as other programs write them. A text that is none of these is no date. */

const endOfTime = 253_402_300_800_000_000;

/** Longer texts are no dates. */
const longest = 80;

/** Languages in which months may be named. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'he'];

let known: Map<string, number> | undefined;

/** The months by their names, long and short, without points, accents and marks of abbreviations. */
function months(): Map<string, number> {
  if (known) return known;
  known = new Map();
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      for (let place = 0; place < 12; place++) {
        const name = plain(format.format(Date.UTC(2026, place, 15)));
        if (!known.has(name)) known.set(name, place + 1);
      }
    }
  }
  known.set('sept', 9);
  return known;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.'׳]/g, '')
    .toLowerCase();

const inRange = (micros: number): number | undefined =>
  micros >= 0 && micros < endOfTime ? micros : undefined;

/** Microseconds of `2026-12-24`, with an optional time, in UTC unless it has a zone; undefined for anything else. */
export function isoTimeOf(field: string): number | undefined {
  const parts =
    /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(
      field.trim(),
    );
  if (!parts) return undefined;
  const [, year, month, date, time = '00:00', seconds = ':00', zone = 'Z'] = parts;
  if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))).getUTCDate() !== Number(date))
    return undefined;
  return inRange(microsOf(`${year}-${month}-${date}T${time}${seconds}${isoZone(zone)}`));
}

const isoZone = (zone: string): string => {
  if (zone === 'UTC') return 'Z';
  return zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
};

interface Day {
  year: string;
  month: string | number;
  date: string;
}

/** The rest of a date: `, 9:12:33 AM GMT+2 (CEST)`, `um 14:30 Uhr`, ` a las 2:30 p. m.`. */
const clock =
  /^(?:,? (?:at |um |à |a las? |בשעה )?(\d{1,2})[:.h](\d\d)(?::(\d\d)(?:\.\d+)?)? ?([ap]\.? ?m\.?)?(?: uhr| h)?)?(?: ?(?:gmt|utc|z)?([+-]\d{1,2}(?::?\d\d)?)?)?(?: \([^)]*\))?$/i;

/** Microseconds of a date in any form that is known here; numbers alone are days first if `dayFirst` is set. */
export function dateIn(field: string, dayFirst: boolean): number | undefined {
  const text = field.trim();
  if (text === '' || text.length > longest) return undefined;
  return isoTimeOf(text) ?? epochOf(text) ?? writtenDateOf(text.replace(/\s+/g, ' '), dayFirst);
}

/** Milliseconds or seconds since 1970. */
function epochOf(text: string): number | undefined {
  if (!/^\d{10}(?:\d{3})?(?:\.0)?$/.test(text)) return undefined;
  const [digits = ''] = text.split('.');
  return inRange(Number(digits) * (digits.length === 13 ? 1000 : 1_000_000));
}

function writtenDateOf(text: string, dayFirst: boolean): number | undefined {
  const [whole, day] = numbered(text, dayFirst) ?? named(text) ?? [];
  if (whole === undefined || day === undefined) return undefined;
  return atClock(day, text.slice(whole.length));
}

/** `10/01/2026`, `24.12.2026`. */
function numbered(text: string, dayFirst: boolean): [string, Day] | undefined {
  const parts = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/.exec(text);
  if (!parts) return undefined;
  const [whole, first = '', separator, second = '', year = ''] = parts;
  const isDayFirst = separator === '.' || dayFirst;
  return [whole, isDayFirst ? { year, month: second, date: first } : { year, month: first, date: second }];
}

/** `05/Oct/25`, `5. Oktober 2026`, `January 5, 2026`, `Wed May 13 2026`, `Tuesday, May 5th 2026`, `יום ה׳, 24 בדצמ׳ 2026`. */
function named(text: string): [string, Day] | undefined {
  const dated =
    /^(?:\p{L}+\.?,? |יום \p{L}+['׳]?,? )??(\d{1,2})(?:\.|st|nd|rd|th|er)?[-/ ](?:de |ב)?(\p{L}+)[.'׳]?,?[-/ ](?:de )?(\d{4}|\d\d)(?!\d)/iu.exec(
      text,
    );
  if (dated) {
    const [whole, date = '', month = '', year = ''] = dated;
    return monthed(whole, { year, month, date });
  }
  const [whole, month = '', date = '', year = ''] =
    /^(?:\p{L}+\.?,? )??(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/iu.exec(text) ?? [];
  return whole === undefined ? undefined : monthed(whole, { year, month, date });
}

function monthed(whole: string, { month, ...day }: Day): [string, Day] | undefined {
  const number = months().get(plain(String(month)));
  return number === undefined ? undefined : [whole, { ...day, month: number }];
}

function atClock({ year, month, date }: Day, rest: string): number | undefined {
  const parts = clock.exec(rest);
  if (!parts) return undefined;
  const [, hour = '0', minute = '00', second = '00', half, offset = ''] = parts;
  const hours = hoursOf(Number(hour), half);
  const full = year.length === 2 ? `20${year}` : year;
  const two = (number: string | number) => String(number).padStart(2, '0');
  return isoTimeOf(`${full}-${two(month)}-${two(date)}T${two(hours)}:${minute}:${second}${zoneOf(offset)}`);
}

const hoursOf = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
};

function zoneOf(offset: string): string {
  const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(offset) ?? [];
  return offset === '' ? 'Z' : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/** Both ends of `January 5, 2026 → January 9, 2026`; the first is missing if there is only one. */
export function rangeIn(field: string, dayFirst: boolean): { start?: number; end: number } | undefined {
  const one = dateIn(field, dayFirst);
  if (one !== undefined) return { end: one };
  const [first = '', second = '', ...more] = field.split(/ ?→ ?| [-–—] | (?:to|bis|au|al|עד) /, 3);
  const [start, end] = [dateIn(first, dayFirst), dateIn(second, dayFirst)];
  return start === undefined || end === undefined || more.length > 0 ? undefined : { start, end };
}

/** Finds out whether dates of numbers alone begin with the day. */
export class DateOrder {
  #days = 0;
  #months = 0;
  #either = 0;
  #example = '';

  see(field: string): void {
    const [, first = '', second = ''] = /^\s*(\d{1,2})[/-](\d{1,2})[/-]\d/.exec(field.slice(0, 20)) ?? [];
    if (first === '') return;
    if (Number(first) > 12) this.#days++;
    else if (Number(second) > 12) this.#months++;
    else if (first !== second) {
      this.#either++;
      this.#example ||= field.trim();
    }
  }

  /** Adds what the dates of another column say. */
  add(other: DateOrder): void {
    this.#days += other.#days;
    this.#months += other.#months;
    this.#either += other.#either;
    this.#example ||= other.#example;
  }

  /** `otherwise`, if no date says. */
  isDayFirst(otherwise: boolean): boolean {
    return this.#days === this.#months ? otherwise : this.#days > this.#months;
  }

  /** How many dates could be read in two ways, with one of them, if no other date says which. */
  get unclear(): { count: number; example: string } | undefined {
    const isClear = this.#days > 0 !== this.#months > 0;
    return this.#either === 0 || isClear ? undefined : { count: this.#either, example: this.#example };
  }
}
