import { sql } from 'kysely';
import type { Query } from '../../base/db/query.ts';
import { query, shapedQuery } from '../../base/db/query.ts';
import type { Condition } from './condition.ts';
import type { Needed, Texts } from './nodes.ts';

/* The statements of filters. Their SQL follows from the shape of a filter, and those used last are kept. */

/** What cards are sorted by, as a column. */
export type SortColumn = Condition;

interface ById {
  workspaceId: string;
  ids: readonly string[];
}

/** A card with its texts; the values of its fields as they are stored. */
type TextRow = Omit<Texts, 'fields'> & { id: string; fields: string | null };

const textsQuery = (name: string, description: string, fields: string) =>
  query(
    name,
    (_db, p: ById, fn) => sql<TextRow>`
    select x.id as id, x.number as number, x.title as title,
      ${sql.raw(description)} as description, ${sql.raw(fields)} as fields
    ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}`,
  );

const none = 'cast(null as text)';
const titles = textsQuery('filter.titles', none, none);
const descriptions = textsQuery('filter.texts', 'x.description', none);
const values = textsQuery('filter.values', none, 'x.field_values');
const all = textsQuery('filter.textsAndValues', 'x.description', 'x.field_values');

/** Reads the texts that are needed. */
export function textsFor(needed: ReadonlySet<Needed>): Query<ById, TextRow> {
  if (needed.has('fields')) return needed.has('description') ? all : values;
  return needed.has('description') ? descriptions : titles;
}

export interface Answered {
  id: string;
  /** Of each condition its number, or `1` or `0`, with spaces between them. */
  answers: string;
  /** Bytes of its texts. */
  size: number;
  /** Its keys in the order that was asked for. */
  [key: `k${number}`]: number | string | null;
}

type Bound = ById & Record<`v${number}`, unknown>;

/** Statements by their shape, the one used last at the end; what clients make up must not fill the memory. */
const kept = new Map<string, Query<Bound, Answered>>();
const mostKept = 200;

/** Answers conditions for cards, and has the columns by which they are sorted. */
export function statementFor(
  conditions: readonly Condition[],
  sorts: readonly SortColumn[],
): Query<Bound, Answered> {
  const shape = [conditions, sorts].map((of) => of.map((each) => each.shape).join(' | ')).join(' by ');
  const known = kept.get(shape) ?? made(conditions, sorts);
  kept.delete(shape);
  kept.set(shape, known);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return known;
}

const made = (conditions: readonly Condition[], sorts: readonly SortColumn[]): Query<Bound, Answered> =>
  shapedQuery('filter.passing', (_db, p: Bound, fn) => {
    let at = 0;
    const to = { fn, workspaceId: p.workspaceId };
    const bound = (each: Condition) =>
      each.sql(
        to,
        each.values.map(() => p[`v${at++}`]),
      );
    const answers = conditions.map((each) =>
      each.isNumber ? sql`cast(${bound(each)} as text)` : sql`case when ${bound(each)} then '1' else '0' end`,
    );
    const keys = sorts.map((each, index) => sql`, ${bound(each)} as ${sql.ref(`k${index}`)}`);
    return sql<Answered>`select x.id as id, ${answers.length > 0 ? sql.join(answers, sql` || ' ' || `) : sql`''`} as answers,
      octet_length(x.title) + coalesce(octet_length(x.description), 0) + coalesce(octet_length(x.field_values), 0) as size ${sql.join(keys, sql``)}
      ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
      and x.deleted_at is null`;
  });
