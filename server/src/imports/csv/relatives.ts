import { hash } from 'node:crypto';
import { caps } from '../../../../contract/caps.ts';
import type { ImportedRelation } from '../imported-board.ts';
import type { Detail } from '../reading/description.ts';
import { type Column, folded, type Plan } from './plan.ts';
import { reached } from './row-values.ts';
import type { CardRow } from './rows.ts';
import { partsOf } from './values.ts';

/** Max names of rows that are held in memory; relations to others stay lines of descriptions. */
const most = 300_000;

/** Longer texts name no row. */
const longestName = 500;

const uses = ['parent', 'blocked-by', 'blocks', 'relates', 'duplicates'] as const;

/** Finds the rows that others name, by a number, a key, an address or a title. */
export class Relatives {
  readonly #columns: readonly Column[];
  readonly #keys: readonly (readonly Column[])[];
  readonly #titles: readonly Column[];
  readonly isWanted: boolean;
  /** Lines by the digests of what their rows are called. */
  readonly #byKey = new Map<string, number>();
  readonly #byTitle = new Map<string, number>();

  constructor({ columns, source }: Plan) {
    this.#columns = columns.filter(({ use }) => uses.some((each) => each === use));
    const of = (use: Column['use']) => columns.filter((column) => column.use === use);
    this.#keys = (['number', 'key', 'link'] as const).map(of);
    this.#titles = of('title');
    this.isWanted = this.#columns.length > 0 || source === 'todoist';
  }

  see(row: CardRow, valuesIn: (row: CardRow, column: Column) => string[]): void {
    if (this.#columns.length === 0) return;
    const name = (columns: readonly Column[], lines: Map<string, number>) => {
      for (const column of reached(columns, row)) {
        const [text = ''] = valuesIn(row, column);
        const key = keyOf(text);
        if (key === undefined || lines.has(key) || this.#byKey.size + this.#byTitle.size >= most) continue;
        lines.set(key, row.line);
      }
    };
    for (const columns of this.#keys) name(columns, this.#byKey);
    name(this.#titles, this.#byTitle);
  }

  /** The key of any row comes before the titles of all: whichever of both rows is the first. */
  #lineOf(name: string): number | undefined {
    const key = keyOf(name);
    return key === undefined ? undefined : (this.#byKey.get(key) ?? this.#byTitle.get(key));
  }

  /** The relations of a row, and lines for those to cards that are not in the table. */
  of(
    row: CardRow,
    textsIn: (column: Column) => string[],
  ): { relations: ImportedRelation[]; lines: Detail[] } {
    const relations = new Map<string, ImportedRelation>();
    const lines: Detail[] = [];
    const relate = (type: ImportedRelation['type'], line: number) =>
      relations.set(`${type} ${line}`, { type, key: String(line) });
    if (row.parent !== undefined) relate('parent', row.parent);
    for (const column of reached(this.#columns, row)) {
      const type = uses.find((use) => use === column.use);
      for (const text of textsIn(column)) {
        const names = this.#lineOf(text) !== undefined ? [text] : partsOf(text);
        const unknown = names.filter((name) => {
          const line = relations.size < caps.relationsOfCard ? this.#lineOf(name) : undefined;
          if (type === undefined || line === undefined || line === row.line) return true;
          relate(type, line);
          return false;
        });
        if (unknown.length > 0) lines.push({ name: column.name, value: unknown.join(', ') });
      }
    }
    return { relations: [...relations.values()], lines };
  }
}

/** A digest, as names of many rows are held in memory. */
function keyOf(name: string): string | undefined {
  const key = name.length > longestName ? '' : folded(name);
  return key === '' ? undefined : hash('sha256', key, 'base64url').slice(0, 22);
}
