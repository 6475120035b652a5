import assert from 'node:assert/strict';
import { deepestRun, mostFailures } from '../../../../contract/rules.ts';

/* Which runs of rules there must be, judged by the log of changes alone. */

/** What a maker may still do. */
export type Rights = 'all' | 'guest' | 'no-cards' | 'suspended';

export type StoredRule = {
  id: string;
  name: string;
  kind: string;
  settings: string;
  active: number;
  paused: string | null;
  since: number;
  madeBy: string;
  failures: number;
};

interface Settings {
  when: { listPublicId?: string; labelPublicId?: string };
  if: string;
  then: { type: string; labelPublicId?: string }[];
}

type Entry = {
  position: number;
  type: string;
  cardId: string | null;
  subjectId: string | null;
  apiKey: string | null;
  createdAt: number;
  title: string | null;
  createdBy: string | null;
};

interface Happened {
  /** The whole log, and the last position that was judged before. */
  entries: readonly Entry[];
  from: number;
  /** The rules before and after they ran. */
  before: readonly StoredRule[];
  after: readonly StoredRule[];
  /** The lists where cards were put, by their activities, in order. */
  puts: readonly { cardId: string; type: string; toList: string }[];
  runs: readonly { ruleId: string; cause: string; state: string; depth: number }[];
  /** By the ids of makers. */
  rights: ReadonlyMap<string, Rights>;
  /** The maker whose rights changed while rules ran. */
  racing: string | undefined;
  /** A label that is deleted: rules that add it fail. */
  gone: string;
  nodes: number;
  /** Counts the runs that were done, by rule and maker. */
  done: Map<string, number>;
}

const typeOf: Record<string, string> = {
  created: 'card.created',
  moved: 'card.updated.list',
  'label-added': 'card.updated.label.added',
  'label-removed': 'card.updated.label.removed',
  'member-added': 'card.updated.member.added',
  completed: 'card.updated.completed',
  reopened: 'card.updated.reopened',
  commented: 'card.updated.comment.added',
};

/** To what a trigger is limited, if it can be. */
export function namedBy(kind: string, list: string, label: string): Settings['when'] {
  if (kind === 'created' || kind === 'moved') return { listPublicId: list };
  return kind.startsWith('label') ? { labelPublicId: label } : {};
}

const isTriggeredBy = (kind: string, type: string): boolean =>
  kind === 'due-changed' ? type.startsWith('card.updated.dueDate.') : typeOf[kind] === type;

const changesCards = new Set([
  'move',
  'add-label',
  'remove-label',
  'complete',
  'reopen',
  'assign',
  'set-due',
]);

const depthOf = ({ apiKey }: Entry): number =>
  apiKey === null ? 0 : ((JSON.parse(apiKey) as { depth?: number }).depth ?? 0);

/** Where each entry put its card: as many entries of a card and a type as activities. */
function listsOf({ entries, puts }: Happened): Map<number, string> {
  const left = Map.groupBy(puts, ({ cardId, type }) => `${cardId} ${type}`);
  const found = new Map<number, string>();
  for (const { position, cardId, type } of entries) {
    const put = left.get(`${cardId} ${type}`)?.shift();
    if (put) found.set(position, (JSON.parse(put.toList) as { publicId: string }).publicId);
  }
  return found;
}

/** Compares the runs since a position with those that the model expects, and adds what was done to `done`. */
export function checkRuns(happened: Happened): void {
  const { before, entries, from } = happened;
  const lists = listsOf(happened);
  for (const entry of entries) assert.ok(depthOf(entry) <= deepestRun, 'chains end');
  for (const rule of before) {
    const causes = entries.filter(
      (entry) => entry.position > from && isFor(rule, entry, lists.get(Number(entry.position))),
    );
    checkRule(happened, rule, causes);
  }
}

/** Whether an entry is what a rule waits for. */
function isFor(
  { kind, settings, since, active }: StoredRule,
  entry: Entry,
  list: string | undefined,
): boolean {
  const { when } = JSON.parse(settings) as Settings;
  if (Number(active) === 0 || Number(entry.createdAt) < Number(since) || !isTriggeredBy(kind, entry.type))
    return false;
  if (when.labelPublicId !== undefined && when.labelPublicId !== entry.subjectId) return false;
  return when.listPublicId === undefined || when.listPublicId === list;
}

const passes = ({ settings, madeBy }: StoredRule, { title, createdBy }: Entry): boolean => {
  const { if: filter } = JSON.parse(settings) as Settings;
  return filter === '' || (filter === 'creator:me' ? createdBy === madeBy : title === 'keep');
};

/** What becomes of a run that has to be: undefined if its maker may not run the rule at all. */
function outcomeOf(
  { rights, gone }: Happened,
  { settings, madeBy }: StoredRule,
): 'done' | 'failed' | undefined {
  const { then: actions } = JSON.parse(settings) as Settings;
  const held = rights.get(madeBy) ?? 'all';
  if (held === 'guest' || held === 'suspended') return undefined;
  const isBroken = actions.some(({ labelPublicId }) => labelPublicId === gone);
  const lacksRights = held === 'no-cards' && actions.some(({ type }) => changesCards.has(type));
  return isBroken || lacksRights ? 'failed' : 'done';
}

function checkRule(happened: Happened, rule: StoredRule, causes: readonly Entry[]): void {
  const { from, runs, rights, racing, done, nodes } = happened;
  const own = runs.filter(
    ({ ruleId, cause }) => ruleId === rule.id && Number(cause.replace('change ', '')) > from,
  );
  const left = new Map(own.map((run) => [run.cause, run]));
  assert.equal(left.size, own.length, 'a cause lets a rule run once');
  const now = happened.after.find(({ id }) => id === rule.id);
  const paused = Number(rule.active) === 1 && now?.active !== rule.active ? now?.paused : null;
  const isRacing = racing === rule.madeBy;
  const outcome = outcomeOf(happened, rule);
  const allowed = isRacing ? ['done', 'failed'] : outcome === undefined ? [] : [outcome];
  for (const entry of causes) {
    const run = left.get(`change ${entry.position}`);
    left.delete(`change ${entry.position}`);
    const depth = depthOf(entry) + 1;
    const about = `${rule.name} ${rule.kind} for ${entry.type} at ${entry.position}, ${depth} deep, paused ${paused}`;
    if (run) assert.equal(Number(run.depth), depth, about);
    const states = depth > deepestRun ? ['stopped'] : passes(rule, entry) ? allowed : [];
    if (run) assert.ok(states.includes(run.state), `${about}: ${run.state}, not ${states.join(' or ')}`);
    // A rule that was paused meanwhile does not run for what came after that.
    else if (states.length > 0) assert.ok(paused !== null, `${about}: it must have run`);
    if (run?.state === 'done') {
      const key = `${rule.name} ${rule.madeBy}`;
      done.set(key, (done.get(key) ?? 0) + 1);
    }
  }
  assert.deepEqual([...left.values()], [], `${rule.name} ran for nothing`);
  const failed = own.filter(({ state }) => state === 'failed').length + Number(rule.failures);
  const shallow = causes.filter((entry) => depthOf(entry) < deepestRun);
  if (outcome === undefined && !isRacing && shallow.length > 0) assert.equal(paused, 'rights', rule.name);
  if (paused === 'rights')
    assert.ok(isRacing || rights.get(rule.madeBy) !== 'all', `${rule.name} lost no rights`);
  if (paused === 'failing') assert.ok(failed >= mostFailures, `${rule.name} failed ${failed} times`);
  if (nodes === 1)
    assert.ok(failed <= mostFailures || outcome === 'done', `${rule.name} failed ${failed} times`);
  assert.ok(paused !== 'off' && paused !== 'too-many-runs', `${rule.name}: ${paused}`);
}
