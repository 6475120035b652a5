import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { ListedRule, Rule, RuleRun, RunState } from '../../../contract/rules.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { allColumns } from '../base/db/statements.ts';
import type { ValuesOf } from '../base/db/table.ts';
import { ruleRuns, rules } from '../data/rules/tables.ts';
import { settingsOf } from './settings.ts';

export type RuleRow = ValuesOf<typeof rules>;

export interface OfBoard {
  workspaceId: string;
  boardId: string;
}

interface ShownRule extends RuleRow {
  makerName: string | null;
  isClosed: 0 | 1;
}

/** The rules of a board, in order, with their makers. */
export const rulesOf = query(
  'rules.ofBoard',
  (_db, p: OfBoard) => sql<ShownRule>`
  select ${allColumns(rules, 'r')}, u.name as "makerName", case when u.disabled_at is null then 0 else 1 end as "isClosed"
  from rules r
  join users u on u.id = r.made_by
  where r.workspace_id = ${p.workspaceId} and r.board_id = ${p.boardId}
  order by r.place, r.id`,
);

interface LastRun {
  ruleId: string;
  state: RunState;
  error: string | null;
  createdAt: number;
}

/** The last run of each of some rules that has any. */
export const lastRuns = query(
  'rules.lastRuns',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<LastRun>`
  with last as materialized (
    select (
      select x.id from rule_runs x
      where x.workspace_id = ${p.workspaceId} and x.rule_id >= k.id and (x.rule_id, x.id) <= (k.id, '~')
      order by x.rule_id desc, x.id desc limit 1) as id
    from ${fn.ids(p.ids)} k
  )
  select r.rule_id as "ruleId", r.state as state, r.error as error, r.created_at as "createdAt"
  from last
  ${fn.row({ table: 'rule_runs', as: 'r', workspaceId: p.workspaceId, id: 'last.id' })}`,
);

/** Rules with how they fare, for who may know it. */
export async function listedRules(
  db: Reading,
  board: OfBoard,
  showRuns: boolean,
): Promise<Static<typeof ListedRule>[]> {
  const { workspaceId } = board;
  const rows = await db.all(rulesOf, board);
  if (!showRuns) return rows.map((row) => ({ ...ruleOf(row), failures: 0, lastRun: null }));
  const found = await db.all(lastRuns, { workspaceId, ids: rows.map(({ id }) => id) });
  const byRule = new Map(
    found.map(({ ruleId, createdAt, ...run }) => [ruleId, { at: isoMillis(createdAt), ...run }]),
  );
  return rows.map((row) => ({
    ...ruleOf(row),
    failures: Number(row.failures),
    lastRun: byRule.get(row.id) ?? null,
  }));
}

/** A rule as it is shown. */
export function ruleOf(row: RuleRow & Pick<ShownRule, 'makerName' | 'isClosed'>): Static<typeof Rule> {
  const { when, if: filter, then: actions } = settingsOf(row);
  return {
    publicId: row.id,
    name: row.name,
    when,
    if: filter,
    then: actions,
    active: row.active === 1,
    pausedBecause: row.paused,
    maker: row.isClosed === 1 ? null : { id: row.madeBy, name: row.makerName },
    nextRunAt: when.type === 'schedule' ? isoMillisOrNull(row.nextAt) : null,
  };
}

interface Named {
  workspaceId: string;
  boardId: string;
  ids: readonly string[];
}

/** What a rule may name: what is on its board, who is in its workspace, and its webhooks that are told of the board. */
const known = query(
  'rules.known',
  (_db, p: Named, fn) => sql<{ id: string }>`
  select x.id as id from lists x
  where x.workspace_id = ${p.workspaceId} and ${fn.isIn('x.id', fn.each(p.ids))} and x.board_id = ${p.boardId}
    and x.deleted_at is null
  union all
  select x.id from labels x
  where x.workspace_id = ${p.workspaceId} and ${fn.isIn('x.id', fn.each(p.ids))} and x.board_id = ${p.boardId}
    and x.deleted_at is null
  union all
  select x.id from fields x
  where x.workspace_id = ${p.workspaceId} and ${fn.isIn('x.id', fn.each(p.ids))} and x.board_id = ${p.boardId}
  union all
  select x.id from members x
  where x.workspace_id = ${p.workspaceId} and ${fn.isIn('x.id', fn.each(p.ids))} and x.status <> 'removed'
  union all
  select x.id from webhooks x
  where x.workspace_id = ${p.workspaceId} and ${fn.isIn('x.id', fn.each(p.ids))}
    and (x.board_id is null or x.board_id = ${p.boardId})`,
);

/** Those of the ids that a rule of the board may name. */
export async function knownOf(db: Reading, board: OfBoard, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { workspaceId, boardId } = board;
  return new Set((await db.all(known, { workspaceId, boardId, ids })).map(({ id }) => id));
}

interface ShownRun
  extends Pick<ValuesOf<typeof ruleRuns>, 'id' | 'state' | 'actions' | 'error' | 'depth' | 'createdAt'> {
  ruleId: string;
  ruleName: string;
  cardId: string | null;
  title: string | null;
  number: number | null;
}

interface RunsAsked extends OfBoard {
  before: string;
  limit: number;
  showCards: boolean;
}

/** Runs as they are shown, with their cards if these are on the board, and the reader sees cards. */
const shownRuns = (fn: Functions, p: RunsAsked, found: RawBuilder<unknown>) => sql<ShownRun>`
  with found as materialized (${found} limit ${p.limit})
  select f.id as id, f.state as state, f.actions as actions, f.error as error, f.depth as depth,
    f.created_at as "createdAt", f.rule_id as "ruleId", r.name as "ruleName",
    case when l.id is null then null else c.id end as "cardId", c.title as title, c.number as number
  from found f
  ${fn.row({ table: 'rules', as: 'r', workspaceId: p.workspaceId, id: 'f.rule_id' })}
  ${fn.row({ table: 'cards', as: 'c', workspaceId: p.workspaceId, id: 'f.card_id', left: true })}
    and c.deleted_at is null and c.board_id = ${p.boardId} and cast(${p.showCards} as bigint) = 1
  ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id', left: true })}
    and l.deleted_at is null
  order by f.id desc`;

/** The runs on a board before an id, newest first. */
export const runsOf = query('rule_runs.ofBoard', (_db, p: RunsAsked, fn) =>
  shownRuns(
    fn,
    p,
    sql`select x.* from rule_runs x
    where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId} and x.id < ${p.before}
    order by x.id desc`,
  ),
);

/** Those of one rule of the board. */
export const runsOfRule = query('rule_runs.ofRule', (_db, p: RunsAsked & { ruleId: string }, fn) =>
  shownRuns(
    fn,
    p,
    // In the order of the index, or else a planner without statistics would read the runs of all others backwards.
    sql`select x.* from rule_runs x
    where x.workspace_id = ${p.workspaceId} and x.rule_id >= ${p.ruleId}
      and (x.rule_id, x.id) < (cast(${p.ruleId} as text), cast(${p.before} as text))
      and ${fn.unhelpful('x.board_id')} = ${p.boardId}
    order by x.rule_id desc, x.id desc`,
  ),
);

/** A run as it is shown. */
export const runOf = (row: ShownRun): Static<typeof RuleRun> => ({
  publicId: row.id,
  rule: { publicId: row.ruleId, name: row.ruleName },
  state: row.state,
  card:
    row.cardId === null
      ? null
      : { publicId: row.cardId, title: row.title ?? '', number: Number(row.number ?? 0) },
  actions: row.actions.split(' ').filter((each) => each !== ''),
  error: row.error,
  depth: Number(row.depth),
  at: isoMillis(Number(row.createdAt)),
});
