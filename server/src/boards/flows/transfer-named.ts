import { sql } from 'kysely';
import { seesBoard } from '../../base/access/board-permissions.ts';
import type { Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { anyId, idsIn } from '../../base/ids.ts';
import { setRuleSettings } from '../../data/rules/rows.ts';
import { setViewSettings } from '../../data/views/rows.ts';
import type { RunSlice } from '../actions/create.ts';
import type { Transfer } from '../transfer.ts';

/*
 * Members whom rules and views name: those of the workspace that a board has left become those of the other one. Fields of that
 * workspace have become those of the board.
 */

interface Row {
  id: string;
  settings: string;
}

type Page = Transfer & { after: string; limit: number };

const settingsIn = (table: 'rules' | 'views') =>
  query(
    `boards.settingsOf.${table}`,
    (_db, p: Page) => sql<Row>`
    select x.id as id, x.settings as settings from ${sql.table(table)} x
    where x.workspace_id = ${p.to} and x.board_id = ${p.boardId} and x.id > ${p.after}
    order by x.id limit ${p.limit}`,
  );

const tables = {
  rules: { read: settingsIn('rules'), write: setRuleSettings },
  views: { read: settingsIn('views'), write: setViewSettings },
};

/** Members by their ids before, if they see the board in the other workspace. */
const membersThere = query(
  'boards.membersThere',
  (_db, p: Transfer & { ids: string[] }, fn) => sql<{ was: string; is: string }>`
  select s.id as was, m.id as "is"
  from members s
  join members m on m.workspace_id = ${p.to} and m.user_id = s.user_id and m.status <> 'removed'
  join roles r on r.workspace_id = ${p.to} and r.id = m.role_id
  join boards b on b.workspace_id = ${p.to} and b.id = ${p.boardId}
  where s.workspace_id = ${p.from} and ${fn.isIn('s.id', fn.each(p.ids))} and ${seesBoard('b', p.to)}`,
);

/** The fields of the board by the ids that they had in the workspace. */
const fieldsThere = query(
  'boards.fieldsThere',
  (_db, p: Transfer) => sql<{ was: string; is: string }>`
  select x.workspace_field_id as was, x.id as "is" from fields x
  where x.workspace_id = ${p.from} and x.board_id = ${p.boardId} and x.workspace_field_id is not null`,
);

/** Rows of a slice; a rule may have a hundred kilobytes. */
const atOnce = 20;

export async function transferNamed(run: RunSlice, way: Transfer): Promise<void> {
  for (const name of ['rules', 'views'] as const) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      after = await run(({ tx }) => renameIn(tx, name, { ...way, after: from, limit: atOnce }));
    }
  }
}

/** Names the members of some rows anew; returns the id after which there may be more. */
async function renameIn(tx: Writing, name: keyof typeof tables, page: Page): Promise<string | undefined> {
  const { read, write } = tables[name];
  const rows = await tx.all(read, page);
  const ids = new Set(rows.flatMap(({ settings }) => idsIn(settings)));
  if (ids.size === 0) return lastOf(rows);
  const found = [
    ...(await tx.all(membersThere, { ...page, ids: [...ids] })),
    ...(await tx.all(fieldsThere, page)),
  ];
  const there = new Map(found.map(({ was, is }) => [was, is]));
  for (const { id, settings } of rows) {
    const renamed = settings.replace(anyId, (named) => there.get(named) ?? named);
    if (renamed !== settings) await tx.run(write, { workspaceId: page.to, id, settings: renamed });
  }
  return lastOf(rows);
}

const lastOf = (rows: readonly Row[]): string | undefined =>
  rows.length === atOnce ? rows.at(-1)?.id : undefined;
