import type { Static } from 'typebox';
import type { LiveCard } from '../live-shapes.ts';
import type { Calendar } from './ranges.ts';
import type { State } from './tree.ts';

/* Tests of a card that depend on the time. */

type Card = Static<typeof LiveCard>;
type Test = (card: Card) => boolean;

/** When a card is judged: the day of the reader, and the time in milliseconds. */
type Moment = Pick<Calendar, 'today'> & { now: number };

export const wholeDay = /T00:00(?::00(?:\.000)?)?Z$/;
export const day = 24 * 60 * 60 * 1000;

/** Whether a claim has not expired; `now` is in milliseconds. */
export const isHeld = (claim: Card['claim'], now: number): claim is NonNullable<Card['claim']> =>
  claim !== undefined && Date.parse(claim.expiresAt) > now;

/** Whether a card is held now, by a member who passes. */
export const holderTest =
  (passes: (member: string) => boolean, now: number): Test =>
  ({ claim }) =>
    isHeld(claim, now) && passes(claim.memberPublicId ?? '');

export type Timed = Extract<State, 'overdue' | 'claimed' | 'ready'>;

export const timed: Record<Timed, (moment: Moment) => Test> = {
  overdue:
    ({ today, now }) =>
    ({ dueDate, completedAt }) => {
      if (dueDate === null || completedAt !== null) return false;
      const at = Date.parse(dueDate);
      return wholeDay.test(dueDate) ? at / day < today : at < now;
    },
  claimed: ({ now }) => holderTest(() => true, now),
  ready:
    ({ today, now }) =>
    ({ startDate, completedAt, archivedAt, isTemplate = false, blocked = false, claim }) => {
      if (completedAt !== null || archivedAt !== null || isTemplate || blocked || isHeld(claim, now))
        return false;
      if (startDate === null) return true;
      const at = Date.parse(startDate);
      return wholeDay.test(startDate) ? at / day <= today : at <= now;
    },
};
