import { sql } from 'kysely';
import { idCycle } from '../../../contract/ids.ts';
import type { PauseReason } from '../../../contract/rules.ts';
import { hour, minute } from '../base/clock.ts';
import { command, query } from '../base/db/query.ts';
import { allColumns } from '../base/db/statements.ts';
import type { NewRow } from '../base/db/table.ts';
import { ruleRuns, rules } from '../data/rules/tables.ts';
import type { OfBoard, RuleRow } from './queries.ts';

/* What the engine of rules reads and writes of them. */

/** Notes a run; no row if the same cause let the rule run already, on whichever node. */
export const begin = command('rule_runs.begin', (db, p: NewRow<typeof ruleRuns>) =>
  db
    .insertInto('rule_runs')
    .values({
      workspace_id: p.workspaceId,
      id: p.id,
      board_id: p.boardId,
      rule_id: p.ruleId,
      cause: p.cause,
      card_id: p.cardId,
      state: p.state,
      actions: p.actions,
      error: p.error,
      depth: p.depth,
      created_at: p.createdAt,
    })
    .onConflict((on) => on.columns(['workspace_id', 'rule_id', 'cause']).doNothing())
    .returning('id'),
);

interface OfRule {
  workspaceId: string;
  id: string;
}

/** A rule as it was when it ran: what another maker has made of it since has not failed. */
interface AsItWas extends OfRule {
  madeBy: string;
  settings: string;
}

/** The rule as it is now, if it runs. */
export const running = query(
  'rules.running',
  (_db, p: OfRule) => sql<RuleRow>`
  select ${allColumns(rules, 'r')} from rules r where r.workspace_id = ${p.workspaceId} and r.id = ${p.id} and r.active = 1`,
);

/** The board of a rule, if neither it nor its workspace is in the trash. */
export const liveBoard = query(
  'rules.liveBoard',
  (_db, p: OfBoard) => sql<{ id: string }>`
  select b.id as id from boards b join workspaces w on w.id = ${p.workspaceId} and w.deleted_at is null
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId} and b.deleted_at is null`,
);

export const succeeded = command(
  'rules.succeeded',
  (_db, p: OfRule) => sql<never>`
  update rules set failures = 0 where workspace_id = ${p.workspaceId} and id = ${p.id} and failures > 0`,
);

export const failed = command(
  'rules.failed',
  (_db, p: AsItWas) => sql<{ failures: number }>`
  update rules set failures = failures + 1
  where workspace_id = ${p.workspaceId} and id = ${p.id} and made_by = ${p.madeBy} and settings = ${p.settings}
  returning failures`,
);

export const pause = command(
  'rules.pause',
  (_db, p: AsItWas & { reason: PauseReason }) => sql<{ id: string }>`
  update rules set active = 0, listens = 0, next_at = null, paused = ${p.reason}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and active = 1
    and made_by = ${p.madeBy} and settings = ${p.settings}
  returning id`,
);

/** The beginning of the ids that were made at a time. */
const idAt = (at: number): string => (Math.floor(at / 1000) % idCycle).toString(36).padStart(8, '0');

const since = query(
  'rule_runs.since',
  (_db, p: OfBoard & { after: string; limit: number }) => sql<{ count: number }>`
  select count(*) as count from (
    select id from rule_runs
    where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and id > ${p.after} limit ${p.limit}
  ) x`,
);

/** The statement and the parameters that count the runs of the last minute on a board. */
export const ofLastMinute = ({ workspaceId, boardId }: OfBoard, now: number, limit: number) =>
  [since, { workspaceId, boardId, after: idAt(now - minute), limit }] as const;

const forget = command(
  'rule_runs.forget',
  (_db, p: OfBoard & { kept: number; before: string; limit: number }) => sql<never>`
  delete from rule_runs where workspace_id = ${p.workspaceId} and id in (
    select x.id from rule_runs x
    where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId} and x.id < ${p.before} and x.id < (
      select y.id from rule_runs y where y.workspace_id = ${p.workspaceId} and y.board_id = ${p.boardId}
      order by y.id desc limit 1 offset ${p.kept})
    order by x.id limit ${p.limit})`,
);

/** Runs that are kept of a board. Younger ones stay in any case: they tell what has run already. */
const kept = 1000;

/** The statement and the parameters that delete some of the oldest runs of a board. */
export const forgetOld = ({ workspaceId, boardId }: OfBoard, now: number) =>
  [forget, { workspaceId, boardId, kept, before: idAt(now - hour), limit: 1000 }] as const;
