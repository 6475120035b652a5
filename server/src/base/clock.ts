/** Tells times in microseconds. Tests set their own. */
export interface Clock {
  /**
   * Since 1970, for what is stored; two readings are never equal, and the later one is the greater. Where the clock of the
   * machine steps back, this goes on at half its pace until that has caught up.
   */
  now(): number;
  /** Since 1970, as the clock of the machine says, steps and all: for what another machine compares with its own. */
  machine(): number;
  /** Since any moment, at an even pace, whatever becomes of the clock of the machine: for limits and waiting times. */
  elapsed(): number;
}

/** The clocks of a machine, both in milliseconds. */
export interface MachineClock {
  readonly wall: () => number;
  readonly elapsed: () => number;
}

const thisMachine: MachineClock = { wall: () => Date.now(), elapsed: () => performance.now() };

/** Time that is stored never goes back, nor does it stand still: leases would not end, and retries would not come. */
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
