import { sql } from 'kysely';
import { requireHolds } from '../../access/authority.ts';
import { differences } from '../../changes/audit.ts';
import type { Work } from '../../changes/change.ts';
import { command, query } from '../../db/query.ts';
import { fromBody } from '../../errors.ts';
import { newId, slugFor } from '../../ids.ts';
import { type Carried, carried } from '../carry.ts';
import { isTaken } from '../slug.ts';

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const cardIds = query('boards.cardIds', (db, p: OfBoard) =>
  db
    .selectFrom('cards')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);

const listIds = query('boards.listIds', (db, p: OfBoard) =>
  db
    .selectFrom('lists')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);

const labelIds = query('boards.labelIds', (db, p: OfBoard) =>
  db
    .selectFrom('labels')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);

const reserveNumbers = command(
  'boards.reserveNumbers',
  (_db, p: Pick<Carried, 'boardId' | 'from' | 'to'>) => sql<{ last: number }>`
  update workspaces set card_counter = card_counter + (
    select count(*) from cards where workspace_id = ${p.from} and board_id = ${p.boardId}
  )
  where id = ${p.to}
  returning card_counter as last`,
);

const remove = command('boards.remove', (db, p: OfBoard) =>
  db.deleteFrom('boards').where('workspace_id', '=', p.workspaceId).where('id', '=', p.boardId),
);

/**
 * Moves a board with everything on it to another workspace, in a number of statements that does not depend on how
 * much that is. It is deleted here and made there for whoever follows the two workspaces.
 */
export async function moveBoard(work: Work, boardPublicId: string, targetWorkspacePublicId: string) {
  const { tx, grant, record, audit, quiet } = work;
  const board = await grant('board', boardPublicId, 'board:delete');
  requireHolds(board.permissions, 'board:edit');
  const { workspaceId: from, id: boardId, name } = board;
  if (from === targetWorkspacePublicId) {
    quiet();
    return { success: true };
  }
  await holdContent(tx, { workspaceId: from, boardId });
  const { workspaceId: to } = await fromBody(
    'targetWorkspacePublicId',
    grant('workspace', targetWorkspacePublicId, 'board:create'),
  );
  await carry(work, { from, to, boardId }, board);
  await record.event({ type: 'board.deleted', workspaceId: from, boardId, data: { name } });
  await record.event({ type: 'board.created', workspaceId: to, boardId, data: { name } });
  const moved = {
    subject: { id: boardId, name },
    detail: differences({ workspace: from }, { workspace: to }),
  };
  await audit({ ...moved, type: 'board.movedOut', workspaceId: from });
  await audit({ ...moved, type: 'board.movedIn', workspaceId: to });
  return { success: true };
}

/**
 * Lets no one else change what is copied and then deleted. The workspace, whose counter is what making a card waits
 * for last, comes after this.
 */
async function holdContent(tx: Work['tx'], board: OfBoard): Promise<void> {
  await tx.lock('cards', idsOf(await tx.all(cardIds, board)));
  await tx.lock('lists', idsOf(await tx.all(listIds, board)));
  // Those that were made while the lists were waited for; from here on a new one waits for its list.
  await tx.lock('cards', idsOf(await tx.all(cardIds, board)));
  await tx.lock('labels', idsOf(await tx.all(labelIds, board)));
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

async function carry(
  { tx, now }: Work,
  way: Pick<Carried, 'boardId' | 'from' | 'to'>,
  { name, slug: wanted }: { name: string; slug: string },
): Promise<void> {
  const { boardId, from, to } = way;
  const taken = await isTaken(tx, { workspaceId: to, id: boardId }, wanted);
  const slug = taken ? slugFor(name, newId(now), 'board') : wanted;
  const [counter] = await tx.run(reserveNumbers, way);
  if (!counter) throw new Error('a workspace has no counter');
  for (const statement of Object.values(carried)) {
    await tx.run(statement, { ...way, slug, lastNumber: counter.last });
  }
  await tx.run(remove, { workspaceId: from, boardId });
}
