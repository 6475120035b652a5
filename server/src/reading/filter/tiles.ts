import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { cardTest, type Reader } from '../../../../contract/filter/card-passes.ts';
import type { FilterField } from '../../../../contract/filter/fields.ts';
import type { Candidate } from '../../../../contract/filter/known.ts';
import { parseForTiles } from '../../../../contract/filter/on-tiles.ts';
import { arePeople, type Filter, type Named, termsOf } from '../../../../contract/filter/tree.ts';
import { fieldNamesIn, unknownIn } from '../../../../contract/filter/unknown.ts';
import type { LiveCard } from '../../../../contract/live-shapes.ts';
import { day } from '../../base/clock.ts';
import { dayIn, instantOf } from '../../base/days.ts';
import { query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';
import type { Sources } from '../slices.ts';
import { FieldNames } from './field-names.ts';
import { valuesOf } from './filter.ts';

/*
 * Which cards pass filters as boards show them: as the page judges them, and without a statement for each filter. What cards
 * name is read once for all filters, and only if one asks for it; nothing that is not on the cards is read.
 */

export type Tile = Static<typeof LiveCard>;

/** Cards of one board. */
interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** For whom a filter is read, and when. */
export interface TileReader {
  /** Microseconds. */
  now: number;
  timeZone: string | null;
  /** The members that the reader is. */
  me: readonly string[];
  /** Whether the reader may know who is on a card. */
  showMembers: boolean;
}

/** What is read within a transaction: nothing of it waits for others. */
export const inTransaction = (db: Sources['db']): Sources => ({ db, turns: (step) => step() });

/**
 * Reads a filter that tiles can answer; throws `Invalid`, with the position, if it is broken. If `boards` are known, it cannot
 * name fields that they do not have.
 */
export async function readTileFilter(
  sources: Sources,
  text: string,
  boards: { workspaceId: string; boardIds: readonly string[] } | undefined,
  field: string,
): Promise<Filter> {
  const { filter, problem } = parseForTiles(text);
  const fields = filter && boards && (await fieldsIn(new FieldNames(sources), filter, boards));
  const wrong = filter ? unknownIn(filter, fields) : problem;
  if (wrong) throw new Invalid('wrong-filter', valuesOf(wrong, field));
  return filter ?? { tree: null, sort: [] };
}

/** The fields that a filter names, each once. */
async function fieldsIn(
  known: FieldNames,
  filter: Filter,
  { workspaceId, boardIds }: { workspaceId: string; boardIds: readonly string[] },
): Promise<FilterField[]> {
  const names = fieldNamesIn(filter);
  if (names.length === 0) return [];
  await known.read(workspaceId, boardIds);
  const found = new Map<string, FilterField>();
  for (const name of names)
    for (const field of await known.named(workspaceId, boardIds, name)) found.set(field.publicId, field);
  return [...found.values()];
}

const namesWithIds = query(
  'filter.namesWithIds',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => {
    const among = (table: string, columns: string, only = sql``) =>
      sql`${sql.raw(columns)} ${fn.lookUp({
        table,
        workspaceId: p.workspaceId,
        column: 'id',
        values: fn.ids(p.ids),
      })} ${only}`;
    return sql<Candidate & { of: Named }>`
    select 'label' as "of", ${among('labels', 'x.id as id, x.name as name', sql`and x.deleted_at is null`)}
    union all
    select 'list', ${among('lists', 'x.id, x.name', sql`and x.deleted_at is null`)}
    union all
    select 'board', ${among('boards', 'x.id, x.name')}
    union all
    select 'member', m.id, coalesce(u.name, '') from (
      select ${among('members', 'x.id as id, x.user_id as user_id', sql`and x.status <> 'removed'`)}
    ) m left join users u on u.id = m.user_id`;
  },
);

type Names = Partial<Record<Named, readonly Candidate[]>>;

/** Whether a filter looks for names of what is on cards. */
const looksForNames = ({ tree }: Filter): boolean =>
  termsOf(tree).some(({ any }) =>
    any.some(({ what }) => what === 'words' || what === 'named' || what === 'field'),
  );

const id = /^[a-z0-9]{16}$/;

/** The ids that a card has: in fields, some of these are people. */
const idsOn = ({ labelPublicIds, memberPublicIds, listPublicId, claim, fields = {} }: Tile): string[] => [
  ...labelPublicIds,
  ...memberPublicIds,
  listPublicId,
  ...(claim?.memberPublicId ? [claim.memberPublicId] : []),
  ...Object.values(fields).flatMap((value) => (typeof value === 'string' && id.test(value) ? value : [])),
];

/** Milliseconds for which tiles are judged before others get a turn. */
const atOnce = 5;

/**
 * Milliseconds that are left for judging, turns of others not counted. Each filter may take half of them, so that a dear one
 * leaves enough for others: most take less than one.
 */
export interface TimeToJudge {
  left: number;
}

/** Those that pass, and whether there was time for all tiles. */
interface Judged {
  ids: ReadonlySet<string>;
  isWhole: boolean;
}

/** Some tiles of a board, and what they name. */
export class TilesOfBoard {
  readonly #sources: Sources;
  readonly #of: OfBoard;
  readonly #tiles: readonly Tile[];
  readonly #fields: FieldNames;
  #names: Promise<Names> | undefined;

  constructor(sources: Sources, of: OfBoard, tiles: readonly Tile[], fields = new FieldNames(sources)) {
    this.#sources = sources;
    this.#of = of;
    this.#tiles = tiles;
    this.#fields = fields;
  }

  /** The ids of those that pass a filter; by default there is time for all. */
  async passing(
    filter: Filter,
    by: TileReader,
    time: TimeToJudge = { left: Number.MAX_VALUE },
  ): Promise<Judged> {
    if (time.left <= 0) return { ids: new Set(), isWhole: false };
    const { workspaceId, boardId } = this.#of;
    const fields = await fieldsIn(this.#fields, filter, { workspaceId, boardIds: [boardId] });
    this.#names ??= looksForNames(filter) ? this.#read() : undefined;
    const names = (await this.#names) ?? {};
    const least = time.left / 2;
    let since = performance.now();
    const passes = cardTest(filter, readerOf(by, boardId, fields, names));
    const ids = new Set<string>();
    for (const tile of this.#tiles) {
      const took = performance.now() - since;
      if (time.left - took <= least) {
        time.left -= took;
        return { ids, isWhole: false };
      }
      if (took > atOnce) {
        time.left -= took;
        await turn();
        since = performance.now();
      }
      if (passes(tile)) ids.add(tile.publicId);
    }
    time.left -= performance.now() - since;
    return { ids, isWhole: true };
  }

  async #read(): Promise<Names> {
    const { workspaceId, boardId } = this.#of;
    const ids = [...new Set([boardId, ...this.#tiles.flatMap(idsOn)])];
    return Object.groupBy(await this.#sources.db.all(namesWithIds, { workspaceId, ids }), ({ of }) => of);
  }
}

const readerOf = (
  { now, timeZone, me, showMembers }: TileReader,
  boardId: string,
  fields: readonly FilterField[],
  names: Names,
): Reader => ({
  now: now / 1000,
  today: dayIn(now, timeZone) / day,
  firstDay: 1,
  startOf: (from) => instantOf(from * day, timeZone) / 1000,
  me,
  boardId,
  fields,
  candidates: (of) => (arePeople(of) ? (showMembers ? (names.member ?? []) : []) : (names[of] ?? [])),
  answered: () => undefined,
});
