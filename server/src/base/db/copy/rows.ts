import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Engine, Source } from '../database.ts';
import { type Command, command, type Query, query } from '../query.ts';
import type { CopiedTable } from './tables.ts';

/* Copies the rows of one table in key order, a batch at a time. */

type Row = Record<string, string | number | null>;

/** Rows per statement. */
const batchSize = 500;

/** Before migration 0012, rows stored transaction ids, which are only valid in the cluster that assigned them. */
const forgotten: Record<string, string> = { transaction_id: '0' };

export interface RowCopier {
  readonly table: CopiedTable;
  /** Copies the rows after the last one in the target; `tell` is called with the number copied so far. */
  copy(from: Source, to: Engine, tell: (rows: number) => void): Promise<void>;
  /** Returns the number of rows and a hash of their content. */
  sum(db: Source): Promise<Sum>;
  isEmpty(db: Source): Promise<boolean>;
}

export interface Sum {
  rows: number;
  hash: string;
}

export function rowCopier(table: CopiedTable): RowCopier {
  const { name, key } = table;
  const { first, next, last, insert } = statementsOf(table);

  async function* batchesOf(db: Source, after: Row | undefined): AsyncGenerator<Row[]> {
    let position = after;
    for (;;) {
      const rows = position
        ? await db.all(next, { ...keyOf(position), limit: batchSize })
        : await db.all(first, { limit: batchSize });
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
      position = rows.at(-1);
    }
  }
  const keyOf = (row: Row): Row => Object.fromEntries(key.map((column) => [column, row[column] ?? null]));

  return {
    table,
    async copy(from, to, tell) {
      let copied = 0;
      for await (const rows of batchesOf(from, await to.first(last, {}))) {
        await to.write((tx) => tx.run(insert, { rows }));
        copied += rows.length;
        tell(copied);
      }
      if (table.counter !== undefined) await goOnCounting(name, table.counter, from, to);
    },
    async sum(db) {
      const hash = createHash('sha256');
      let count = 0;
      for await (const rows of batchesOf(db, undefined)) {
        for (const row of rows) hash.update(JSON.stringify(Object.values(row)));
        count += rows.length;
      }
      return { rows: count, hash: hash.digest('hex') };
    },
    isEmpty: async (db) => (await db.first(last, {})) === undefined,
  };
}

interface Statements {
  first: Query<{ limit: number }, Row>;
  next: Query<Row, Row>;
  last: Query<Record<never, never>, Row>;
  insert: Command<{ rows: Row[] }, unknown>;
}

const statements = new Map<string, Statements>();

/** Declares each statement once, however often a table is copied. Older databases may have other columns in the same table. */
function statementsOf(table: CopiedTable): Statements {
  const form = createHash('sha256').update(JSON.stringify(table)).digest('hex').slice(0, 8);
  const known = statements.get(table.name + form);
  if (known) return known;
  const declared = declare(table, `${table.name}.${form}`);
  statements.set(table.name + form, declared);
  return declared;
}

function declare({ name, columns, key }: CopiedTable, label: string): Statements {
  const copied = Object.fromEntries(Object.entries(columns).filter(([column]) => !(column in forgotten)));
  const replaced = Object.keys(columns).filter((column) => column in forgotten);
  const refs = (names: readonly string[]) => sql.join(names.map((each) => sql.ref(each)));
  const from = sql`select ${refs(Object.keys(copied))} from ${sql.table(name)}`;
  const order = (direction: '' | ' desc') =>
    sql`order by ${sql.join(key.map((each) => sql`${sql.ref(each)}${sql.raw(direction)}`))}`;
  const values = sql.join([
    ...Object.keys(copied).map((each) => sql.ref(each)),
    ...replaced.map((each) => sql.raw(forgotten[each] ?? '')),
  ]);
  return {
    first: query(
      `copy.first.${label}`,
      (_db, p: { limit: number }) => sql<Row>`${from} ${order('')} limit ${p.limit}`,
    ),
    next: query(`copy.next.${label}`, (_db, p: Row) => {
      const position = sql.join(key.map((each) => sql`${p[each]}`));
      return sql<Row>`${from} where (${refs(key)}) > (${position}) ${order('')} limit ${p.limit}`;
    }),
    last: query(`copy.last.${label}`, () => sql<Row>`${from} ${order(' desc')} limit 1`),
    insert: command(
      `copy.insert.${label}`,
      (_db, p: { rows: Row[] }, fn) => sql`insert into ${sql.table(name)}
        (${refs([...Object.keys(copied), ...replaced])}) ${fn.countedElsewhere()}
        select ${values} from ${fn.rows(p.rows, copied)} r where true`,
    ),
  };
}

/** Makes the target continue the source's numbering, even if the rows with the last numbers are gone. */
async function goOnCounting(table: string, counter: string, from: Source, to: Engine): Promise<void> {
  let last = 0;
  await from.alone(async (run) => {
    const [row] =
      from.engine === 'sqlite'
        ? await run(`select seq as last from sqlite_sequence where name = '${table}'`)
        : await run(`select last_value as last from pg_sequences
            where format('%I.%I', schemaname, sequencename)::regclass
              = pg_get_serial_sequence('${table}', '${counter}')::regclass`);
    last = Number(row?.last ?? 0);
  });
  if (last === 0) return;
  await to.alone(async (run) => {
    if (to.engine === 'postgres') {
      await run(`select setval(pg_get_serial_sequence('${table}', '${counter}'), ${last})`);
      return;
    }
    await run(`delete from sqlite_sequence where name = '${table}'`);
    await run(`insert into sqlite_sequence (name, seq) values ('${table}', ${last})`);
  });
}
