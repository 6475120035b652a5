import { requireHolds } from '../../access/authority.ts';
import type { Located } from '../../access/locate.ts';
import type { Work } from '../../changes/change.ts';
import { command, query } from '../../db/query.ts';
import { deleteRow, updateRow } from '../../db/table.ts';
import { Conflict, Invalid } from '../../errors.ts';
import { isHeldByOther, keepBoardSlug } from '../old-slugs.ts';
import { isReserved } from '../slug.ts';
import { boards, favourites } from '../tables.ts';

interface Favourite {
  workspaceId: string;
  boardId: string;
  userId: string;
}

const isFavourite = query('favourites.get', (db, p: Favourite) =>
  db
    .selectFrom('favourites')
    .select('board_id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .where('user_id', '=', p.userId),
);

const addFavourite = command('favourites.add', (db, p: Favourite) =>
  db
    .insertInto('favourites')
    .values({ workspace_id: p.workspaceId, board_id: p.boardId, user_id: p.userId })
    .onConflict((conflict) => conflict.doNothing()),
);

const removeFavourite = deleteRow('favourites.remove', favourites);

interface Settings {
  name: string;
  slug: string;
  visibility: 'private' | 'public';
  archivedAt: number | null;
}

const update = updateRow('boards.update', boards, ['name', 'slug', 'visibility', 'archived_at']);

export interface UpdateBoard {
  name?: string;
  slug?: string;
  visibility?: 'private' | 'public';
  favorite?: boolean;
  isArchived?: boolean;
}

/** Changes what is given. `favorite` is the caller's own: it takes no right to edit, and no one is told. */
export async function updateBoard(work: Work, boardPublicId: string, given: UpdateBoard) {
  const board = await work.grant('board', boardPublicId, 'board:view');
  work.quiet();
  const favorite = await markFavourite(work, board, given.favorite);
  const { name, slug, visibility, archivedAt } = await changeSettings(work, board, given);
  return { publicId: board.id, name, slug, visibility, isArchived: archivedAt !== null, favorite };
}

async function markFavourite(
  { tx, actor, record }: Work,
  { workspaceId, id: boardId }: Located<'board'>,
  favorite: boolean | undefined,
): Promise<boolean> {
  const favourite = { workspaceId, boardId, userId: actor.userId };
  if (favorite === undefined) return (await tx.first(isFavourite, favourite)) !== undefined;
  // The board says so to its caller: no one is told, and yet it reads differently.
  record.shows(workspaceId, boardId);
  if (favorite) await tx.run(addFavourite, favourite);
  else await tx.run(removeFavourite, favourite);
  return favorite;
}

async function changeSettings(
  { tx, now, record, audit }: Work,
  board: Located<'board'>,
  given: UpdateBoard,
): Promise<Settings> {
  const { workspaceId, id } = board;
  const { name = board.name, slug = board.slug, visibility = board.visibility, isArchived } = given;
  const asked = [given.name, given.slug, given.visibility, isArchived].some((each) => each !== undefined);
  if (asked) requireHolds(board.permissions, 'board:edit');
  const archivedAt =
    isArchived === undefined ? board.archivedAt : isArchived ? (board.archivedAt ?? now) : null;
  const settings = { name, slug, visibility, archivedAt };
  if (isSame(settings, board)) return settings;
  if (slug !== board.slug) await claim({ tx, now }, board, slug);
  await tx.run(update, { ...settings, workspaceId, id });
  await record.event({
    type: 'board.updated',
    workspaceId,
    boardId: id,
    data: { name, slug, visibility, isArchived: archivedAt !== null },
  });
  if (visibility !== board.visibility) {
    const type = visibility === 'public' ? 'board.published' : 'board.unpublished';
    await audit({ type, workspaceId, subject: { id, name } });
  }
  return settings;
}

const isSame = (a: Settings, b: Settings): boolean =>
  a.name === b.name && a.slug === b.slug && a.visibility === b.visibility && a.archivedAt === b.archivedAt;

/** Has the board give up its slug for another. Throws where it cannot take that. */
async function claim(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  board: Located<'board'>,
  slug: string,
): Promise<void> {
  if (isReserved(slug)) throw new Invalid('body/slug is reserved for the service itself');
  if (await isHeldByOther(tx, board, slug, now)) throw new Conflict('body/slug: this slug is taken');
  const { workspaceId, id } = board;
  await keepBoardSlug(tx, id, { from: { workspaceId, slug: board.slug }, to: { workspaceId, slug }, now });
}
