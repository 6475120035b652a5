import {
  type InsertStmt,
  loadModule,
  type Node,
  parseSync,
  type RangeVar,
  type SelectStmt,
  type WithClause,
} from 'libpg-query';
import type { Tables } from '../server/src/db/tables.ts';

/*
 * Where tables are spread over servers by workspace, a statement goes to one of them if it compares the workspace with
 * a parameter at each of its tables. What comes from another row, be it of a `with` that holds nothing but the parameter,
 * is known only once that row has been read, which is too late to choose a server by. PostgreSQL's own grammar reads the
 * statements, so that it does not matter how they are written.
 */

type OfWorkspace = {
  [T in keyof Tables]: Tables[T] extends { workspace_id: string } ? T : never;
}[keyof Tables];

/** The tables of a workspace, each with the column that says which. */
const workspaceColumns: Record<OfWorkspace | 'workspaces', 'workspace_id' | 'id'> = {
  workspaces: 'id',
  old_workspace_slugs: 'workspace_id',
  versions: 'workspace_id',
  roles: 'workspace_id',
  members: 'workspace_id',
  invites: 'workspace_id',
  sent_invitations: 'workspace_id',
  boards: 'workspace_id',
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
};

await loadModule();

/** What is wrong at each place where a statement names a table without its workspace. */
export function breachesIn(sql: string): string[] {
  const found: string[] = [];
  for (const { stmt } of parseSync(sql).stmts ?? []) visit(stmt, new Set(), found);
  return found;
}

/** Looks at every statement within a part of one; `names` are those of a `with`, which hide tables. */
function visit(part: unknown, names: ReadonlySet<string>, found: string[]): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [kind, value] of Object.entries(part)) {
    const statement = statementOf({ [kind]: value } as unknown as Node);
    if (!statement) {
      visit(value, names, found);
      continue;
    }
    const { withClause, larg, rarg, ...rest } = value as SelectStmt;
    const inner = visitWith(withClause, names, found);
    const isTable = ({ relname = '', schemaname }: RangeVar) =>
      isOfWorkspace(relname) && (schemaname !== undefined || !inner.has(relname));
    found.push(...withoutComparison(statement, isTable), ...(statement.written ?? []));
    visit(rest, inner, found);
    // The branches of a union are not wrapped as other nodes are.
    for (const branch of [larg, rarg]) visit(branch && { SelectStmt: branch }, inner, found);
  }
}

/** Looks at the statements of a `with`; gives the names that are hidden in what follows it. */
function visitWith(
  clause: WithClause | undefined,
  outer: ReadonlySet<string>,
  found: string[],
): ReadonlySet<string> {
  let names = outer;
  const expressions = (clause?.ctes ?? []).flatMap((each) =>
    'CommonTableExpr' in each ? [each.CommonTableExpr] : [],
  );
  if (clause?.recursive) names = new Set([...names, ...expressions.map(({ ctename = '' }) => ctename)]);
  for (const { ctename = '', ctequery } of expressions) {
    visit(ctequery, names, found);
    names = new Set([...names, ctename]);
  }
  return names;
}

/** A statement, on its own or within another. */
interface Statement {
  from: readonly Node[];
  where?: Node;
  /** What is wrong with what it writes. */
  written?: readonly string[];
}

function statementOf(node: Node): Statement | undefined {
  if ('SelectStmt' in node) {
    const { fromClause, whereClause } = node.SelectStmt;
    return { from: fromClause ?? [], where: whereClause };
  }
  if ('DeleteStmt' in node) {
    const { relation, usingClause, whereClause } = node.DeleteStmt;
    return { from: [...target(relation), ...(usingClause ?? [])], where: whereClause };
  }
  if ('UpdateStmt' in node) {
    const { relation, targetList, fromClause, whereClause } = node.UpdateStmt;
    return {
      from: [...target(relation), ...(fromClause ?? [])],
      where: whereClause,
      written: moved(relation, targetList),
    };
  }
  if ('InsertStmt' in node) {
    const { relation, onConflictClause } = node.InsertStmt;
    return {
      from: [],
      written: [...inserted(node.InsertStmt), ...moved(relation, onConflictClause?.targetList)],
    };
  }
  return undefined;
}

/** What is written is a table, also where a `with` has its name. */
const target = (table: RangeVar | undefined): Node[] =>
  table ? [{ RangeVar: { schemaname: 'public', ...table } }] : [];

/** The tables of a statement at which it compares no workspace with a parameter. */
function withoutComparison({ from, where }: Statement, isTable: (table: RangeVar) => boolean): string[] {
  const compared = new Set<RangeVar>();
  const compare = (condition: Node | undefined, tables: readonly RangeVar[]) => {
    for (const column of columnsComparedIn(condition)) {
      // A name without a table is of the only one that it can be of, as otherwise PostgreSQL would refuse it.
      for (const table of tables) if (isWorkspaceOf(table, column)) compared.add(table);
    }
  };
  const tablesOf = (item: Node): RangeVar[] => {
    if ('RangeVar' in item) return isTable(item.RangeVar) ? [item.RangeVar] : [];
    if (!('JoinExpr' in item)) return [];
    const { jointype, larg, rarg, quals } = item.JoinExpr;
    const [left, right] = [larg, rarg].map((side) => (side ? tablesOf(side) : [])) as [
      RangeVar[],
      RangeVar[],
    ];
    // The condition of an outer join leaves the rows of its other side as they are.
    if (jointype === 'JOIN_INNER') compare(quals, [...left, ...right]);
    if (jointype === 'JOIN_LEFT') compare(quals, right);
    if (jointype === 'JOIN_RIGHT') compare(quals, left);
    return [...left, ...right];
  };
  const tables = from.flatMap(tablesOf);
  compare(where, tables);
  return tables
    .filter((table) => !compared.has(table))
    .map((table) => `compares no workspace at ${[table.relname, table.alias?.aliasname].join(' ').trim()}`);
}

/** The columns that a condition compares with a parameter, whatever else it asks. */
function columnsComparedIn(condition: Node | undefined): string[][] {
  if (!condition) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
    return (condition.BoolExpr.args ?? []).flatMap(columnsComparedIn);
  }
  if (!('A_Expr' in condition)) return [];
  const { kind, name, lexpr, rexpr } = condition.A_Expr;
  if (kind !== 'AEXPR_OP' || !lexpr || !rexpr || textsOf(name).join() !== '=') return [];
  return pairsOf(lexpr, rexpr).flatMap(([left, right]) =>
    'ColumnRef' in left && isParameter(right)
      ? [textsOf(left.ColumnRef.fields)]
      : 'ColumnRef' in right && isParameter(left)
        ? [textsOf(right.ColumnRef.fields)]
        : [],
  );
}

/** What is compared with what: each with its counterpart, where rows are compared. */
function pairsOf(left: Node, right: Node): [Node, Node][] {
  if (!('RowExpr' in left && 'RowExpr' in right)) return [[left, right]];
  const others = right.RowExpr.args ?? [];
  return (left.RowExpr.args ?? []).flatMap((each, n) => {
    const other = others[n];
    return other ? [[each, other]] : [];
  });
}

const isParameter = (node: Node | undefined): boolean =>
  node !== undefined && ('ParamRef' in node || ('TypeCast' in node && isParameter(node.TypeCast.arg)));

const textsOf = (nodes: readonly Node[] | undefined): string[] =>
  (nodes ?? []).map((node) => ('String' in node ? (node.String.sval ?? '') : ''));

/** Whether a column, with or without the name of a table, is the workspace of a table. */
function isWorkspaceOf({ relname = '', alias }: RangeVar, column: readonly string[]): boolean {
  const name = isOfWorkspace(relname) ? workspaceColumns[relname] : undefined;
  return column.at(-1) === name && [undefined, alias?.aliasname ?? relname].includes(column.at(-2));
}

const isOfWorkspace = (table: string): table is keyof typeof workspaceColumns => table in workspaceColumns;

/** Complains of an insert whose workspace is not a parameter in each row. */
function inserted({ relation, cols, selectStmt }: InsertStmt): string[] {
  const table = relation?.relname ?? '';
  if (!isOfWorkspace(table)) return [];
  const place = namesOf(cols).indexOf(workspaceColumns[table]);
  const values = selectStmt && 'SelectStmt' in selectStmt ? valuesAt(selectStmt.SelectStmt, place) : [];
  const isNamed = values.length > 0 && values.every(isParameter);
  return isNamed ? [] : [`inserts into ${table} for no one workspace`];
}

/** What the rows that are inserted have in a column. */
function valuesAt(select: SelectStmt, place: number): (Node | undefined)[] {
  const { larg, rarg, valuesLists, targetList } = select;
  if (larg && rarg) return [...valuesAt(larg, place), ...valuesAt(rarg, place)];
  if (valuesLists) return valuesLists.map((row) => ('List' in row ? row.List.items?.[place] : undefined));
  const column = targetList?.[place];
  return [column && 'ResTarget' in column ? column.ResTarget.val : undefined];
}

/** Complains of a row that gets another workspace: it would belong on another server. */
function moved(relation: RangeVar | undefined, columns: readonly Node[] | undefined): string[] {
  const table = relation?.relname ?? '';
  return isOfWorkspace(table) && namesOf(columns).includes(workspaceColumns[table])
    ? [`changes the workspace of a row of ${table}`]
    : [];
}

const namesOf = (columns: readonly Node[] | undefined): (string | undefined)[] =>
  (columns ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : undefined));
