import {
  type InsertStmt,
  loadModule,
  type Node,
  parseSync,
  type RangeVar,
  type SelectStmt,
  type WithClause,
} from 'libpg-query';
import type { TableOfWorkspace } from '../server/src/base/db/tables.ts';

/*
 * Where tables are spread over servers by workspace, a statement goes to one of them if it compares the workspace with
 * the same parameter at each of its tables. What comes from another row, be it of a `with` that holds nothing but the parameter,
 * is known only once that row has been read, which is too late to choose a server by. PostgreSQL's own grammar reads the
 * statements, so that it does not matter how they are written.
 */

/** The tables of a workspace, each with the column that says which. */
const workspaceColumns: Record<TableOfWorkspace | 'workspaces', 'workspace_id' | 'id'> = {
  workspaces: 'id',
  old_workspace_slugs: 'workspace_id',
  versions: 'workspace_id',
  roles: 'workspace_id',
  members: 'workspace_id',
  invites: 'workspace_id',
  sent_invitations: 'workspace_id',
  boards: 'workspace_id',
  board_members: 'workspace_id',
  old_board_slugs: 'workspace_id',
  favourites: 'workspace_id',
  lists: 'workspace_id',
  labels: 'workspace_id',
  cards: 'workspace_id',
  card_blocks: 'workspace_id',
  card_labels: 'workspace_id',
  card_members: 'workspace_id',
  checklists: 'workspace_id',
  checklist_items: 'workspace_id',
  comments: 'workspace_id',
  search_texts: 'workspace_id',
  uploads: 'workspace_id',
  attachments: 'workspace_id',
  activities: 'workspace_id',
  changes: 'workspace_id',
  audit_entries: 'workspace_id',
  webhooks: 'workspace_id',
  webhook_events: 'workspace_id',
  webhook_deliveries: 'workspace_id',
  presences: 'workspace_id',
  imports: 'workspace_id',
  placeholders: 'workspace_id',
  exports: 'workspace_id',
};

await loadModule();

/** What is found at a table of a statement: the number of the parameter that says the workspace, or what is wrong. */
type Finding = { workspace: number } | { breach: string };

/** What is wrong at each place where a statement names a table without its workspace, or with a second one. */
export function breachesIn(sql: string): string[] {
  const findings = (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => findingsIn(stmt, new Set()));
  const workspaces = new Set(
    findings.flatMap((finding) => ('workspace' in finding ? finding.workspace : [])),
  );
  const breaches = findings.flatMap((finding) => ('breach' in finding ? finding.breach : []));
  return workspaces.size > 1 ? [...breaches, 'is about more than one workspace'] : breaches;
}

/** Looks at every statement within a part of one; `names` are those of a `with`, which hide tables. */
function findingsIn(part: unknown, names: ReadonlySet<string>): Finding[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([kind, value]) => {
    const node = { [kind]: value } as unknown as Node;
    const reach = reachOf(node);
    if (!reach) return findingsIn(value, names);
    const { withClause, larg, rarg, ...rest } = value as SelectStmt;
    const inWith = lookAtWith(withClause, names);
    return [
      ...inWith.findings,
      ...comparisonsIn(reach, inWith.names),
      ...('InsertStmt' in node ? insertedBy(node.InsertStmt) : []),
      ...findingsIn(rest, inWith.names),
      // The branches of a union are not wrapped as other nodes are.
      ...[larg, rarg].flatMap((branch) => (branch ? findingsIn({ SelectStmt: branch }, inWith.names) : [])),
    ];
  });
}

/** What is found in a `with`, and the names that are hidden after it. */
function lookAtWith(clause: WithClause | undefined, outer: ReadonlySet<string>) {
  const expressions = (clause?.ctes ?? []).flatMap((each) =>
    'CommonTableExpr' in each ? [each.CommonTableExpr] : [],
  );
  const names = new Set([...outer, ...expressions.map(({ ctename = '' }) => ctename)]);
  const before = new Set(outer);
  const findings = expressions.flatMap(({ ctename = '', ctequery }) => {
    const found = findingsIn(ctequery, clause?.recursive ? names : before);
    before.add(ctename);
    return found;
  });
  return { findings, names };
}

/** What a statement, on its own or within another, goes through, and what has to hold for all of it. */
interface Reach {
  /** What it changes or deletes: a table, also where a `with` has its name. */
  target?: RangeVar;
  from?: readonly Node[];
  where?: Node;
  /** The columns that it changes. */
  set?: readonly Node[];
}

function reachOf(node: Node): Reach | undefined {
  if ('SelectStmt' in node) {
    const { fromClause, whereClause } = node.SelectStmt;
    return { from: fromClause, where: whereClause };
  }
  if ('UpdateStmt' in node) {
    const { relation, targetList, fromClause, whereClause } = node.UpdateStmt;
    return { target: relation, from: fromClause, where: whereClause, set: targetList };
  }
  if ('DeleteStmt' in node) {
    const { relation, usingClause, whereClause } = node.DeleteStmt;
    return { target: relation, from: usingClause, where: whereClause };
  }
  return 'InsertStmt' in node ? {} : undefined;
}

/** Finds what the workspace of each table is compared with. */
function comparisonsIn({ target, from, where, set }: Reach, names: ReadonlySet<string>): Finding[] {
  const found = new Map<RangeVar, number>();
  const look = (condition: Node | undefined, tables: readonly RangeVar[]) => {
    for (const { column, parameter } of comparisonsOf(condition)) {
      for (const table of tables) if (isWorkspaceOf(table, column)) found.set(table, parameter);
    }
  };
  const tablesIn = (item: Node): RangeVar[] => {
    if ('RangeVar' in item) return names.has(item.RangeVar.relname ?? '') ? [] : [item.RangeVar];
    if (!('JoinExpr' in item)) return [];
    const { jointype, larg, rarg, quals } = item.JoinExpr;
    const [left, right] = [larg ? tablesIn(larg) : [], rarg ? tablesIn(rarg) : []];
    // The condition of an outer join leaves the rows of its other side as they are.
    if (jointype === 'JOIN_INNER') look(quals, [...left, ...right]);
    if (jointype === 'JOIN_LEFT') look(quals, right);
    if (jointype === 'JOIN_RIGHT') look(quals, left);
    return [...left, ...right];
  };
  const tables = [...(target ? [target] : []), ...(from ?? []).flatMap(tablesIn)];
  look(where, tables);
  const comparisons = tables
    .filter(({ relname = '' }) => isOfWorkspace(relname))
    .map((table): Finding => {
      const workspace = found.get(table);
      const name = [table.relname, table.alias?.aliasname].join(' ').trim();
      return workspace === undefined ? { breach: `compares no workspace at ${name}` } : { workspace };
    });
  return [...comparisons, ...movedBy(target, set)];
}

interface Comparison {
  column: readonly string[];
  parameter: number;
}

/** The columns that have to be equal to a parameter wherever a condition holds. */
function comparisonsOf(condition: Node | undefined): Comparison[] {
  if (!condition) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
    return (condition.BoolExpr.args ?? []).flatMap(comparisonsOf);
  }
  if (!('A_Expr' in condition)) return [];
  const { kind, name, lexpr, rexpr } = condition.A_Expr;
  if (kind !== 'AEXPR_OP' || !lexpr || !rexpr || textsOf(name).join() !== '=') return [];
  return [...pairsOf(lexpr, rexpr), ...pairsOf(rexpr, lexpr)].flatMap(([side, other]) => {
    const parameter = parameterOf(other);
    if (!('ColumnRef' in side) || parameter === undefined) return [];
    return { column: textsOf(side.ColumnRef.fields), parameter };
  });
}

/** What is compared with what: each with its counterpart, where rows are compared. */
function pairsOf(left: Node, right: Node): [Node, Node][] {
  if (!('RowExpr' in left && 'RowExpr' in right)) return [[left, right]];
  const others = right.RowExpr.args ?? [];
  return (left.RowExpr.args ?? []).flatMap((each, n): [Node, Node][] => {
    const other = others[n];
    return other ? [[each, other]] : [];
  });
}

/** The number of a parameter, be it cast or not. */
function parameterOf(node: Node | undefined): number | undefined {
  if (!node) return undefined;
  if ('TypeCast' in node) return parameterOf(node.TypeCast.arg);
  return 'ParamRef' in node ? node.ParamRef.number : undefined;
}

const textsOf = (nodes: readonly Node[] | undefined): string[] =>
  (nodes ?? []).map((node) => ('String' in node ? (node.String.sval ?? '') : ''));

/**
 * Whether a column, with or without the name of a table, is the workspace of a table. Without one there is only one table
 * that it can be of, or PostgreSQL refuses the statement.
 */
function isWorkspaceOf({ relname = '', alias }: RangeVar, column: readonly string[]): boolean {
  const name = isOfWorkspace(relname) ? workspaceColumns[relname] : undefined;
  return column.at(-1) === name && [undefined, alias?.aliasname ?? relname].includes(column.at(-2));
}

const isOfWorkspace = (table: string): table is keyof typeof workspaceColumns => table in workspaceColumns;

/** Finds the workspace of each row that is inserted. */
function insertedBy({ relation, cols, selectStmt, onConflictClause }: InsertStmt): Finding[] {
  const table = relation?.relname ?? '';
  if (!isOfWorkspace(table)) return [];
  const place = namesOf(cols).indexOf(workspaceColumns[table]);
  const values =
    selectStmt && 'SelectStmt' in selectStmt ? valuesAt(selectStmt.SelectStmt, place) : [undefined];
  const inserted = values.map((value): Finding => {
    const workspace = parameterOf(value);
    return workspace === undefined ? { breach: `inserts into ${table} for no one workspace` } : { workspace };
  });
  return [...inserted, ...movedBy(relation, onConflictClause?.targetList)];
}

/** What the rows that are inserted have in a column. */
function valuesAt({ larg, rarg, valuesLists, targetList }: SelectStmt, place: number): (Node | undefined)[] {
  if (larg && rarg) return [...valuesAt(larg, place), ...valuesAt(rarg, place)];
  if (valuesLists) return valuesLists.map((row) => ('List' in row ? row.List.items?.[place] : undefined));
  const column = targetList?.[place];
  return [column && 'ResTarget' in column ? column.ResTarget.val : undefined];
}

/** Complains of rows that get another workspace: they would belong on another server. */
function movedBy(relation: RangeVar | undefined, set: readonly Node[] | undefined): Finding[] {
  const table = relation?.relname ?? '';
  return isOfWorkspace(table) && namesOf(set).includes(workspaceColumns[table])
    ? [{ breach: `changes the workspace of a row of ${table}` }]
    : [];
}

const namesOf = (columns: readonly Node[] | undefined): (string | undefined)[] =>
  (columns ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : undefined));
