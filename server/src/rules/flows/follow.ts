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

/** Rules that are looked at for one workspace before others have their turn. */
const looksOfTurn = 100;

/** How far the log of a workspace has been read, and how far it is to be. */
interface Reading {
  position: number;
  reached: number;
}

/** Runs the rules that wait for what has happened since the last time. */
export async function followLog(engine: Engine): Promise<void> {
  const { stopping } = engine.service;
  const readings = await readingsBehind(engine);
  // In turns: a workspace with many rules, or much that happens, makes no other wait for all of it.
  while (readings.size > 0)
    for (const [workspaceId, reading] of readings) {
      const position = await followFor(engine, workspaceId, reading);
      if (stopping.aborted) return;
      if (position >= reading.reached) readings.delete(workspaceId);
      else readings.set(workspaceId, { ...reading, position });
    }
}

/** The workspaces whose rules have not seen all. */
async function readingsBehind({ service: { db, stopping } }: Engine): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>();
  for (let after = ''; !stopping.aborted; ) {
    const found = await db.all(behind, { after, limit: slice.workspaces });
    // The first rule of a workspace was made a moment ago: what is older does not concern it.
    for (const { workspaceId, position, reached } of found)
      if (position === null)
        readings.set(workspaceId, { position: Math.max(0, reached - slice.entries), reached });
      else if (position < reached) readings.set(workspaceId, { position: Number(position), reached });
    if (found.length < slice.workspaces) break;
    after = found.at(-1)?.workspaceId ?? '';
  }
  return readings;
}

/** Runs rules of a workspace, and returns the position up to which they have seen the log. */
async function followFor(engine: Engine, workspaceId: string, reading: Reading): Promise<number> {
  const { db, maintain, stopping } = engine.service;
  const { position, reached } = reading;
  const entries = await db.all(entriesAfter, { workspaceId, position, limit: slice.entries });
  const seen = await runFor(engine, workspaceId, entries);
  const last = seen ?? entries.at(-1)?.position ?? reached;
  if (stopping.aborted) return position;
  await paced(() => maintain((tx) => tx.run(reachTo, { workspaceId, position: last })));
  return last;
}

/** Runs the rules of the boards on which something happened. Returns the last position that they saw, if that is not the last. */
async function runFor(
  engine: Engine,
  workspaceId: string,
  all: readonly Entry[],
): Promise<number | undefined> {
  const { db, stopping } = engine.service;
  const entries = all.filter(
    ({ type, cardId, boardId }) => triggerOf(type) && cardId !== null && boardId !== null,
  );
  const boardIds = [...new Set(entries.flatMap(({ boardId }) => boardId ?? []))];
  if (boardIds.length === 0) return undefined;
  const ofBoards = Map.groupBy(await db.all(listening, { workspaceId, boardIds }), ({ boardId }) => boardId);
  const budgets = new Map<string, Budget>();
  let looks = 0;
  let seen: number | undefined;
  for (const [at, entry] of entries.entries()) {
    if (looks >= looksOfTurn) break;
    seen = at < entries.length - 1 ? entry.position : undefined;
    for (const rule of ofBoards.get(entry.boardId ?? '') ?? []) {
      if (stopping.aborted) return undefined;
      if (triggerOf(entry.type) !== rule.kind) continue;
      looks++;
      if (!(await concerns(engine, rule, entry))) continue;
      const budget = budgets.get(rule.boardId) ?? new Budget(engine, rule);
      budgets.set(rule.boardId, budget);
      const cause = { cause: `change ${entry.position}`, cardId: entry.cardId, depth: depthOf(entry) + 1 };
      await budget.run(rule, cause);
    }
  }
  for (const budget of budgets.values()) await budget.end();
  return seen;
}

/** Whether an entry, of the type for which a rule waits, is what it waits for, and came after the rule. */
async function concerns({ service: { db } }: Engine, rule: RuleRow, entry: Entry): Promise<boolean> {
  if (entry.createdAt < rule.since) return false;
  if (rule.kind === 'checklist-completed') return isAllDone(db, rule.workspaceId, entry);
  const { when } = settingsOf(rule);
  if (!asksForDetail(when)) return isWhat(when, entry.subjectId, undefined);
  return isWhat(when, entry.subjectId, await detailOf(db, rule.workspaceId, entry));
}
