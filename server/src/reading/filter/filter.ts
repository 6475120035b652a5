import { parse } from '../../../../contract/filter/parse.ts';
import { type Problem, problemText } from '../../../../contract/filter/problems.ts';
import {
  type Filter,
  isWord,
  termsOf,
  type Value,
  withoutTemplates,
} from '../../../../contract/filter/tree.ts';
import { fieldNamesIn, sortFieldsIn, unknownIn } from '../../../../contract/filter/unknown.ts';
import { valuesIn } from '../../base/card-field-forms.ts';
import { day } from '../../base/clock.ts';
import { dayIn } from '../../base/days.ts';
import { Invalid } from '../../base/errors.ts';
import type { ReadAt } from '../../data/cards/fragments.ts';
import { cut, type Sources } from '../slices.ts';
import { compile } from './compile.ts';
import type { Condition } from './condition.ts';
import { Names, type Scope } from './names.ts';
import { conditionsIn, everything, type Node, textsIn, verdict } from './nodes.ts';
import { type Key, type Order, ordersFrom, type Sortable } from './order.ts';
import { statementFor, textsFor } from './statements.ts';

/*
 * Which cards pass a filter (`docs/filters.md`). A statement answers its conditions for some cards that are named by id, and
 * texts are read only of cards for which the answers do not decide. Both go in slices, each a turn of its own.
 */

export interface CardFilter {
  /** Those of the cards that pass, each with its keys in the order of `sort`. */
  passing(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Key[]>>;
  /** Empty for the order in which they are read. */
  readonly sort: readonly Order[];
}

/** Reads a filter; throws `Invalid`, with the position, if it is broken. `field` is where the request has it. */
export async function readFilter(
  sources: Sources,
  text: string | undefined,
  scope: Scope,
  at: ReadAt,
  field = 'query/filter',
): Promise<CardFilter | null> {
  if (text === undefined) return null;
  const names = new Names(sources, scope);
  const { filter, problem = await unknownOn(names, filter, scope) } = parse(text);
  if (problem) throw new Invalid('wrong-filter', valuesOf(problem, field));
  if (!filter) return null;
  const reader = {
    now: at.now,
    today: dayIn(at.now, at.timeZone) / day,
    firstDay: 1,
    timeZone: at.timeZone,
    userId: scope.userId,
    openBoards: scope.openBoards,
    me: namesMe(filter) ? await names.me() : [],
  };
  const node = filter.tree ? await compile(withoutTemplates(filter.tree), names, reader) : everything;
  const sort = ordersFrom(filter.sort, await sortableIn(names, filter));
  return { passing: passingOf(sources, scope.workspaceId, node, sort), sort };
}

/** What a filter names that the boards do not have. */
async function unknownOn(names: Names, filter: Filter | undefined, { withAnyField }: Scope) {
  if (!filter || withAnyField) return undefined;
  return unknownIn(filter, await names.fieldsOf(fieldNamesIn(filter)));
}

/** The fields that a filter sorts by, and the people in them. */
async function sortableIn(names: Names, { sort }: Filter): Promise<Sortable> {
  const fields = await names.fieldsOf(sortFieldsIn(sort));
  const hasPeople = fields.some(({ type }) => type === 'person');
  return { fields, members: hasPeople ? await names.candidates('member') : [] };
}

/** Whether it names the reader; of a field, it may. */
const namesMe = ({ tree }: Filter): boolean =>
  termsOf(tree).some(({ any }) =>
    any.some((meaning) => (meaning.what === 'field' ? isMe(meaning.value) : meaning.what === 'me')),
  );

const isMe = (value: Value | null): boolean => value !== null && isWord(value, 'me');

export const valuesOf = (problem: Problem, field: string) => ({
  field,
  position: problem.position,
  length: problem.length,
  problem: problemText(problem),
});

/** What a dear condition counts as: of some cards it reads hundreds of rows. */
const dear = 20;

/** Max cards for which one statement answers, by the number of values that it compares. */
const rowsFor = (conditions: readonly Condition[]): number => {
  const weight = conditions.reduce(
    (sum, { shape, isDear }) => sum + (isDear ? dear : shape.split(',').length),
    0,
  );
  return Math.max(25, Math.min(500, Math.floor(2500 / Math.max(1, weight))));
};

function passingOf(
  sources: Sources,
  workspaceId: string,
  node: Node,
  sort: readonly Order[],
): CardFilter['passing'] {
  const { db, turns } = sources;
  const conditions = conditionsIn(node);
  const statement = statementFor(conditions, sort);
  const values = [...conditions, ...sort].flatMap((each) => each.values);
  const bound = Object.fromEntries(values.map((value, index) => [`v${index}`, value]));
  const rows = rowsFor([...conditions, ...sort]);
  return async (ids) => {
    const found = new Map<string, readonly Key[]>();
    const open: Open[] = [];
    for (let from = 0; from < ids.length; from += rows) {
      const some = ids.slice(from, from + rows);
      const answered = await turns(() => db.all(statement, { ...bound, workspaceId, ids: some }));
      for (const { id, answers, size, ...columns } of answered) {
        const given = answers.split(' ');
        const of = new Map(conditions.map((each, index) => [each, Number(given[index])]));
        const passes = verdict(node, of);
        const keys = sort.map((each, index) => each.key(columns[`k${index}`] ?? null));
        if (passes) found.set(id, keys);
        if (passes === undefined) open.push({ id, size: Number(size), answers: of, keys });
      }
    }
    await decide(sources, workspaceId, node, open, found);
    return found;
  };
}

/** A card whose texts decide. */
interface Open {
  id: string;
  size: number;
  answers: ReadonlyMap<Condition, number>;
  keys: readonly Key[];
}

/**
 * Max size of one read of texts: they are folded here, and there are letters that become eighteen. With fifty terms that look
 * into them, this takes 10 ms.
 */
const maxTexts = { rows: 500, bytes: 24 * 1024 };

async function decide(
  { db, turns }: Sources,
  workspaceId: string,
  node: Node,
  open: readonly Open[],
  found: Map<string, readonly Key[]>,
): Promise<void> {
  const statement = textsFor(textsIn(node));
  for (const some of cut(open, maxTexts)) {
    const byId = new Map(some.map((each) => [each.id, each]));
    await turns(async () => {
      for (const { id, fields, ...texts } of await db.all(statement, {
        workspaceId,
        ids: [...byId.keys()],
      })) {
        const card = byId.get(id);
        if (card && verdict(node, card.answers, { ...texts, fields: valuesIn(fields) }))
          found.set(id, card.keys);
      }
    });
  }
}
