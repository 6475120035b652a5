import {
  type Channel,
  defaultDigest,
  defaultTimings,
  type Timings,
} from '../../../../contract/notification-settings.ts';
import type { NotificationKind } from '../../../../contract/notifications.ts';
import { minute } from '../../base/clock.ts';
import { type Card, type Someone, sees, type Team, type Told, tell, watchersOf } from './team.ts';
import { type Digest, digestAfter, type QuietHours, quietUntil } from './wall-clocks.ts';

/* A model of what is sent to the people of a team, and when. It knows their settings as they have made them. */

/** What somebody has set. */
export interface Wishes {
  zone: string | null;
  kinds: Partial<Record<NotificationKind, Partial<Timings>>>;
  digest: Digest;
  quietHours: QuietHours | null;
  overrides: { board: string; muted: boolean; kinds: Partial<Record<NotificationKind, Partial<Timings>>> }[];
  /** Whether mail reaches them, and how many browsers they have. */
  hasMail: boolean;
  browsers: number;
}

export const noWishes: Wishes = {
  zone: null,
  kinds: {},
  digest: defaultDigest,
  quietHours: null,
  overrides: [],
  hasMail: true,
  browsers: 1,
};

/** What is still to be done about something that somebody was told. Times of mails are when it is looked at next. */
interface Open {
  mailAt: number | undefined;
  mailedTo: number | undefined;
  pushAt: number | undefined;
  push: { dueAt: number; toldAt: number } | undefined;
}

/** A mail or a push: what it says, as `kind card`; a digest that is pushed says nothing. */
export interface Sent {
  who: Someone;
  says: string[];
}

/** How long something waits for more of the same before it is mailed, and before it is pushed again. */
const delay = 2 * minute;
const pause = minute;

interface Alarm {
  /** When the card is due; undefined for never. */
  dueAt: number | undefined;
  /** What comes after this is still to be told. */
  from: number;
}

const dayBefore = 24 * 60 * minute;
const momentsOf = (dueAt: number) =>
  [
    ['due-soon', dueAt - dayBefore],
    ['overdue', dueAt],
  ] as const;

export class Sending {
  readonly wishes = new Map<Someone, Wishes>();
  readonly #team: Team;
  readonly #open = new Map<Told, Open>();
  readonly #alarms = new Map<Card, Alarm>();

  constructor(team: Team) {
    this.#team = team;
    team.heard = (who, told) => this.#hear(who, told);
  }

  /** What somebody wants; they want what is usual until they say otherwise. */
  of(who: Someone): Wishes {
    const wishes = this.wishes.get(who) ?? { ...noWishes };
    this.wishes.set(who, wishes);
    return wishes;
  }

  /** A card is due at a time from now on; what has passed by then is not told. */
  setDue(card: Card, dueAt: number | undefined, now: number): void {
    this.#alarms.set(card, { dueAt, from: now });
  }

  /** The card is not done any more: what passed meanwhile is not told. */
  reopened(card: Card, now: number): void {
    const alarm = this.#alarms.get(card);
    if (alarm) alarm.from = now;
  }

  /** The next moment at which something happens by itself. */
  next(now: number): number | undefined {
    const open = [...this.#open.values()].flatMap(({ mailAt, pushAt, push }) => [
      mailAt,
      pushAt,
      push?.dueAt,
    ]);
    const alarms = [...this.#alarms.values()].flatMap(({ dueAt }) =>
      dueAt === undefined ? [] : momentsOf(dueAt).map(([, at]) => at),
    );
    const ahead = [...open, ...alarms].filter((at) => at !== undefined && at > now);
    return ahead.length === 0 ? undefined : Math.min(...(ahead as number[]));
  }

  /** What is told at a time because cards are due. */
  ring(now: number): void {
    for (const [card, alarm] of this.#alarms) {
      const { dueAt, from } = alarm;
      if (dueAt === undefined || card.isDone) continue;
      for (const [kind, at] of momentsOf(dueAt))
        if (at > from && at <= now)
          for (const who of watchersOf(this.#team, card)) tell(this.#team, who, kind, card);
      alarm.from = now;
    }
  }

  /** The mails that are sent at a time. */
  mails(now: number): Sent[] {
    return this.#team.everyone.flatMap((who) => this.#mailsTo(who, now));
  }

  /** What is pushed at a time, to each browser of somebody. */
  pushes(now: number): Sent[] {
    return this.#team.everyone.flatMap((who) => this.#pushesTo(who, now));
  }

  #openOf(told: Told): Open {
    const empty = { mailAt: undefined, mailedTo: undefined, pushAt: undefined, push: undefined };
    const open = this.#open.get(told) ?? empty;
    this.#open.set(told, open);
    return open;
  }

  #hear(who: Someone, told: Told): void {
    const isNew = !this.#open.has(told);
    const open = this.#openOf(told);
    open.mailAt ??= told.at + delay;
    if (this.of(who).browsers > 0) open.pushAt ??= isNew ? told.at : told.at + pause;
  }

  #timing<C extends Channel>(who: Someone, { kind, card }: Told, channel: C): Timings[C] {
    const { kinds, overrides } = this.of(who);
    const there = overrides.find(({ board }) => board === card.board.id);
    const own = (there?.kinds[kind] as Partial<Timings> | undefined)?.[channel];
    if (own !== undefined) return own;
    if (there?.muted) return 'off' as Timings[C];
    return (kinds[kind] as Partial<Timings> | undefined)?.[channel] ?? defaultTimings[kind][channel];
  }

  /** When and how something is sent that could be sent from `since` on; undefined for never. */
  #when(who: Someone, told: Told, channel: 'mail' | 'push', { now, since }: { now: number; since: number }) {
    const as = this.#timing(who, told, channel);
    if (as === 'off') return undefined;
    const { digest, quietHours, zone } = this.of(who);
    const at = as === 'digest' ? digestAfter(digest, quietHours, zone, since) : now;
    return { as, at: quietUntil(quietHours, zone, Math.max(at, now)) ?? at };
  }

  isShown = (who: Someone, told: Told): boolean => !told.isRead && sees(who, told.card.board);

  /** Whether somebody wants to find it in the inbox. */
  isInInbox = (who: Someone, told: Told): boolean => this.#timing(who, told, 'page') !== 'off';

  #mailsTo(who: Someone, now: number): Sent[] {
    const groups = new Map<string, Told[]>();
    const joining: [key: string, Told][] = [];
    const add = (key: string, told: Told) => groups.set(key, [...(groups.get(key) ?? []), told]);
    for (const told of who.told) {
      const open = this.#openOf(told);
      if (open.mailAt === undefined || open.mailAt > now + delay) continue;
      const isNews = !told.isRead && (open.mailedTo === undefined || told.at > open.mailedTo);
      const sending =
        this.of(who).hasMail && isNews
          ? this.#when(who, told, 'mail', { now, since: open.mailAt })
          : undefined;
      const key = sending?.as === 'digest' ? 'digest' : told.card.id;
      if (open.mailAt > now) {
        if (sending?.as === 'at-once' && sending.at <= now) joining.push([key, told]);
      } else if (!sending) open.mailAt = undefined;
      else if (sending.at > now) open.mailAt = sending.at;
      else add(key, told);
    }
    for (const [key, told] of joining) if (groups.has(key)) add(key, told);
    return this.#letters(groups).flatMap((those) => this.#send(who, those, now));
  }

  /** Mails about more than three cards are one. */
  #letters(groups: Map<string, Told[]>): Told[][] {
    const single = [...groups].filter(([key]) => key !== 'digest').map(([, those]) => those);
    const others = [...groups].filter(([key]) => key === 'digest').map(([, those]) => those);
    return [...others, ...(single.length > 3 ? [single.flat()] : single)];
  }

  #send(who: Someone, those: readonly Told[], now: number): Sent[] {
    for (const told of those) Object.assign(this.#openOf(told), { mailAt: undefined, mailedTo: now });
    const shown = those.filter((told) => this.isShown(who, told));
    return shown.length === 0 ? [] : [{ who, says: saying(shown) }];
  }

  #pushesTo(who: Someone, now: number): Sent[] {
    const digest: Told[] = [];
    const sent: Sent[] = [];
    for (const told of who.told) {
      const open = this.#openOf(told);
      if (open.pushAt !== undefined && open.pushAt <= now) {
        open.push = { dueAt: open.push?.dueAt ?? now, toldAt: told.at };
        open.pushAt = undefined;
      }
      const { push } = open;
      if (push === undefined || push.dueAt > now) continue;
      const sending = this.isShown(who, told)
        ? this.#when(who, told, 'push', { now, since: push.toldAt })
        : undefined;
      if (sending && sending.at > now) {
        push.dueAt = sending.at;
        continue;
      }
      open.push = undefined;
      if (sending?.as === 'digest') digest.push(told);
      else if (sending) sent.push({ who, says: saying([told]) });
    }
    return digest.length > 0 ? [...sent, { who, says: [] }] : sent;
  }
}

const saying = (told: readonly Told[]): string[] =>
  [...new Set(told.map(({ kind, card }) => `${kind} ${card.id}`))].sort();
