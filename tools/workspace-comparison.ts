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
 * If tables are distributed over servers by workspace, a statement can be routed to one server only if it compares the
 * workspace with the same parameter at each of its tables. A value from another row, even from a `with` that only contains
 * the parameter, is known only after that row has been read, which is too late to choose a server. The statements are parsed
 * with PostgreSQL's own grammar, so the check does not depend on how they are written.
 */

/** The tables of a workspace, each with the column that holds the workspace's id. */
const workspaceColumns: Record<TableOfWorkspace | 'workspaces', 'workspace_id' | 'id'> = {
  workspaces: 'id',
  old_workspace_slugs: 'workspace_id',
  factor_demands: 'workspace_id',
  versions: 'workspace_id',
  roles: 'workspace_id',
  members: 'workspace_id',
  invites: 'workspace_id',
  sent_invitations: 'workspace_id',
  boards: 'workspace_id',
  board_members: 'workspace_id',
  board_pictures: 'workspace_id',
  old_board_slugs: 'workspace_id',
  favourites: 'workspace_id',
  lists: 'workspace_id',
  labels: 'workspace_id',
  views: 'workspace_id',
  rules: 'workspace_id',
  rule_runs: 'workspace_id',
  rule_positions: 'workspace_id',
  fields: 'workspace_id',
  workspace_fields: 'workspace_id',
  cards: 'workspace_id',
  field_values: 'workspace_id',
  card_blocks: 'workspace_id',
  card_labels: 'workspace_id',
  card_relations: 'workspace_id',
  code_links: 'workspace_id',
  code_hosts: 'workspace_id',
  code_deliveries: 'workspace_id',
  card_claims: 'workspace_id',
  proposals: 'workspace_id',
  card_members: 'workspace_id',
  checklists: 'workspace_id',
  checklist_items: 'workspace_id',
  comments: 'workspace_id',
  search_texts: 'workspace_id',
  uploads: 'workspace_id',
  workspace_sizes: 'workspace_id',
  attachments: 'workspace_id',
  activities: 'workspace_id',
  watches: 'workspace_id',
  notifications: 'workspace_id',
  undo_steps: 'workspace_id',
  notification_batches: 'workspace_id',
  changes: 'workspace_id',
  audit_entries: 'workspace_id',
  webhooks: 'workspace_id',
  webhook_events: 'workspace_id',
  webhook_deliveries: 'workspace_id',
  presences: 'workspace_id',
  imports: 'workspace_id',
  placeholders: 'workspace_id',
  bots: 'workspace_id',
  group_roles: 'workspace_id',
  scim_users: 'workspace_id',
  scim_groups: 'workspace_id',
  scim_group_members: 'workspace_id',
  grouped_members: 'workspace_id',
  exports: 'workspace_id',
};

await loadModule();

/** The result for a table of a statement: the number of the parameter with the workspace, or a breach. */
type Finding = { workspace: number } | { breach: string };

/** The breaches of a statement: tables without a workspace, or with a second one. */
export function breachesIn(sql: string): string[] {
  const findings = (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => findingsIn(stmt, new Set()));
  const workspaces = new Set(
    findings.flatMap((finding) => ('workspace' in finding ? finding.workspace : [])),
  );
  const breaches = findings.flatMap((finding) => ('breach' in finding ? finding.breach : []));
  return workspaces.size > 1 ? [...breaches, 'is about more than one workspace'] : breaches;
}

/** Checks every statement within a part of one; `names` are those defined by a `with`, which hide tables. */
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
      ...('InsertStmt' in node ? insertedBy(node.InsertStmt, inWith.names) : []),
      ...findingsIn(rest, inWith.names),
      // The branches of a union are not wrapped like other nodes.
      ...[larg, rarg].flatMap((branch) => (branch ? findingsIn({ SelectStmt: branch }, inWith.names) : [])),
    ];
  });
}

/** The findings in a `with`, and the names that are hidden after it. */
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

/** The tables and conditions of a statement or subquery. */
interface Reach {
  /** The table that it updates or deletes from, even if a `with` defines the same name. */
  target?: RangeVar;
  from?: readonly Node[];
  where?: Node;
  /** The columns that it updates. */
  set?: readonly Node[];
}

export function reachOf(node: Node): Reach | undefined {
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

/** The tables of a statement, and the parameter that the workspace of each is compared with. */
function comparedIn({ target, from, where }: Reach, names: ReadonlySet<string>) {
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
    // The condition of an outer join does not filter the rows of its other side.
    if (jointype === 'JOIN_INNER') look(quals, [...left, ...right]);
    if (jointype === 'JOIN_LEFT') look(quals, right);
    if (jointype === 'JOIN_RIGHT') look(quals, left);
    return [...left, ...right];
  };
  const tables = [...(target ? [target] : []), ...(from ?? []).flatMap(tablesIn)];
  look(where, tables);
  return { tables, found };
}

/** Finds the parameter that the workspace of each table is compared with. */
function comparisonsIn(reach: Reach, names: ReadonlySet<string>): Finding[] {
  const { tables, found } = comparedIn(reach, names);
  const comparisons = tables
    .filter(({ relname = '' }) => isOfWorkspace(relname))
    .map((table): Finding => {
      const workspace = found.get(table);
      const name = [table.relname, table.alias?.aliasname].join(' ').trim();
      return workspace === undefined ? { breach: `compares no workspace at ${name}` } : { workspace };
    });
  return [...comparisons, ...movedBy(reach.target, reach.set)];
}

interface Comparison {
  column: readonly string[];
  parameter: number;
}

/** The columns that must equal a parameter for the condition to hold. */
export function comparisonsOf(condition: Node | undefined): Comparison[] {
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

/** The compared pairs; if rows are compared, each element with its counterpart. */
function pairsOf(left: Node, right: Node): [Node, Node][] {
  if (!('RowExpr' in left && 'RowExpr' in right)) return [[left, right]];
  const others = right.RowExpr.args ?? [];
  return (left.RowExpr.args ?? []).flatMap((each, n): [Node, Node][] => {
    const other = others[n];
    return other ? [[each, other]] : [];
  });
}

/** The number of a parameter that is compared as it is: a cast to another type than the column's would hide its value. */
function parameterOf(node: Node | undefined): number | undefined {
  if (!node) return undefined;
  if ('TypeCast' in node) {
    const { typeName, arg } = node.TypeCast;
    return textsOf(typeName?.names).at(-1) === 'text' ? parameterOf(arg) : undefined;
  }
  return 'ParamRef' in node ? node.ParamRef.number : undefined;
}

const textsOf = (nodes: readonly Node[] | undefined): string[] =>
  (nodes ?? []).map((node) => ('String' in node ? (node.String.sval ?? '') : ''));

/**
 * Whether a column, with or without a table name, is the workspace of a table. Without a table name it can only belong to one
 * table, or PostgreSQL rejects the statement.
 */
function isWorkspaceOf({ relname = '', alias }: RangeVar, column: readonly string[]): boolean {
  const name = isOfWorkspace(relname) ? workspaceColumns[relname] : undefined;
  return column.at(-1) === name && [undefined, alias?.aliasname ?? relname].includes(column.at(-2));
}

export const isOfWorkspace = (table: string): table is keyof typeof workspaceColumns =>
  table in workspaceColumns;

/** Finds the workspace of each inserted row. */
function insertedBy(
  { relation, cols, selectStmt, onConflictClause }: InsertStmt,
  names: ReadonlySet<string>,
): Finding[] {
  const table = relation?.relname ?? '';
  if (!isOfWorkspace(table)) return [];
  const place = namesOf(cols).indexOf(workspaceColumns[table]);
  const workspaces =
    selectStmt && 'SelectStmt' in selectStmt
      ? workspacesAt(selectStmt.SelectStmt, place, names)
      : [undefined];
  const inserted = workspaces.map((workspace): Finding => {
    return workspace === undefined ? { breach: `inserts into ${table} for no one workspace` } : { workspace };
  });
  return [...inserted, ...movedBy(relation, onConflictClause?.targetList)];
}

/** The parameters that the inserted rows have in a column: themselves, or by a table that is compared with them. */
function workspacesAt(
  { larg, rarg, valuesLists, targetList, fromClause, whereClause }: SelectStmt,
  place: number,
  names: ReadonlySet<string>,
): (number | undefined)[] {
  if (larg && rarg) return [larg, rarg].flatMap((branch) => workspacesAt(branch, place, names));
  if (valuesLists)
    return valuesLists.map((row) => ('List' in row ? parameterOf(row.List.items?.[place]) : undefined));
  const target = targetList?.[place];
  const value = target && 'ResTarget' in target ? target.ResTarget.val : undefined;
  if (!value || !('ColumnRef' in value)) return [parameterOf(value)];
  const column = textsOf(value.ColumnRef.fields);
  const { tables, found } = comparedIn({ from: fromClause, where: whereClause }, names);
  const of = tables.find((table) => isWorkspaceOf(table, column));
  return [of && found.get(of)];
}

/** Reports rows whose workspace is changed: they would belong on another server. */
function movedBy(relation: RangeVar | undefined, set: readonly Node[] | undefined): Finding[] {
  const table = relation?.relname ?? '';
  return isOfWorkspace(table) && namesOf(set).includes(workspaceColumns[table])
    ? [{ breach: `changes the workspace of a row of ${table}` }]
    : [];
}

const namesOf = (columns: readonly Node[] | undefined): (string | undefined)[] =>
  (columns ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : undefined));
