/** Times in microseconds. Tests replace it. */
export interface Clock {
  /**
   * Since 1970, for times that are stored. Each reading is greater than the one before. If the machine's clock steps back,
   * this one continues at half its pace until the machine's has caught up.
   */
  now(): number;
  /** Since 1970 by the machine's clock, including its steps: for times that another machine compares with its own. */
  machine(): number;
  /** Since an arbitrary moment, at an even pace whatever the machine's clock does: for limits and timeouts. */
  elapsed(): number;
}

/** The clocks of the machine, both in milliseconds. */
export interface MachineClock {
  readonly wall: () => number;
  readonly elapsed: () => number;
}

const thisMachine: MachineClock = { wall: () => Date.now(), elapsed: () => performance.now() };

/** Stored time neither goes back nor stands still: leases would not expire, and retries would not happen. */
export function systemClock({ wall, elapsed }: MachineClock = thisMachine): Clock {
  let last = 0;
  let lastElapsed = elapsed();
  return {
    now() {
      const readAt = elapsed();
      const slowed = last + Math.max(1, Math.floor((readAt - lastElapsed) * 500));
      lastElapsed = readAt;
      last = Math.max(wall() * 1000, slowed);
      return last;
    },
    machine: () => wall() * 1000,
    elapsed: () => Math.floor(elapsed() * 1000),
  };
}

export const second = 1_000_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * Bounds of all times that can be stored (the years 1000 to 2999), in microseconds. They are beyond `MAX_SAFE_INTEGER`
 * (in the year 2255), but these two values are exact.
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

/** The microseconds of an ISO 8601 date-time, to all six digits; NaN if it is invalid, or a leap second. */
export function microsOf(iso: string): number {
  const fraction = /\.(\d+)/.exec(iso)?.[1] ?? '';
  // Node parses only offsets with hours and minutes.
  const whole = Date.parse(iso.replace(/\.\d+/, '').replace(/(:\d\d[+-]\d\d)$/, '$1:00'));
  return whole * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}
