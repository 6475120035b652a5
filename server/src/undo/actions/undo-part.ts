import type { Work } from '../../base/changes/change.ts';
import { type ChangedThing, forgetSteps, type ThingValues } from '../../base/changes/undo-steps.ts';
import { listOfRecurrence } from '../../cards/actions/recurrence.ts';
import { type Judged, judge } from '../judge.ts';
import { type Session, touchedByOthers } from '../queries.ts';
import { keyOf, readState, type State, type Step } from '../state.ts';
import { applyTo, cardPartOf, type Difference } from './apply.ts';

/** Steps that are undone in one change: so many that others do not wait. */
export interface Part {
  steps: readonly Step[];
  /** Whether it is all of a card that the session has made, which goes to the trash as it is. */
  isMade: boolean;
}

export interface Undone extends Judged {
  /** Why it was refused. */
  reason?: string;
}

/** Undoes part of a session. Each card is put back as far as nobody else has changed it, judged under its lock. */
export async function undoPart(work: Work, of: Session, part: Part): Promise<Undone[]> {
  const { tx, continues, quiet } = work;
  const { workspaceId } = of;
  continues();
  quiet();
  const cardIds = [...new Set(part.steps.flatMap(({ cardId }) => cardId ?? []))];
  const done = await (part.isMade ? undoMade : undoChanges)(work, of, part, cardIds);
  const ids = done.flatMap(({ step, left }) => (left === null ? [step.id] : []));
  await tx.run(forgetSteps, { workspaceId, ids });
  return done;
}

async function undoChanges(work: Work, of: Session, part: Part, ids: readonly string[]): Promise<Undone[]> {
  const { tx } = work;
  const { workspaceId } = of;
  const { state, itemsOf } = await tx.lockAndRead('cards', workspaceId, ids, () =>
    readState(tx, of, part.steps),
  );
  const { judged, after, touched } = judge(part.steps, state, itemsOf);
  await hold(work, workspaceId, ids, [state, after], touched);
  const result: Undone[] = [...judged];
  for (const id of ids) {
    const differences = differencesOn(id, part.steps, state, after, touched);
    if (differences.length === 0) continue;
    const refused = await applyTo(work, id, differences);
    if (refused.size === 0) continue;
    for (const each of result) {
      if (each.left !== null || each.step.cardId !== id) continue;
      const key = ['all', ...(each.step.things ?? []).flatMap(refusedAs)].find((name) => refused.has(name));
      if (key !== undefined) Object.assign(each, { left: 'refused', reason: refused.get(key) });
    }
  }
  return result;
}

/** As what it is refused if something is not put back. */
const refusedAs = (thing: ChangedThing): string[] =>
  thing.kind === 'card' ? Object.keys(thing.before ?? {}).map(cardPartOf) : [thing.kind, keyOf(thing)];

/** What differs on a card: `touched` has what steps have changed, and of these some may be as they were. */
function differencesOn(
  cardId: string,
  steps: readonly Step[],
  is: State,
  was: State,
  touched: ReadonlyMap<string, readonly Step[]>,
): Difference[] {
  const things = steps.filter((step) => step.cardId === cardId).flatMap((step) => step.things ?? []);
  const named = new Map(things.map((thing) => [keyOf(thing), thing]));
  return [...named].flatMap(([key, { kind, id }]) => {
    if (!touched.has(key)) return [];
    const [now, then] = [is.get(key), was.get(key)];
    return JSON.stringify(now) === JSON.stringify(then) ? [] : [{ kind, id, is: now, was: then }];
  });
}

/** A card that the session has made goes to the trash as it is, unless others have touched it by now. */
async function undoMade(work: Work, of: Session, { steps }: Part, ids: readonly string[]): Promise<Undone[]> {
  const { tx } = work;
  const { workspaceId } = of;
  const [{ state }, others] = await tx.lockAndRead('cards', workspaceId, ids, () =>
    Promise.all([
      readState(
        tx,
        of,
        steps.map((step) => ({ ...step, things: [] })),
      ),
      tx.all(touchedByOthers, { ...of, ids }),
    ]),
  );
  const [id = ''] = ids;
  const card = state.get(`card ${id}`);
  const as = (left: Judged['left'], reason?: string): Undone[] =>
    steps.map((step) => ({ step, left, ...(reason === undefined ? {} : { reason }) }));
  if (!card) return as('gone');
  if (others.length > 0) return as('changed');
  if (card['stands'] === 'trash') return as(null);
  await tx.lock('lists', workspaceId, [String(card['listId'])]);
  const refused = await applyTo(work, id, [
    { kind: 'card', id, is: { stands: 'open' }, was: { stands: 'trash' } },
  ]);
  const [reason] = refused.values();
  return reason === undefined ? as(null) : as('refused', reason);
}

/** Locks what the actions will lock, in the order of all transactions. */
async function hold(
  { tx }: Work,
  workspaceId: string,
  cards: readonly string[],
  states: readonly State[],
  touched: ReadonlyMap<string, unknown>,
): Promise<void> {
  const lists = cards.flatMap((id) => states.flatMap((state) => listsOf(state.get(`card ${id}`))));
  await tx.lock('lists', workspaceId, [...new Set(lists)]);
  const named = (kind: string) =>
    [...touched.keys()].flatMap((key) => (key.startsWith(`${kind} `) ? [key.split(' ')[2] ?? ''] : []));
  await tx.lock('labels', workspaceId, named('label'));
  const recurs = cards.some((id) =>
    states.some((state) => (state.get(`card ${id}`)?.['recurrence'] ?? null) !== null),
  );
  if (recurs) await tx.lock('workspaces', workspaceId, [workspaceId]);
  const ofItems = states.flatMap((state) =>
    [...touched.keys()].flatMap((key) =>
      key.startsWith('item ') ? (state.get(key)?.['memberId'] ?? []) : [],
    ),
  );
  await tx.lock('members', workspaceId, [...new Set([...named('member'), ...ofItems.map(String)])]);
}

const listsOf = (card: ThingValues | undefined): string[] => {
  if (!card) return [];
  const recurrence = card['recurrence'] ?? null;
  return [String(card['listId']), ...(recurrence === null ? [] : listOfRecurrence(String(recurrence)))];
};
