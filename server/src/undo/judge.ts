import type { ChangedThing, ThingValues } from '../base/changes/undo-steps.ts';
import { keyOf, type State, type Step } from './state.ts';

/*
 * Which steps of a session can be undone, and what is there then. A step is undone if everything that it changed is as it was left;
 * since the newest is undone first, what the session itself has changed later does not stand in the way.
 */

export type Left = 'changed' | 'gone' | 'impossible' | 'refused';

export interface Judged {
  step: Step;
  left: Left | null;
}

interface Judgement {
  judged: Judged[];
  /** What is there afterwards. */
  after: State;
  /** What differs then, with the steps that changed it. */
  touched: ReadonlyMap<string, readonly Step[]>;
}

/** Judges steps, newest first. `itemsOf` names the items of checklists: one with others' items stays. */
export function judge(
  steps: readonly Step[],
  before: State,
  itemsOf: ReadonlyMap<string, readonly string[]>,
): Judgement {
  const after: State = new Map(before);
  const touched = new Map<string, Step[]>();
  const judged = steps.flatMap((step): Judged[] => {
    // A claim that has ended leaves nothing to undo.
    const isOver = step.type === 'card.updated.claim.made' && !after.has(`claim ${step.cardId}`);
    if (isOver) return [];
    const left = whyLeft(step, after, itemsOf);
    if (left !== null) return [{ step, left }];
    for (const thing of step.things ?? []) {
      const key = keyOf(thing);
      const values = undone(thing, after.get(key));
      if (values) after.set(key, values);
      else after.delete(key);
      touched.set(key, [...(touched.get(key) ?? []), step]);
    }
    return [{ step, left }];
  });
  return { judged, after, touched };
}

function whyLeft(step: Step, now: State, itemsOf: ReadonlyMap<string, readonly string[]>): Left | null {
  if (step.things === undefined || step.cardId === null) return 'impossible';
  const card = now.get(`card ${step.cardId}`);
  if (!card) return 'gone';
  const ofStanding = step.things.some(({ before }) => before !== null && 'stands' in before);
  if (card['stands'] === 'trash' && !ofStanding) return 'gone';
  const own = new Set(step.things.map(({ id }) => id));
  for (const thing of step.things) {
    // A card that the session has made is judged by itself, as others may have touched anything on it.
    if (thing.kind === 'card' && thing.before === null) return 'changed';
    const is = now.get(keyOf(thing));
    if (thing.after === null ? is !== undefined : is === undefined)
      return thing.after === null ? 'changed' : 'gone';
    if (is && thing.after && !holds(is, thing.after)) return 'changed';
    const isFull = (itemsOf.get(thing.id) ?? []).some((item) => now.has(`item ${item}`) && !own.has(item));
    if (thing.kind === 'checklist' && thing.before === null && isFull) return 'changed';
  }
  return null;
}

const holds = (is: ThingValues, expected: ThingValues): boolean =>
  Object.entries(expected).every(([name, value]) => (is[name] ?? null) === value);

/** What is there instead; undefined for nothing. */
const undone = ({ before, after }: ChangedThing, is: ThingValues | undefined): ThingValues | undefined =>
  before === null ? undefined : after === null ? before : { ...is, ...before };
