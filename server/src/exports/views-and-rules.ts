import { sql } from 'kysely';
import type { Action, When } from '../../../contract/rule-shapes.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import type { Turns } from '../base/http/turns.ts';
import { idLength } from '../base/ids.ts';

/* The saved views and the rules of a board, for a native export. */

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

interface ViewRow {
  id: string;
  name: string;
  kind: string;
  /** JSON. */
  settings: string;
  userId: string | null;
}

interface RuleRow {
  id: string;
  name: string;
  /** JSON. */
  settings: string;
  active: 0 | 1;
  madeBy: string;
}

/** The shared views, and those of one user. */
const exportedViews = query(
  'exports.views',
  (_db, p: OfBoard & { userId: string }) => sql<ViewRow>`
  select * from (
    select v.id as id, v.name as name, v.kind as kind, v.settings as settings, v.user_id as "userId", v.place as place
    from views v
    where v.workspace_id = ${p.workspaceId} and v.board_id = ${p.boardId} and v.user_id is null
    union all
    select v.id, v.name, v.kind, v.settings, v.user_id, v.place from views v
    where v.workspace_id = ${p.workspaceId} and v.board_id = ${p.boardId} and v.user_id = ${p.userId}
  ) found
  order by case when "userId" is null then 0 else 1 end, place, id`,
);

const exportedRules = query(
  'exports.rules',
  (_db, p: OfBoard) => sql<RuleRow>`
  select r.id as id, r.name as name, r.settings as settings, r.active as active, r.made_by as "madeBy"
  from rules r
  where r.workspace_id = ${p.workspaceId} and r.board_id = ${p.boardId}
  order by r.place, r.id`,
);

interface Settings {
  when: When;
  if: string;
  then: Action[];
}

export interface ViewsAndRules {
  /** As lines, without their type. */
  views: Record<string, unknown>[];
  rules: Record<string, unknown>[];
  /** Members whom they name, among other ids, and the accounts that made the rules. */
  members: string[];
  users: string[];
}

/** The views that a user has on a board, and its rules. */
export async function viewsAndRulesOf(
  { db, turns }: { db: Reading; turns: Turns },
  p: OfBoard & { userId: string },
): Promise<ViewsAndRules> {
  const views = await turns(() => db.all(exportedViews, p));
  const rules = (await turns(() => db.all(exportedRules, p))).map(({ settings, ...rule }) => ({
    ...rule,
    ...(JSON.parse(settings) as Settings),
  }));
  return {
    views: views.map(({ id, name, kind, settings, userId }) => ({
      id,
      name,
      kind,
      shared: userId === null,
      ...(JSON.parse(settings) as object),
    })),
    rules: rules.map(({ id, name, when, if: filter, then: actions, active, madeBy }) => ({
      id,
      name,
      when,
      if: filter,
      then: actions,
      active: active === 1,
      maker: madeBy,
    })),
    members: [...views.flatMap(({ settings }) => idsIn(settings)), ...rules.flatMap(membersOf)],
    users: rules.map(({ madeBy }) => madeBy),
  };
}

const anyId = new RegExp(`[0-9a-z]{${idLength}}`, 'g');

const idsIn = (text: string): string[] => text.match(anyId) ?? [];

/** The members whom a rule names; its texts name nobody. */
const membersOf = ({ when, if: filter, then: actions }: Settings): string[] => [
  ...idsIn(filter),
  ...[when, ...actions].flatMap(({ memberPublicId }) => memberPublicId ?? []),
  ...actions.flatMap(({ value }) => (typeof value === 'string' ? idsIn(value) : [])),
];
