import { sql } from 'kysely';
import type { When } from '../../../../contract/rule-shapes.ts';
import { cardsPerPress } from '../../../../contract/rules.ts';
import { day, hour, minute } from '../../base/clock.ts';
import { dayIn, endOf, startOf } from '../../base/days.ts';
import { command, query } from '../../base/db/query.ts';
import { allColumns } from '../../base/db/statements.ts';
import { rules } from '../../data/rules/tables.ts';
import { nextAt } from '../../data/rules/times.ts';
import { makerAt } from '../maker.ts';
import type { OfBoard, RuleRow } from '../queries.ts';
import { settingsOf } from '../settings.ts';
import { Budget } from './budget.ts';
import { passingOnBoard } from './passing.ts';
import { boardOf, type Engine, failedWith, withoutRights } from './run.ts';

/* Rules that wait for a time. When a rule rings next is written after its runs: who looks again finds what has run. */

const slice = 20;

const ringing = query(
  'rules.ringing',
  (_db, p: { now: number }) => sql<RuleRow & { isThere: 0 | 1 }>`
  select ${allColumns(rules, 'r')},
    case when b.deleted_at is null and w.deleted_at is null then 1 else 0 end as "isThere"
  from rules r
  join boards b on b.workspace_id = r.workspace_id and b.id = r.board_id
  join workspaces w on w.id = r.workspace_id
  where r.next_at <= ${p.now} order by r.next_at limit ${sql.lit(slice)}`,
);

const rang = command(
  'rules.rang',
  (
    _db,
    p: { workspaceId: string; id: string; was: number; since: number; nextAt: number | null },
  ) => sql<never>`
  update rules set since = ${p.since}, next_at = cast(${p.nextAt} as bigint)
  where workspace_id = ${p.workspaceId} and id = ${p.id} and next_at = ${p.was}`,
);

/** Runs the rules whose time has come. */
export async function ringRules(engine: Engine): Promise<void> {
  const { db, clock, maintain, stopping } = engine.service;
  while (!stopping.aborted) {
    const now = clock.now();
    const found = await db.all(ringing, { now });
    for (const rule of found) {
      const { workspaceId, id, isThere, ...row } = rule;
      if (isThere === 1) await ring(engine, rule, now);
      if (stopping.aborted) return;
      // What is in the trash is looked at again later, and makes up for what it missed if it was restored.
      const then =
        isThere === 1
          ? { since: now, nextAt: nextAt(settingsOf(rule).when, now) }
          : { since: Number(row.since), nextAt: now + hour };
      const at = { workspaceId, id, was: Number(row.nextAt), ...then };
      await maintain((tx) => tx.run(rang, at));
    }
    if (found.length < slice) return;
  }
}

async function ring(engine: Engine, rule: RuleRow, now: number): Promise<void> {
  const { when } = settingsOf(rule);
  const budget = new Budget(engine, rule);
  const run: Run = async (cause, cardId) =>
    !engine.service.stopping.aborted && (await budget.run(rule, { cause, cardId, depth: 1 }));
  if (when.type === 'schedule') await runScheduled(engine, rule, run);
  else await runDue(engine, rule, now, run);
  await budget.end();
}

/** Returns whether the rule still runs. */
type Run = (cause: string, cardId: string | null) => Promise<boolean>;

/** Once, or on the cards that pass its filter. What was missed while nothing ran is made up for once. */
async function runScheduled(engine: Engine, rule: RuleRow, run: Run): Promise<void> {
  const { service, sources } = engine;
  const { workspaceId, boardId, nextAt: at } = rule;
  const { if: filter } = settingsOf(rule);
  if (filter === '') {
    await run(`at ${at}`, null);
    return;
  }
  const { actor } = await makerAt(service.db, rule, 1, service.clock.now());
  const board = actor && (await boardOf(engine, actor, rule));
  if (!board) {
    await withoutRights(engine, rule);
    return;
  }
  const { permissions } = board;
  const asked = { workspaceId, boardId, permissions, filter, actor, now: service.clock.now() };
  try {
    for (const cardId of await passingOnBoard(sources, asked, cardsPerPress))
      if (!(await run(`at ${at} ${cardId}`, cardId))) return;
  } catch (error) {
    // A filter may name a field that is gone. That is the trouble of this rule, and keeps no other waiting.
    await failedWith(engine, rule, { cause: `at ${at}`, cardId: null, depth: 1 }, error);
  }
}

interface Due {
  id: string;
  dueAt: number;
}

/** Open cards that are due after a place and until a time: on whole days, or at times of day. */
const dueCards = query(
  'rules.dueCards',
  (_db, p: OfBoard & Period & { afterAt: number; after: string }) => sql<Due>`
  select c.id as id, c.due_at as "dueAt" from cards c
  where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId}
    and (c.due_at, c.id) > (cast(${p.afterAt} as bigint), cast(${p.after} as text)) and c.due_at <= ${p.to}
    and case when c.due_at % ${sql.lit(day)} = 0 then 1 else 0 end = ${p.whole}
    and c.completed_at is null and c.is_template = 0 and c.archived_at is null and c.deleted_at is null
  order by c.due_at, c.id limit ${sql.lit(slice * 5)}`,
);

interface Period {
  to: number;
  whole: 0 | 1;
}

/** When a card that is due at a time lets a rule run. */
const momentOf = ({ type, minutesBefore = 0, timeZone = null }: Moment, dueAt: number): number =>
  type === 'overdue' ? endOf(dueAt, timeZone) : startOf(dueAt, timeZone) - minutesBefore * minute;

type Moment = Pick<When, 'type' | 'minutesBefore'> & { timeZone?: string | null };

/** For the cards whose moment came since the rule was looked at last. */
async function runDue(engine: Engine, rule: RuleRow, now: number, run: Run): Promise<void> {
  const { workspaceId, boardId, since } = rule;
  const { when } = settingsOf(rule);
  for (const { from, ...period } of periodsOf(when, since, now)) {
    let place = { afterAt: from, after: '' };
    for (;;) {
      const found = await engine.service.db.all(dueCards, { workspaceId, boardId, ...period, ...place });
      for (const { id, dueAt } of found) if (!(await run(`due ${id} ${dueAt}`, id))) return;
      const last = found.at(-1);
      if (found.length < slice * 5 || !last) break;
      place = { afterAt: Number(last.dueAt), after: last.id };
    }
  }
}

/** The due dates whose moment came after one time and until another: of most minutes, there is no whole day among them. */
function periodsOf(when: When, since: number, now: number): (Period & { from: number })[] {
  const ahead = when.type === 'overdue' ? 0 : (when.minutesBefore ?? 0) * minute;
  const times = { from: since + ahead + 1, to: now + ahead, whole: 0 as const };
  // Whole days begin and end at other times than in UTC.
  const around = (at: number) => [-2, -1, 0, 1, 2].map((days) => dayIn(at, null) + days * day);
  const first = around(since + ahead).find((date) => momentOf(when, date) > since);
  const last = around(now + ahead).findLast((date) => momentOf(when, date) <= now);
  if (first === undefined || last === undefined || first > last) return [times];
  return [times, { from: first, to: last, whole: 1 }];
}
