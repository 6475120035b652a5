import { locate } from '../../base/access/locate.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { mailboxes } from '../../data/mailboxes/tables.ts';
import { holdAccount } from '../../users/actions/hold-account.ts';
import { noteEvent } from '../../users/actions/security-log.ts';
import { mailboxOf, openLists } from '../queries.ts';

/** What an address is made of, and the list of its cards. */
interface Stored {
  userId: string;
  boardId: string;
  id: string;
  listId: string | null;
}

const store = command('mailboxes.store', (db, p: Omit<Stored, 'listId'> & { createdAt: number }) =>
  db
    .insertInto('mailboxes')
    .values({ user_id: p.userId, board_id: p.boardId, id: p.id, created_at: p.createdAt })
    .onConflict((on) =>
      on.columns(['user_id', 'board_id']).doUpdateSet({ id: p.id, created_at: p.createdAt }),
    )
    .returning('list_id as listId'),
);

const setList = updateRow('mailboxes.setList', mailboxes, ['list_id']);

const remove = command('mailboxes.delete', (db, p: { userId: string; boardId: string }) =>
  db
    .deleteFrom('mailboxes')
    .where('user_id', '=', p.userId)
    .where('board_id', '=', p.boardId)
    .returning('id'),
);

/** Makes the actor's mail address of a board, replacing any previous one. */
export async function createMailbox(work: Work, boardPublicId: string, origin: Origin): Promise<Stored> {
  const { tx, actor, now, ownAccount } = work;
  const { userId } = actor;
  ownAccount();
  await holdAccount(work);
  const { id: boardId, name } = await locate(tx, actor, 'board', boardPublicId, 'card:create');
  const mailbox = { userId, boardId, id: newId(now) };
  const [stored] = await tx.run(store, { ...mailbox, createdAt: now });
  await noteEvent(work, { userId, type: 'mailbox.created', origin, detail: name });
  return { ...mailbox, listId: stored?.listId ?? null };
}

/** Chooses the list in which mails become cards; null for the first one. */
export async function changeMailbox(
  { tx, actor, ownAccount }: Work,
  boardPublicId: string,
  listId: string | null,
): Promise<Stored> {
  ownAccount();
  const { id: boardId, workspaceId } = await locate(tx, actor, 'board', boardPublicId, 'card:create');
  const of = { userId: actor.userId, boardId };
  const mailbox = await tx.first(mailboxOf, of);
  if (!mailbox) throw new NotFound();
  const lists = listId === null ? [] : await tx.all(openLists, { workspaceId, boardId });
  if (listId !== null && !lists.some(({ id }) => id === listId))
    throw new Invalid('unknown-list-of-board', { field: 'body/listPublicId' });
  await tx.run(setList, { ...of, listId });
  return { ...of, id: mailbox.id, listId };
}

/** Switches the address off, at once and on every node. */
export async function deleteMailbox(
  work: Work,
  boardPublicId: string,
  origin: Origin,
): Promise<{ success: boolean }> {
  const { tx, actor, ownAccount } = work;
  const { userId } = actor;
  ownAccount();
  const { id: boardId, name } = await locate(tx, actor, 'board', boardPublicId, 'board:view');
  const [removed] = await tx.run(remove, { userId, boardId });
  if (removed) await noteEvent(work, { userId, type: 'mailbox.revoked', origin, detail: name });
  return { success: true };
}
