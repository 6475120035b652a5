import { sql } from 'kysely';
import type { FieldOption } from '../../../../contract/field-shapes.ts';
import type { FieldType } from '../../../../contract/field-types.ts';
import { type FilterField, fieldsNamed, placesIn } from '../../../../contract/filter/fields.ts';
import { query } from '../../base/db/query.ts';
import type { Sources } from '../slices.ts';

/*
 * The fields of boards by their names. Hundreds of boards have millions of options, so options are only read of fields that a
 * filter means, and both go in turns.
 */

const fieldNames = query(
  'filter.fields',
  (_db, p: { workspaceId: string; boardIds: readonly string[] }, fn) => sql<{
    publicId: string;
    boardId: string;
    name: string;
    type: FieldType;
    workspaceFieldPublicId: string | null;
  }>`
  select x.id as "publicId", x.board_id as "boardId", x.name as name, x.type as type,
    x.workspace_field_id as "workspaceFieldPublicId"
  ${fn.lookUp({
    table: 'fields',
    workspaceId: p.workspaceId,
    column: 'board_id',
    values: fn.ids(p.boardIds),
    only: sql`deleted_at is null`,
  })}
  order by x.position, x.id`,
);

const fieldOptions = query(
  'filter.options',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{
    id: string;
    /** JSON. */
    options: string | null;
  }>`
  select x.id as id, x.options as options
  ${fn.lookUp({ table: 'fields', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}`,
);

/** What is read in one turn: it has up to 500 names, or 1 000 options, which are folded there. */
const boardsAtOnce = 5;
const fieldsAtOnce = 10;

/** Boards that are kept; of more, all are read again. */
const mostKept = 300;

const isChosen = ({ type }: FilterField) => type === 'select' || type === 'multi-select';

export class FieldNames {
  readonly #sources: Sources;
  /** Of each board its fields, without options. */
  readonly #boards = new Map<string, readonly FilterField[]>();
  readonly #withOptions = new Map<string, FilterField>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Reads what the fields of boards are called. */
  async read(workspaceId: string, boardIds: readonly string[]): Promise<void> {
    if (this.#boards.size + boardIds.length > mostKept) {
      this.#boards.clear();
      this.#withOptions.clear();
    }
    const missing = boardIds.filter((id) => !this.#boards.has(id));
    await this.#inTurns(missing, boardsAtOnce, async (some) => {
      const rows = await this.#sources.db.all(fieldNames, { workspaceId, boardIds: some });
      const byBoard = Map.groupBy(rows, ({ boardId }) => boardId);
      for (const id of some) {
        const fields = (byBoard.get(id) ?? []).map(({ boardId: _, ...field }) => ({ ...field, options: [] }));
        placesIn(fields);
        this.#boards.set(id, fields);
      }
    });
  }

  /** The fields with a name, or an id, on boards that have been read; in order, with their options. */
  async named(workspaceId: string, boardIds: readonly string[], name: string): Promise<FilterField[]> {
    const meant = boardIds.flatMap((id) => fieldsNamed(name, this.#boards.get(id) ?? []));
    const missing = meant.filter((field) => isChosen(field) && !this.#withOptions.has(field.publicId));
    await this.#inTurns(missing, fieldsAtOnce, async (some) => {
      const ids = some.map(({ publicId }) => publicId);
      const rows = await this.#sources.db.all(fieldOptions, { workspaceId, ids });
      const byId = new Map(rows.map(({ id, options }) => [id, options]));
      for (const field of some) {
        const options = JSON.parse(byId.get(field.publicId) ?? '[]') as FieldOption[];
        placesIn(options);
        this.#withOptions.set(field.publicId, { ...field, options });
      }
    });
    return meant.map((field) => this.#withOptions.get(field.publicId) ?? field);
  }

  async #inTurns<T>(all: readonly T[], atOnce: number, step: (some: readonly T[]) => Promise<void>) {
    for (let from = 0; from < all.length; from += atOnce)
      await this.#sources.turns(() => step(all.slice(from, from + atOnce)));
  }
}
