import { sql } from 'kysely';
import { heldInWorkspace, isOpen, permissionsOnBoard } from '../../base/access/board-permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { fromBody, Invalid } from '../../base/errors.ts';
import { listOfRecurrence } from './recurrence.ts';

/** The type of an operation on a card, and the ids it names. */
interface Named {
  type: string;
  cardPublicId: string;
  listPublicId?: string;
  labelPublicId?: string;
  memberPublicId?: string;
  recurrence?: object | null;
}

type Field = Exclude<keyof Named, 'type' | 'recurrence'>;

interface Known {
  ids: string[];
  userId: string;
  /** The only workspace that the credential opens; null opens all. */
  openWorkspaceId: string | null;
  /** The only boards that it opens; null opens all. */
  openBoards: string | null;
}

/** Rows on boards that the caller may know of, by their ids only: nothing is granted yet. */
const known = (table: 'cards' | 'lists' | 'labels') =>
  query(
    `cards.known.${table}`,
    (_db, p: Known, fn) => sql<{ id: string; listId: string; recurrence: string | null }>`
    select x.id as id, ${sql.raw(table === 'cards' ? 'x.list_id' : 'x.id')} as "listId",
      ${sql.raw(table === 'cards' ? 'x.recurrence' : 'null')} as recurrence
    from ${sql.raw(table)} x
    ${fn.row({ table: 'boards', as: 'b', workspaceId: sql.ref('x.workspace_id'), id: 'x.board_id' })}
    left join members m on m.workspace_id = x.workspace_id and m.user_id = ${p.userId} and m.status = 'active'
      and (cast(${p.openWorkspaceId} as text) is null or m.workspace_id = ${p.openWorkspaceId})
    left join roles r on r.workspace_id = x.workspace_id and r.id = m.role_id
    left join board_members bm
      on bm.workspace_id = x.workspace_id and bm.board_id = b.id and bm.member_id = m.id
    left join roles br on br.workspace_id = x.workspace_id and br.id = bm.role_id
    where ${fn.isIn('x.id', fn.each(p.ids))} and ${isOpen('b.id', p.openBoards)} and (b.access = 'workspace' or ${permissionsOnBoard(
      {
        access: sql`b.access`,
        level: sql`r.level`,
        inWorkspace: heldInWorkspace,
        asMember: sql`br.permissions`,
      },
    )} is not null)`,
  );

const knownRows = { cards: known('cards'), lists: known('lists'), labels: known('labels') };

/** The members on cards: whether they see the board that a card is moved to is checked later. */
const membersOnCards = query(
  'cards.membersOnCards',
  (_db, p: { ids: string[] }, fn) => sql<{ id: string }>`
  select distinct x.member_id as id ${fn.lookUp({
    table: 'card_members',
    workspaceId: sql.ref('k.workspace_id'),
    column: 'card_id',
    values: sql`(select id, workspace_id from cards where ${fn.isIn('id', fn.each(p.ids))})`,
  })}`,
);

/** What is wrong with an id. */
type Wrong = 'not-found' | 'unknown-list' | 'unknown-label-of-card';

/**
 * Locks every row that the operations will lock, in the order that all transactions use, which is not that of the operations.
 * Once the cards are locked, their lists cannot change any more. Throws `Invalid` if a row does not exist, or is on a board
 * that the caller may not know of; both cases run the same statements.
 */
export async function lockAll({ tx, actor, grant }: Work, operations: readonly Named[]): Promise<void> {
  const given = (field: Field) => operations.flatMap((operation) => operation[field] ?? []);
  const caller = { userId: actor.userId, openWorkspaceId: actor.workspaceId, openBoards: actor.openBoards };
  const hold = (table: keyof typeof knownRows, field: Field, wrong: Wrong, further: string[] = []) => {
    const ids = given(field);
    return tx.lockAndRead(table, null, [...further, ...ids], async () => {
      const found = await tx.all(knownRows[table], { ...caller, ids });
      const missing = ids.find((id) => !found.some((row) => row.id === id));
      if (missing === undefined) return found;
      const place = operations.findIndex((operation) => operation[field] === missing);
      throw new Invalid(wrong, { field: `body/operations/${place}/${field}` });
    });
  };
  const cards = await hold('cards', 'cardPublicId', 'not-found');
  const around = cards.flatMap(({ listId, recurrence }) => [listId, ...listOfRecurrence(recurrence)]);
  const recurring = new Set(cards.flatMap(({ id, recurrence }) => (recurrence === null ? [] : [id])));
  await hold('lists', 'listPublicId', 'unknown-list', around);
  // Deleting a label takes it off all cards: that must not run while it is put on one card and taken off another.
  await hold('labels', 'labelPublicId', 'unknown-label-of-card');
  const copy = operations.findIndex(
    ({ type, cardPublicId, recurrence }) =>
      type === 'duplicate' || recurring.has(cardPublicId) || (recurrence ?? null) !== null,
  );
  if (copy !== -1) {
    // The workspace's counter numbers the copies, and next cards. Only its members may lock it.
    const { cardPublicId = '' } = operations[copy] ?? {};
    // Granted, so that the change is retried if the board moves now: its cards would be found in another workspace.
    const found = grant('trashedCard', cardPublicId, null);
    const { workspaceId } = await fromBody(`operations/${copy}/cardPublicId`, found);
    await tx.lock('workspaces', workspaceId, [workspaceId]);
  }
  const moved = operations.flatMap(({ cardPublicId, listPublicId }) => (listPublicId ? [cardPublicId] : []));
  const members = moved.length === 0 ? [] : await tx.all(membersOnCards, { ids: moved });
  await tx.lock('members', null, [...members.map(({ id }) => id), ...given('memberPublicId')]);
}
