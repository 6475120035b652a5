import { type InsertStmt, type Node, parseSync } from 'libpg-query';
import type { Declared } from './ownership.ts';
import { comparisonsOf, isOfWorkspace, reachOf } from './workspace-comparison.ts';

/*
 * If tables are distributed over servers, some statements are refused even though they compare the workspace everywhere: they
 * are rewritten on the way to the server that has the rows, and these parts do not survive it. (Citus was tried: each rule is
 * about statements that it refused.)
 */

/** Names of parameters that are not null in these statements, though something else of that name in their file may be. */
const neverNull: Record<string, readonly string[]> = {
  'notifications.endMail': ['mailId'],
  'notifications.postponeMail': ['mailId'],
  'api_keys.boardsSeen': ['workspaceId'],
  'exports.boards': ['memberId'],
  'exports.relations': ['memberId'],
  'rules.itemsDone': ['cardId'],
};

/** Every part of a statement that would be refused, and every entry above that is not needed. */
export function refusals(
  declared: readonly Declared[],
  sources: readonly { path: string; text: string }[],
): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const used = new Set<string>();
  const found = declared.flatMap(({ name, path, sql, parameters }) => {
    const nullable = nullableIn(texts.get(path) ?? '');
    const isNullable = (number: number) => {
      const parameter = String(parameters[number - 1]);
      if (!nullable.has(parameter)) return false;
      const isExcused = neverNull[name]?.includes(parameter) ?? false;
      if (isExcused) used.add(`${name} ${parameter}`);
      return !isExcused;
    };
    return refusalsIn(sql.postgres, isNullable).map((refusal) => `${path}: ${name} ${refusal}`);
  });
  const excused = Object.entries(neverNull).flatMap(([name, all]) => all.map((each) => `${name} ${each}`));
  return [...found, ...excused.filter((each) => !used.has(each)).map((each) => `${each} needs no exception`)];
}

/**
 * The names that a file's types say may be null. The types are gone once the statements can be read, so the text must do: it
 * finds too much rather than too little.
 */
const nullableIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/(\w+)\??: [^:;,{}\n]*\bnull\b/g)].map(([, name = '']) => name));

/** The parts of a statement that would be refused; `isNullable` tells whether a parameter may be null. */
export function refusalsIn(sql: string, isNullable: (parameter: number) => boolean): string[] {
  const tree = parseSync(sql).stmts ?? [];
  const inserts = nodesIn(tree, 'InsertStmt') as InsertStmt[];
  return [...new Set([...inserts.flatMap(refusedInsert), ...nullsIn(tree, 0, isNullable)])];
}

function refusedInsert({ relation, selectStmt, onConflictClause }: InsertStmt): string[] {
  const table = relation?.relname ?? '';
  if (!isOfWorkspace(table) || !selectStmt || !('SelectStmt' in selectStmt)) return [];
  const { valuesLists } = selectStmt.SelectStmt;
  if (valuesLists) {
    return nodesIn(valuesLists, 'SubLink').length > 0 ? [`has a sub-query among the values of ${table}`] : [];
  }
  return nodesIn(onConflictClause, 'ParamRef').length > 0
    ? [`inserts into ${table} what it selects, and has a parameter in its \`on conflict\``]
    : [];
}

/**
 * Comparisons in sub-queries that a null would make false for certain. Its tables are then left out of the plan, and the place
 * of their rows is not found.
 */
function nullsIn(part: unknown, depth: number, isNullable: (parameter: number) => boolean): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([kind, value]) => {
    const node = { [kind]: value } as unknown as Node;
    const reach = reachOf(node);
    const compared = reach && depth > 0 ? comparisonsOf(reach.where) : [];
    return [
      ...compared
        .filter(({ parameter }) => isNullable(parameter))
        .map(({ column }) => `compares ${column.join('.')} in a sub-query with what may be null`),
      ...nullsIn(value, depth + (reach ? 1 : 0), isNullable),
    ];
  });
}

/** All nodes of a kind in a part of a statement. */
function nodesIn(part: unknown, kind: string): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name === kind ? [value] : []),
    ...nodesIn(value, kind),
  ]);
}
