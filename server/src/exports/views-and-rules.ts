import { sql } from 'kysely';
import type { Action, When } from '../../../contract/rule-shapes.ts';
import { seesBoard } from '../base/access/board-permissions.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import type { Turns } from '../base/http/turns.ts';
import { idsIn } from '../base/ids.ts';

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

/** Those of some members who see a board: what names people may have been written by somebody who knows ids from elsewhere. */
const membersOnBoard = query(
  'exports.membersOnBoard',
  (_db, p: OfBoard & { ids: string[] }, fn) => sql<{ id: string }>`
  select m.id as id
  from members m
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
  where m.workspace_id = ${p.workspaceId} and ${fn.isIn('m.id', fn.each(p.ids))}
    and ${seesBoard('b', p.workspaceId)}`,
);

/** Max ids per look-up. */
const slice = 500;

interface Settings {
  when: When;
  if: string;
  then: Action[];
}

export interface ViewsAndRules {
  /** As lines, without their type. */
  views: Record<string, unknown>[];
  rules: Record<string, unknown>[];
  /** Members whom they name and who see the board, and the accounts that made the rules. */
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
  const named = [
    ...new Set([...views.flatMap(({ settings }) => idsIn(settings)), ...rules.flatMap(membersOf)]),
  ];
  const members: string[] = [];
  for (let at = 0; at < named.length; at += slice) {
    const ids = named.slice(at, at + slice);
    for (const { id } of await turns(() => db.all(membersOnBoard, { ...p, ids }))) members.push(id);
  }
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
    members,
    users: rules.map(({ madeBy }) => madeBy),
  };
}

/** Ids by which a rule may name members; its texts name nobody. */
const membersOf = ({ when, if: filter, then: actions }: Settings): string[] => [
  ...idsIn(filter),
  ...[when, ...actions].flatMap(({ memberPublicId }) => memberPublicId ?? []),
  ...actions.flatMap(({ value }) => (typeof value === 'string' ? idsIn(value) : [])),
];
