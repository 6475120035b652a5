import { locate } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { newId } from '../../base/ids.ts';
import { mailboxes } from '../../data/mailboxes/tables.ts';

interface Stored {
  userId: string;
  boardId: string;
  id: string;
  createdAt: number;
}

const store = command('mailboxes.store', (db, p: Stored) =>
  db
    .insertInto('mailboxes')
    .values({ user_id: p.userId, board_id: p.boardId, id: p.id, created_at: p.createdAt })
    .onConflict((on) =>
      on.columns(['user_id', 'board_id']).doUpdateSet({ id: p.id, created_at: p.createdAt }),
    ),
);

const remove = deleteRow('mailboxes.delete', mailboxes);

/** Makes the actor's mail address of a board, replacing any previous one; returns what it is made of. */
export async function createMailbox(
  { tx, actor, now, ownAccount }: Work,
  boardPublicId: string,
): Promise<Stored> {
  ownAccount();
  const { id: boardId } = await locate(tx, actor, 'board', boardPublicId, 'card:create');
  const mailbox = { userId: actor.userId, boardId, id: newId(now), createdAt: now };
  await tx.run(store, mailbox);
  return mailbox;
}

/** Switches the address off, at once and on every node. */
export async function deleteMailbox(
  { tx, actor, ownAccount }: Work,
  boardPublicId: string,
): Promise<{ success: boolean }> {
  ownAccount();
  const { id: boardId } = await locate(tx, actor, 'board', boardPublicId, 'board:view');
  await tx.run(remove, { userId: actor.userId, boardId });
  return { success: true };
}
