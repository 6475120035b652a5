import { sql } from 'kysely';
import { requireHolds } from '../../access/authority.ts';
import type { Located } from '../../access/locate.ts';
import { differences } from '../../changes/audit.ts';
import type { Work } from '../../changes/change.ts';
import { command, query } from '../../db/query.ts';
import { fromBody } from '../../errors.ts';
import { newId, slugFor } from '../../ids.ts';
import { type Carried, carriedCards, carriedFirst } from '../carry.ts';
import { isHeldByOther, keepBoardSlug } from '../old-slugs.ts';
import { roomForBoard } from './create.ts';

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const cardIds = query('boards.cardIds', (db, p: OfBoard) =>
  db
    .selectFrom('cards')
    .select(['id', 'number'])
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

const removeCards = command('boards.removeCards', (db, p: { workspaceId: string; cardIds: string[] }, fn) =>
  db.deleteFrom('cards').where('workspace_id', '=', p.workspaceId).where('id', 'in', fn.each(p.cardIds)),
);

/**
 * Moves a board with everything on it to another workspace, a bounded number of cards with each statement. It is deleted here and made there for whoever follows the two workspaces.
 */
export async function moveBoard(work: Work, boardPublicId: string, targetWorkspacePublicId: string) {
  const { tx, grant, record, audit, quiet } = work;
  const board = await grant('board', boardPublicId, 'board:delete');
  requireToSeeAll(board);
  const { workspaceId: from, id: boardId, name } = board;
  if (from === targetWorkspacePublicId) {
    quiet();
    return { success: true };
  }
  const cards = await holdContent(tx, { workspaceId: from, boardId });
  const { workspaceId: to } = await fromBody(
    'targetWorkspacePublicId',
    grant('workspace', targetWorkspacePublicId, 'board:create'),
  );
  await roomForBoard(tx, { workspace_id: to });
  await carry(work, { from, to, boardId }, board, cards);
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

/** Whoever moves a board home can read all of it there: so it is moved only by who can read all of it here. */
function requireToSeeAll({ permissions, showEmails }: Located<'board'>): void {
  for (const permission of ['board:edit', 'list:view', 'card:view', 'comment:view', 'member:view'] as const) {
    requireHolds(permissions, permission);
  }
  if (!showEmails) requireHolds(permissions, 'member:edit');
}

/**
 * Lets no one else change what is copied and then deleted; gives the cards, in the order of their numbers. The
 * workspace, whose counter is what making a card waits for last, comes after this.
 */
async function holdContent(tx: Work['tx'], board: OfBoard): Promise<string[]> {
  await tx.lock('cards', idsOf(await tx.all(cardIds, board)));
  await tx.lock('lists', idsOf(await tx.all(listIds, board)));
  // Those that were made while the lists were waited for; from here on a new one waits for its list.
  const cards = await tx.all(cardIds, board);
  await tx.lock('cards', idsOf(cards));
  await tx.lock('labels', idsOf(await tx.all(labelIds, board)));
  return idsOf(cards.toSorted((a, b) => a.number - b.number));
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Cards that are carried by one statement of a table: others read between two of them. */
const carriedAtOnce = 100;

async function carry(
  { tx, now }: Work,
  way: Pick<Carried, 'boardId' | 'from' | 'to'>,
  { name, slug: wanted }: { name: string; slug: string },
  cards: readonly string[],
): Promise<void> {
  const { boardId, from, to } = way;
  const taken = await isHeldByOther(tx, { workspaceId: to, id: boardId }, wanted, now);
  const slug = taken ? slugFor(name, newId(now), 'board') : wanted;
  await keepBoardSlug(tx, boardId, {
    from: { workspaceId: from, slug: wanted },
    to: { workspaceId: to, slug },
    now,
  });
  const [counter] = await tx.run(reserveNumbers, way);
  if (!counter) throw new Error('a workspace has no counter');
  const first = { ...way, slug, cardIds: [], firstNumber: counter.last + 1 - cards.length };
  for (const statement of Object.values(carriedFirst)) await tx.run(statement, first);
  for (let done = 0; done < cards.length; done += carriedAtOnce) {
    const cardIds = cards.slice(done, done + carriedAtOnce);
    const some = { ...first, cardIds, firstNumber: first.firstNumber + done };
    for (const statement of Object.values(carriedCards)) await tx.run(statement, some);
    await tx.run(removeCards, { workspaceId: from, cardIds });
  }
  await tx.run(remove, { workspaceId: from, boardId });
}
