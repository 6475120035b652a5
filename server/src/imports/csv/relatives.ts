import type { ImportedRelation } from '../imported-board.ts';
import type { Detail } from '../reading/description.ts';
import { type Column, folded, type Plan } from './plan.ts';
import type { CardRow } from './rows.ts';
import { partsOf } from './values.ts';

/** Max names of rows that are held in memory; relations to others stay lines of descriptions. */
const most = 300_000;

const uses = ['parent', 'blocked-by', 'blocks'] as const;

/** Finds the rows that others name, by a number, a key, an address or a title. */
export class Relatives {
  readonly #columns: readonly Column[];
  readonly #named: readonly Column[];
  readonly isWanted: boolean;
  readonly #lines = new Map<string, number>();

  constructor({ columns, source }: Plan) {
    this.#columns = columns.filter(({ use }) => uses.some((each) => each === use));
    // Titles come last: a key is never taken for one.
    this.#named = (['number', 'key', 'link', 'title'] as const).flatMap((use) =>
      columns.filter((column) => column.use === use),
    );
    this.isWanted = this.#columns.length > 0 || source === 'todoist';
  }

  see(row: CardRow, valuesIn: (row: CardRow, column: Column) => string[]): void {
    if (this.#columns.length === 0) return;
    for (const column of this.#named) {
      const [name] = valuesIn(row, column);
      const key = name === undefined ? '' : folded(name);
      if (key !== '' && !this.#lines.has(key) && this.#lines.size < most) this.#lines.set(key, row.line);
    }
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
    for (const column of this.#columns) {
      const type = uses.find((use) => use === column.use);
      for (const text of textsIn(column)) {
        const names = this.#lines.has(folded(text)) ? [text] : partsOf(text);
        const unknown = names.filter((name) => {
          const line = this.#lines.get(folded(name));
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
