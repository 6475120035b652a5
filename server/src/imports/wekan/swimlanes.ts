import { type Fields, numberOf, textOf } from '../boardtool-json/fields.ts';
import type { Parts } from '../reading/parts.ts';
import type { Warnings } from '../warnings.ts';

/** Sorts in the order that WeKan shows. */
export const bySort = (a: Fields, b: Fields): number => numberOf(a.sort) - numberOf(b.sort);

/** If a board has several swimlanes, they become labels; the cards of a list are in the order of their swimlanes. */
export function swimlanesOf(parts: Parts, warnings: Warnings) {
  const all = parts.list('swimlanes').toSorted(bySort);
  const rank = new Map(all.map(({ _id }, index) => [_id, index]));
  const archived = new Set(all.filter((each) => each.archived === true).map(({ _id }) => _id));
  const used = new Set(parts.list('cards').map(({ swimlaneId }) => swimlaneId));
  const shown = all.length > 1 ? all.filter(({ _id }) => used.has(_id)) : [];
  const names = new Map(shown.map(({ _id, title }) => [_id, textOf(title).trim() || 'Swimlane']));
  for (const { _id } of shown) warnings.note('swimlanes turned into labels', 1, names.get(_id));
  for (const { _id, title } of all) {
    if (archived.has(_id) && used.has(_id)) {
      warnings.add('archived swimlanes whose cards were archived', 1, textOf(title));
    }
  }
  const rankOf = ({ swimlaneId }: Fields) => rank.get(swimlaneId) ?? all.length;
  return {
    names: [...new Set(names.values())],
    nameOf: ({ swimlaneId }: Fields): string => names.get(swimlaneId) ?? '',
    isArchived: ({ swimlaneId }: Fields): boolean => archived.has(swimlaneId),
    compare: (a: Fields, b: Fields): number => rankOf(a) - rankOf(b),
  };
}
