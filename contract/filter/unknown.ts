import { type FilterField, fieldsNamed, fieldTerms } from './fields.ts';
import { type Problem, Unreadable } from './problems.ts';
import { sorts, termOf } from './terms.ts';
import { type Filter, type Meaning, type Term, termsOf } from './tree.ts';

/* What a filter has of fields that the board has not. */

/**
 * The first field or order that a filter names and that does not exist, or the first value that its field cannot have, as a
 * problem. Where boards are not known, fields are undefined, and any name may be one.
 */
export function unknownIn(filter: Filter, fields: readonly FilterField[] | undefined): Problem | undefined {
  if (fields === undefined) return undefined;
  for (const term of termsOf(filter.tree)) {
    for (const [index, meaning] of term.any.entries()) {
      const problem = meaning.what === 'field' ? problemOf(term, meaning, index, fields) : undefined;
      if (problem) return problem;
    }
  }
  const sort = filter.sort.find(({ by }) => !isOwnSort(by) && fieldsNamed(by, fields).length === 0);
  if (!sort) return undefined;
  const { by: value, position, length } = sort;
  return { code: 'unknown-sort', values: { value, allowed: sorts.join(', ') }, position, length };
}

/** By what names a filter has to do with fields. */
export const fieldNamesIn = ({ tree, sort }: Filter): string[] => [
  ...new Set([
    ...sortFieldsIn(sort),
    ...termsOf(tree).flatMap(({ any }) =>
      any.flatMap((meaning) => (meaning.what === 'field' ? meaning.name : [])),
    ),
  ]),
];

/** The names of fields that cards are sorted by. */
export const sortFieldsIn = (sort: Filter['sort']): string[] =>
  sort.flatMap(({ by }) => (isOwnSort(by) ? [] : by));

type FieldMeaning = Meaning & { what: 'field' };

export const isOwnSort = (by: string): boolean => sorts.some((each) => each === by.toLowerCase());

function problemOf(
  term: Term,
  meaning: FieldMeaning,
  index: number,
  fields: readonly FilterField[],
): Problem | undefined {
  const written = term.values[index];
  try {
    return fieldTerms(meaning, fields).length > 0 ? undefined : unknownField(term, meaning);
  } catch (error) {
    if (!(error instanceof Unreadable) || !written) throw error;
    const { code, values } = error;
    return { code, values, position: written.position, length: written.length };
  }
}

function unknownField({ key }: Term, { name, value, at }: FieldMeaning): Problem {
  // After `has:` and `no:` the name of the field is the value.
  if (value !== null) return { code: 'unknown-key', values: { key: name }, ...at };
  return { code: 'unknown-value', values: { value: name, key, allowed: termValues(key) }, ...at };
}

const termValues = (key: string): string => {
  const offers = termOf(key)?.offers;
  return typeof offers === 'object' ? offers.join(', ') : '';
};
