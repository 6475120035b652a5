import { paced } from '../../base/jobs/paced.ts';
import {
  behind,
  depthOf,
  detailOf,
  type Entry,
  entriesAfter,
  isAllDone,
  listening,
  reachTo,
} from '../entries.ts';
import type { RuleRow } from '../queries.ts';
import { settingsOf } from '../settings.ts';
import { asksForDetail, isWhat, triggerOf } from '../triggers.ts';
import { Budget } from './budget.ts';
import type { Engine } from './run.ts';

/*
 * Rules follow the change log, as live pages do. How far it was read is kept per workspace, and written after a page of entries:
 * who reads entries again finds the runs that they caused (`runRule`).
 */

/** Workspaces of one statement, and entries that are read at a time. */
const slice = { workspaces: 100, entries: 500 };

/** Runs the rules that wait for what has happened since the last time. */
export async function followLog(engine: Engine): Promise<void> {
  const { db, stopping } = engine.service;
  for (let after = ''; !stopping.aborted; ) {
    const found = await db.all(behind, { after, limit: slice.workspaces });
    for (const { workspaceId, position, reached } of found)
      if (position === null || position < reached)
        await followIn(engine, workspaceId, Number(position ?? 0), reached);
    if (found.length < slice.workspaces) return;
    after = found.at(-1)?.workspaceId ?? '';
  }
}

async function followIn(engine: Engine, workspaceId: string, from: number, reached: number): Promise<void> {
  const { db, maintain, stopping } = engine.service;
  // The first rule of a workspace was made a moment ago: what is older does not concern it.
  let position = Math.max(from, from === 0 ? reached - slice.entries : 0);
  while (position < reached) {
    const entries = await db.all(entriesAfter, { workspaceId, position, limit: slice.entries });
    const last = entries.at(-1)?.position ?? reached;
    await runFor(engine, workspaceId, entries);
    if (stopping.aborted) return;
    position = last;
    await paced(() => maintain((tx) => tx.run(reachTo, { workspaceId, position: last })));
  }
}

/** Runs the rules of the boards on which something happened. */
async function runFor(engine: Engine, workspaceId: string, all: readonly Entry[]): Promise<void> {
  const { db, stopping } = engine.service;
  const entries = all.filter(
    ({ type, cardId, boardId }) => triggerOf(type) && cardId !== null && boardId !== null,
  );
  const boardIds = [...new Set(entries.flatMap(({ boardId }) => boardId ?? []))];
  if (boardIds.length === 0) return;
  const ofBoards = Map.groupBy(await db.all(listening, { workspaceId, boardIds }), ({ boardId }) => boardId);
  const budgets = new Map<string, Budget>();
  for (const [at, entry] of entries.entries()) {
    for (const rule of ofBoards.get(entry.boardId ?? '') ?? []) {
      if (stopping.aborted) return;
      if (!(await concerns(engine, rule, entry, entries.slice(0, at)))) continue;
      const budget = budgets.get(rule.boardId) ?? new Budget(engine, rule);
      budgets.set(rule.boardId, budget);
      const cause = { cause: `change ${entry.position}`, cardId: entry.cardId, depth: depthOf(entry) + 1 };
      await budget.run(rule, cause);
    }
  }
  for (const budget of budgets.values()) await budget.end();
}

/** Whether an entry is what a rule waits for, and came after the rule. */
async function concerns(
  { service: { db } }: Engine,
  rule: RuleRow,
  entry: Entry,
  before: readonly Entry[],
): Promise<boolean> {
  const trigger = triggerOf(entry.type);
  if (trigger !== rule.kind || entry.createdAt < rule.since) return false;
  if (trigger === 'checklist-completed') return isAllDone(db, rule.workspaceId, entry);
  const { when } = settingsOf(rule);
  if (!asksForDetail(when)) return isWhat(when, entry.subjectId, undefined);
  const earlier = before.filter(
    ({ cardId, type, createdAt }) =>
      cardId === entry.cardId && type === entry.type && createdAt === entry.createdAt,
  );
  return isWhat(when, entry.subjectId, await detailOf(db, rule.workspaceId, entry, earlier.length));
}
