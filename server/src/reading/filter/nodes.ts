import { sql } from 'kysely';
import type { FieldValues } from '../../../../contract/field-types.ts';
import type { Condition } from './condition.ts';

/* The parts of a compiled filter: conditions that the database answers, tests of texts, and how they are combined. */

/** The texts of a card; the description and the values of its fields only where they are needed. */
export interface Texts {
  number: number;
  title: string;
  description: string | null;
  fields: FieldValues;
}

export type Needed = 'title' | 'description' | 'fields';

export type Node =
  /** Without a test, the condition itself is true or false. */
  | { kind: 'sql'; condition: Condition; test?: (number: number) => boolean }
  | { kind: 'text'; needs: Needed; test: (texts: Texts) => boolean }
  | { kind: 'and' | 'or' | 'not'; of: readonly Node[] };

export const sqlNode = (condition: Condition): Node => ({ kind: 'sql', condition });
export const numberNode = (condition: Condition, test: (number: number) => boolean): Node => ({
  kind: 'sql',
  condition,
  test,
});

/** Without terms every card passes. */
export const everything: Node = { kind: 'and', of: [] };

const isCheap = (node: Node): node is Node & { kind: 'sql' } => node.kind === 'sql' && !node.condition.isDear;

/** Combines nodes; those that only the database answers become one condition, except for dear ones. */
export function combined(kind: 'and' | 'or' | 'not', of: readonly Node[]): Node {
  const conditions = of.filter(isCheap).map(({ condition }) => condition);
  const others = of.filter((each) => !isCheap(each));
  if (conditions.length === 0) return { kind, of: others };
  const condition: Node = { kind: 'sql', condition: combinedCondition(kind, conditions) };
  return others.length === 0 ? condition : { kind, of: [condition, ...others] };
}

function combinedCondition(kind: 'and' | 'or' | 'not', of: readonly Condition[]): Condition {
  const [first, ...others] = of;
  if (first && others.length === 0 && kind !== 'not') return first;
  return {
    shape: `${kind}(${of.map(({ shape }) => shape).join(', ')})`,
    values: of.flatMap(({ values }) => values),
    sql: (to, values) => {
      let at = 0;
      const parts = of.map((each) => sql`(${each.sql(to, values.slice(at, (at += each.values.length)))})`);
      return kind === 'not' ? sql`not ${parts[0]}` : sql.join(parts, kind === 'and' ? sql` and ` : sql` or `);
    },
  };
}

/** The conditions of a tree, each once. */
export function conditionsIn(node: Node): Condition[] {
  if (node.kind === 'sql') return [node.condition];
  return node.kind === 'text' ? [] : [...new Set(node.of.flatMap(conditionsIn))];
}

/** What texts a tree needs. */
export function textsIn(node: Node): ReadonlySet<Needed> {
  if (node.kind === 'sql') return new Set();
  if (node.kind === 'text') return new Set([node.needs]);
  return new Set(node.of.flatMap((each) => [...textsIn(each)]));
}

/** Whether a card passes; undefined if that takes its texts. */
export function verdict(
  node: Node,
  answers: ReadonlyMap<Condition, number>,
  texts?: Texts,
): boolean | undefined {
  if (node.kind === 'sql') {
    const answer = answers.get(node.condition) ?? 0;
    return node.test ? node.test(answer) : answer === 1;
  }
  if (node.kind === 'text') return texts && node.test(texts);
  if (node.kind === 'not') {
    const [inner] = node.of;
    const found = inner && verdict(inner, answers, texts);
    return found === undefined ? undefined : !found;
  }
  const decides = node.kind === 'or';
  let isOpen = false;
  for (const each of node.of) {
    const found = verdict(each, answers, texts);
    if (found === decides) return decides;
    if (found === undefined) isOpen = true;
  }
  return isOpen ? undefined : !decides;
}
