import { sql } from 'kysely';
import type { FilterField } from '../../../../contract/filter/fields.ts';
import type { Candidate } from '../../../../contract/filter/known.ts';
import type { Named } from '../../../../contract/filter/tree.ts';
import { holds } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { MemberRights } from '../../base/access/authority.ts';
import { query } from '../../base/db/query.ts';
import type { Sources } from '../slices.ts';
import { FieldNames } from './field-names.ts';

/* What filters can name on some boards of a workspace. Each kind is read once, and only if a filter has a name of it. */

interface OfBoards {
  workspaceId: string;
  boardIds: readonly string[];
}

const labelNames = query(
  'filter.labels',
  (_db, p: OfBoards, fn) => sql<Candidate>`
  select x.id as id, x.name as name
  ${fn.lookUp({ table: 'labels', workspaceId: p.workspaceId, column: 'board_id', values: fn.ids(p.boardIds) })}
    and x.deleted_at is null`,
);

const listNames = query(
  'filter.lists',
  (_db, p: OfBoards, fn) => sql<Candidate>`
  select x.id as id, x.name as name
  ${fn.lookUp({
    table: 'lists',
    workspaceId: p.workspaceId,
    column: 'board_id',
    values: fn.ids(p.boardIds),
    only: sql`deleted_at is null`,
  })}`,
);

const boardNames = query(
  'filter.boards',
  (_db, p: OfBoards, fn) => sql<Candidate>`
  select x.id as id, x.name as name
  ${fn.lookUp({ table: 'boards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.boardIds) })}`,
);

interface Person extends Candidate {
  userId: string | null;
}

const memberNames = query(
  'filter.members',
  (_db, p: { workspaceId: string }, _fn) => sql<Person>`
  select m.id as id, coalesce(u.name, '') as name, m.user_id as "userId"
  from members m left join users u on u.id = m.user_id
  where m.workspace_id = ${p.workspaceId} and m.status <> 'removed'`,
);

export const ownSeats = query(
  'filter.seats',
  (_db, p: { workspaceId: string; userId: string }) => sql<{ id: string }>`
  select m.id as id from members m where m.user_id = ${p.userId} and m.workspace_id = ${p.workspaceId}`,
);

/** Where the names of a filter are looked for. */
export interface Scope extends OfBoards {
  userId: string;
  /** The only boards that the reader's credential opens; null for all. */
  openBoards: string | null;
  /** Whether the reader may know who is on a card. */
  showMembers: boolean;
  /** The members who may be named, if they are known already. */
  people?: readonly Candidate[];
  /** The lists that may be named, if not all: a card that is shown tells in which it is, but nothing of others. */
  lists?: readonly Candidate[];
  /** Each board has fields of its own, so a name that is that of none is no error. */
  withAnyField?: true;
  /** The fields that are known already. */
  fields?: FieldNames;
}

/** What a member may name on boards of a workspace. */
export const scopeOf = (
  { workspaceId, permissions }: Pick<MemberRights, 'workspaceId' | 'permissions'>,
  boardIds: readonly string[],
  { userId, openBoards }: Pick<Actor, 'userId' | 'openBoards'>,
): Scope => ({
  workspaceId,
  boardIds,
  userId,
  openBoards,
  showMembers: holds(permissions, 'member:view'),
});

export class Names {
  readonly #db: Sources['db'];
  readonly #scope: Scope;
  readonly #fields: FieldNames;
  readonly #read = new Map<string, Promise<readonly unknown[]>>();

  constructor(sources: Sources, scope: Scope) {
    this.#db = sources.db;
    this.#scope = scope;
    this.#fields = scope.fields ?? new FieldNames(sources);
  }

  async candidates(of: Named): Promise<readonly Candidate[]> {
    if (of === 'label') return this.#once(of, () => this.#db.all(labelNames, this.#scope));
    if (of === 'list' && this.#scope.lists) return this.#scope.lists;
    if (of === 'list') return this.#once(of, () => this.#db.all(listNames, this.#scope));
    if (of === 'board') return this.#once(of, () => this.#db.all(boardNames, this.#scope));
    if (of !== 'creator' && this.#scope.people) return this.#scope.people;
    if (!this.#scope.showMembers) return [];
    const people = await this.#once('people', () => this.#db.all(memberNames, this.#scope));
    if (of !== 'creator') return people;
    // Cards keep the account that made them.
    return this.#once(of, async () =>
      people.flatMap(({ name, userId }) => (userId === null ? [] : { id: userId, name })),
    );
  }

  /** The fields of the boards with a name, or an id, in order. */
  async fields(name: string): Promise<FilterField[]> {
    const { workspaceId, boardIds } = this.#scope;
    await this.#once('fields', async () => {
      await this.#fields.read(workspaceId, boardIds);
      return [];
    });
    return this.#once(`fields ${name}`, () => this.#fields.named(workspaceId, boardIds, name));
  }

  /** The fields with any of these names, each once. */
  async fieldsOf(names: readonly string[]): Promise<FilterField[]> {
    const found = new Map<string, FilterField>();
    for (const name of names) for (const field of await this.fields(name)) found.set(field.publicId, field);
    return [...found.values()];
  }

  async me(): Promise<string[]> {
    const seats = await this.#once('me', () => this.#db.all(ownSeats, this.#scope));
    return seats.map(({ id }) => id);
  }

  #once<R>(what: string, read: () => Promise<R[]>): Promise<R[]> {
    const known = this.#read.get(what) ?? read();
    this.#read.set(what, known);
    return known as Promise<R[]>;
  }
}
