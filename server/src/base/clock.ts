/** Tells the time in microseconds since 1970. Tests set their own. */
export interface Clock {
  now(): number;
}

/** The time of the machine; two readings are never equal, and the later one is the greater. */
export function systemClock(): Clock {
  let last = 0;
  return {
    now() {
      last = Math.max(Date.now() * 1000, last + 1);
      return last;
    },
  };
}

export const second = 1_000_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * Before and after every time that can be stored (the years 1000 to 2999), in microseconds. `MAX_SAFE_INTEGER` lies
 * between, a day of the year 2255; these are whole numbers all the same, and print as what they are.
 */
export const beforeAllTime = -36_000_000_000_000_000;
export const afterAllTime = 36_000_000_000_000_000;

/** Microseconds as ISO 8601 with milliseconds. */
export const isoMillis = (micros: number): string => new Date(micros / 1000).toISOString();

export const isoMillisOrNull = (micros: number | null): string | null =>
  micros === null ? null : isoMillis(micros);

/** Microseconds as ISO 8601 with microseconds: the form of activity times and cursors. */
export const isoMicros = (micros: number): string =>
  `${isoMillis(Math.floor(micros / 1000) * 1000).slice(0, -1)}${String(((micros % 1000) + 1000) % 1000).padStart(3, '0')}Z`;

/** The microseconds of an ISO 8601 date-time, to all six digits; NaN when it is none, or a leap second. */
export function microsOf(iso: string): number {
  const fraction = /\.(\d+)/.exec(iso)?.[1] ?? '';
  // Node reads an offset of hours and minutes only.
  const whole = Date.parse(iso.replace(/\.\d+/, '').replace(/(:\d\d[+-]\d\d)$/, '$1:00'));
  return whole * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}
