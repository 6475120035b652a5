import { type Signal, signal } from '@preact/signals-core';
import { type Entry, heldUntil, isHere } from './entry.ts';
import { grace } from './stream.ts';

/** Changes that have waited for so long that the user should know. */
export interface Late {
  /** The number of changes that wait, once any of them has waited for too long. */
  readonly count: number;
  /** The things that they change. */
  readonly ids: ReadonlySet<string>;
}

const nothing: Late = { count: 0, ids: new Set() };

/** Notices when changes wait for too long. */
export class Lateness {
  readonly late: Signal<Late> = signal(nothing);
  /** Whether a change that cannot be sent now is not stored either: it would be lost with the page. */
  readonly unkept: Signal<boolean> = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Looks at the outbox now, and again when something becomes late. */
  look(entries: readonly Entry[], isOffline: boolean): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const waiting = entries.filter((each) => each.state !== 'done' && heldUntil(each) <= now);
    const due = Math.min(...waiting.map((each) => Math.max(each.since, heldUntil(each)))) + grace;
    const isLate = due <= now;
    if (isLate) this.late.value = { count: waiting.length, ids: new Set(waiting.flatMap(idsOf)) };
    else if (this.late.peek() !== nothing) this.late.value = nothing;
    this.unkept.value = (isLate || isOffline) && waiting.some((each) => isHere(each) && !each.isKept);
    if (due > now && Number.isFinite(due))
      this.#timer = setTimeout(() => this.look(entries, isOffline), due - now + 1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

const idsOf = ({ mutation: { effects, part } }: Entry): string[] => [
  ...effects.map(({ id }) => id),
  ...(part ? [part.cardId] : []),
];
