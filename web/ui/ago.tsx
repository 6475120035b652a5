import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/* When something was, as seen from now. */

const now = signal(Date.now());
let shown = 0;
let clock: ReturnType<typeof setInterval> | undefined;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });

/** Each unit with how many of it make the next one. */
const units = [
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 5],
] as const;

function agoText(date: Date, from: number): string {
  let left = Math.min(0, (date.getTime() - from) / 60_000);
  if (left > -1) return relative.format(0, 'second');
  for (const [unit, size] of units) {
    if (left > -size) return relative.format(Math.ceil(left), unit);
    left /= size;
  }
  return date.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
}

/** A time that stays true while it is shown. */
export function Ago({ at }: { at: string }) {
  const date = new Date(at);
  useEffect(() => {
    if (shown++ === 0) {
      now.value = Date.now();
      clock = setInterval(() => {
        now.value = Date.now();
      }, 60_000);
    }
    return () => {
      if (--shown === 0) clearInterval(clock);
    };
  }, []);
  return (
    <time class="quiet" dateTime={at} title={whole.format(date)}>
      {agoText(date, now.value)}
    </time>
  );
}
