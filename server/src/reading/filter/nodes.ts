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
  | { kind: 'sql'; condition: Condition }
  | { kind: 'text'; needs: Needed; test: (texts: Texts) => boolean }
  | { kind: 'and' | 'or' | 'not'; of: readonly Node[] };

/** Without terms every card passes. */
export const everything: Node = { kind: 'and', of: [] };

/** Combines nodes; those that only the database answers become one condition. */
export function combined(kind: 'and' | 'or' | 'not', of: readonly Node[]): Node {
  const conditions = of.flatMap((each) => (each.kind === 'sql' ? each.condition : []));
  const others = of.filter((each) => each.kind !== 'sql');
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

/** The conditions of a tree, in the order in which `verdict` takes their answers. */
export function conditionsIn(node: Node): Condition[] {
  if (node.kind === 'sql') return [node.condition];
  return node.kind === 'text' ? [] : node.of.flatMap(conditionsIn);
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
  answers: ReadonlyMap<Condition, boolean>,
  texts?: Texts,
): boolean | undefined {
  if (node.kind === 'sql') return answers.get(node.condition) ?? false;
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
