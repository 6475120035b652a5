import { columnsOf, type Table } from '../../base/db/table.ts';
import { boardFillings } from './board-fillings.ts';
import { otherFillings } from './other-fillings.ts';

/*
 * SQL that fills every table as after years of use: one workspace has 100 000 cards on 500 boards and a similar amount of
 * everything else that grows, next to many accounts and small workspaces.
 */

const fillings = { ...boardFillings, ...otherFillings };

/** The statement that fills a table. */
export function fill(table: Table, engine: 'sqlite' | 'postgres'): string {
  const filling = fillings[table.name];
  if (!filling) throw new Error(`nothing says what ${table.name} is filled with`);
  const columns = Object.entries(columnsOf(table)).flatMap(([name, { type, nullable, origin }]) => {
    const said = filling.columns[name];
    if (said !== undefined) return [[name, sqlOf(said, engine)]];
    if (origin === 'counted') return [];
    return [[name, nullable ? 'null' : type === 'integer' ? '1' : `'x'`]];
  });
  return `insert into ${table.name} (${columns.map(([name]) => name).join()}) ${engine === 'sqlite' ? '' : 'overriding system value'}
    with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i < ${filling.rows - 1})
    select ${columns.map(([, sql]) => sql).join()} from n`;
}

const padded = (number: string, engine: 'sqlite' | 'postgres') =>
  engine === 'sqlite' ? `substr('0000000' || (${number}), -7)` : `lpad((${number})::text, 7, '0')`;

const sqlOf = (said: string, engine: 'sqlite' | 'postgres'): string =>
  said
    .replace(/\{(\w+) ([^}]+)\}/g, (_, kind, number) => `('${kind}' || ${padded(number, engine)})`)
    .replaceAll('max(', engine === 'sqlite' ? 'max(' : 'greatest(');
