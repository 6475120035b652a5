import { sql } from 'kysely';
import { type Command, command, type Query, query } from './query.ts';
import type { TableOfWorkspace } from './tables.ts';

/*
 * Reassigns what one account has written in a workspace to another account. This is rare, so no index supports it: every
 * row of a table is visited in key order, a bounded number per transaction.
 */

/** Rows visited per transaction. */
const atOnce = 250;

/** The end of a slice: an id, or the id of a card and a time. */
export interface Mark {
  id: string;
  at: number;
}

/** Marks before and after all rows. */
export const first: Mark = { id: '', at: -1 };
export const last: Mark = { id: '~', at: 0 };

export interface PassedOn {
  workspaceId: string;
  fromUser: string;
  toUser: string;
  fromMember: string;
  toMember: string;
}

interface Between {
  afterId: string;
  afterAt: number;
  untilId: string;
  untilAt: number;
}

export interface PassingOn {
  /** The last row of the next slice; none if fewer rows are left. */
  readonly end: Query<{ workspaceId: string; afterId: string; afterAt: number }, Mark>;
  readonly pass: Command<PassedOn & Between, never>;
}

/** Columns that name accounts and members. */
interface Columns {
  user: string;
  member?: string;
}

/** The statements for a table whose key is an id, or begins with a card and a time. */
export function passingOn(
  table: TableOfWorkspace,
  key: 'id' | 'card_id, created_at',
  { user, member }: Columns,
): PassingOn {
  const columns = sql.raw(key);
  const place = (id: string, at: number) => (key === 'id' ? sql`${id}` : sql`(${id}, ${at})`);
  const compared = key === 'id' ? columns : sql`(${columns})`;
  const becomes = (column: string, from: string, to: string) =>
    sql`${sql.ref(column)} = case when ${sql.ref(column)} = ${from} then ${to} else ${sql.ref(column)} end`;
  return {
    end: query(
      `${table}.endOfSlice`,
      (_db, p: { workspaceId: string; afterId: string; afterAt: number }) => sql<Mark>`
      select ${key === 'id' ? sql`id as id, 0 as at` : sql`card_id as id, created_at as at`} from ${sql.table(table)}
      where workspace_id = ${p.workspaceId} and ${compared} > ${place(p.afterId, p.afterAt)}
      order by ${columns} limit 1 offset ${sql.lit(atOnce - 1)}`,
    ),
    pass: command(`${table}.passOn`, (_db, p: PassedOn & Between) => {
      const sets = [becomes(user, p.fromUser, p.toUser)];
      const owned = [sql`${sql.ref(user)} = ${p.fromUser}`];
      if (member !== undefined) {
        sets.push(becomes(member, p.fromMember, p.toMember));
        owned.push(sql`${sql.ref(member)} = ${p.fromMember}`);
      }
      return sql<never>`
      update ${sql.table(table)} set ${sql.join(sets)}
      where workspace_id = ${p.workspaceId} and ${compared} > ${place(p.afterId, p.afterAt)}
        and ${compared} <= ${place(p.untilId, p.untilAt)} and (${sql.join(owned, sql` or `)})`;
    }),
  };
}
