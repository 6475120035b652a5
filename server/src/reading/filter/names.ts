import { sql } from 'kysely';
import type { FieldOption } from '../../../../contract/field-shapes.ts';
import type { FieldType } from '../../../../contract/field-types.ts';
import type { FilterField } from '../../../../contract/filter/fields.ts';
import type { Candidate } from '../../../../contract/filter/known.ts';
import type { Named } from '../../../../contract/filter/tree.ts';
import { holds } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { MemberRights } from '../../base/access/authority.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';

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

interface FieldRow {
  publicId: string;
  name: string;
  type: FieldType;
  /** JSON; null for fields whose values are not chosen. */
  options: string | null;
}

const fieldDefinitions = query(
  'filter.fields',
  (_db, p: OfBoards, fn) => sql<FieldRow>`
  select x.id as "publicId", x.name as name, x.type as type, x.options as options
  ${fn.lookUp({
    table: 'fields',
    workspaceId: p.workspaceId,
    column: 'board_id',
    values: fn.ids(p.boardIds),
    only: sql`deleted_at is null`,
  })}
  order by x.position, x.id`,
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

const ownSeats = query(
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
  /** Each board has fields of its own, so a name that is that of none is no error. */
  withAnyField?: true;
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
  readonly #db: Reading;
  readonly #scope: Scope;
  readonly #read = new Map<string, Promise<readonly unknown[]>>();

  constructor(db: Reading, scope: Scope) {
    this.#db = db;
    this.#scope = scope;
  }

  async candidates(of: Named): Promise<readonly Candidate[]> {
    if (of === 'label') return this.#once(of, () => this.#db.all(labelNames, this.#scope));
    if (of === 'list') return this.#once(of, () => this.#db.all(listNames, this.#scope));
    if (of === 'board') return this.#once(of, () => this.#db.all(boardNames, this.#scope));
    if (of === 'member' && this.#scope.people) return this.#scope.people;
    if (!this.#scope.showMembers) return [];
    const people = await this.#once('people', () => this.#db.all(memberNames, this.#scope));
    if (of === 'member') return people;
    // Cards keep the account that made them.
    return this.#once(of, async () =>
      people.flatMap(({ name, userId }) => (userId === null ? [] : { id: userId, name })),
    );
  }

  /** The fields of the boards, in order. */
  async fields(): Promise<FilterField[]> {
    return this.#once('fields', async () => {
      const rows = await this.#db.all(fieldDefinitions, this.#scope);
      return rows.map(({ options, ...field }) => ({
        ...field,
        options: JSON.parse(options ?? '[]') as FieldOption[],
      }));
    });
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
