import { type RawBuilder, sql } from 'kysely';
import type { Asked, FilterField } from '../../../../contract/filter/fields.ts';
import { dayOf } from '../../../../contract/filter/ranges.ts';
import type { DayAt } from '../../../../contract/filter/tree.ts';
import { day, isoMillis } from '../../base/clock.ts';
import { instantOf, isoDay } from '../../base/days.ts';
import { type Condition, never, type ReaderOf, type To } from './condition.ts';

/* What is asked of the fields of boards, as conditions on card `x`. Texts are compared elsewhere. */

/**
 * A row of card `x` with a value of one of some fields. It is looked up by the key, never by an index of values, which would
 * be read once for each card; PostgreSQL would hash all rows for an `exists`.
 */
function some(
  shape: string,
  fields: readonly FilterField[],
  values: readonly unknown[],
  only: (to: To, values: readonly unknown[]) => RawBuilder<unknown>,
): Condition {
  const ids = fields.map(({ publicId }) => publicId);
  const isOne = ids.length === 1;
  return {
    shape: `field ${shape}${isOne ? '' : 's'}`,
    values: [isOne ? ids[0] : ids, ...values],
    sql: (to, [of, ...bound]) => sql`(
      select 1 from field_values o where o.workspace_id = ${to.workspaceId} and o.card_id = x.id
        and ${isOne ? sql`${to.fn.unhelpful('o.field_id')} = ${of}` : to.fn.isIn("o.field_id || ''", to.fn.each(of as string[]))}
        and ${only(to, bound)} limit 1) is not null`,
  };
}

export const hasField = (fields: readonly FilterField[]): Condition =>
  some('any', fields, [], () => sql`1 = 1`);

const hasNoField = (fields: readonly FilterField[]): Condition => {
  const { shape, values, sql: present } = hasField(fields);
  return { shape: `no ${shape}`, values, sql: (to, bound) => sql`not (${present(to, bound)})` };
};

/** Beyond all values; both databases hold it. */
const infinite = 1e300;
const clamped = (bound: number) => Math.max(-infinite, Math.min(infinite, bound));
const real = (value: unknown) => sql`cast(${value} as double precision)`;

const numberIn = (fields: readonly FilterField[], from: number, to: number): Condition =>
  some('number', fields, [clamped(from), clamped(to)], (_, [least, most]) => {
    // A sum with nothing, so that no index of values is chosen.
    return sql`o.number_value + 0 between ${real(least)} and ${real(most)}`;
  });

const firstText = '';
const lastText = '~';

/** Days and times of values are texts, of the years 1000 to 2999; a bound without `Z` comes before all parts of its millisecond. */
function dateIn(
  fields: readonly FilterField[],
  from: DayAt | null,
  to: DayAt | null,
  reader: ReaderOf,
): Condition {
  const texts = (at: DayAt | null, none: string): [ofDay: string, ofTime: string] => {
    if (at === null) return [none, none];
    const begins = dayOf(at, reader) * day;
    const year = new Date(begins / 1000).getUTCFullYear();
    if (year < 1 || year > 9998) return year < 1 ? [firstText, firstText] : [lastText, lastText];
    return [isoDay(begins), isoMillis(instantOf(begins, reader.timeZone)).replace('Z', '')];
  };
  const values = [...texts(from, firstText), ...texts(to, lastText)];
  return some('date', fields, values, ({ fn }, [dayFrom, timeFrom, dayTo, timeTo]) => {
    const bound = (ofDay: unknown, ofTime: unknown) =>
      sql`case when length(o.text_value) = 10 then cast(${ofDay} as text) else cast(${ofTime} as text) end`;
    const at = fn.unindexed('o.text_value');
    return sql`${at} >= ${bound(dayFrom, timeFrom)} and ${at} < ${bound(dayTo, timeTo)}`;
  });
}

const oneOf = (fields: readonly FilterField[], ids: readonly string[]): Condition =>
  ids.length === 0
    ? never
    : some('in', fields, [ids], ({ fn }, [of]) => fn.isIn("o.text_value || ''", fn.each(of as string[])));

/** What is asked of fields, without what compares texts. `people` are the members who are meant by name. */
export function fieldCondition(
  fields: readonly FilterField[],
  asked: Exclude<Asked, { is: 'text' }>,
  reader: ReaderOf,
  people: readonly string[],
): Condition {
  switch (asked.is) {
    case 'present':
      return hasField(fields);
    case 'absent':
      return hasNoField(fields);
    case 'number':
      return numberIn(fields, asked.from, asked.to);
    case 'date':
      return dateIn(fields, asked.from, asked.to, reader);
    case 'chosen':
      return oneOf(fields, asked.ids);
    case 'me':
      return oneOf(fields, reader.me);
    case 'person':
      return oneOf(fields, people);
  }
}

/** The value of a field of card `x`: a number or a text; of several, the first one. */
export const fieldColumn = ({ publicId, type }: FilterField): Condition => {
  const isNumber = type === 'number' || type === 'money' || type === 'rating' || type === 'checkbox';
  const column = isNumber ? 'number_value' : 'text_value';
  return {
    shape: column,
    values: [publicId],
    sql: ({ fn, workspaceId }, [id]) => sql`(select o.${sql.raw(column)} from field_values o
      where o.workspace_id = ${workspaceId} and o.card_id = x.id and ${fn.unhelpful('o.field_id')} = ${id} and o.place = 0)`,
  };
};
