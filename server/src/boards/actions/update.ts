import type { Background } from '../../../../contract/board-shapes.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { deleteRow, updateRow } from '../../base/db/statements.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { languageFor, mailOf, quoted } from '../../base/mail/compose.ts';
import { shownBackground } from '../../data/boards/fragments.ts';
import { type BoardAccess, boards, favourites } from '../../data/boards/tables.ts';
import { notifyAdmins } from '../../members/actions/notify-admins.ts';
import { pauseBots, requireWithinOwner } from '../../users/actions/pause-bots.ts';
import { isHeldByOther, keepBoardSlug } from '../old-slugs.ts';
import { isReserved } from '../slug.ts';
import { joinClosedBoard, takeOffShutOut } from './members.ts';
import { showBoardsAround } from './related.ts';

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
  access: BoardAccess;
  background: string | null;
  archivedAt: number | null;
}

const update = updateRow('boards.update', boards, [
  'name',
  'slug',
  'visibility',
  'access',
  'background',
  'archived_at',
]);

export interface UpdateBoard {
  name?: string;
  slug?: string;
  visibility?: 'private' | 'public';
  access?: BoardAccess;
  background?: Background;
  favorite?: boolean;
  isArchived?: boolean;
}

/** Changes the given fields. `favorite` is the caller's own setting: it needs no permission to edit, and emits no event. */
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
  // No event is emitted, yet the caller's reply changes, so the board's version must.
  record.shows(workspaceId, boardId);
  if (favorite) await tx.run(addFavourite, favourite);
  else await tx.run(removeFavourite, favourite);
  return favorite;
}

async function changeSettings(work: Work, board: Located<'board'>, given: UpdateBoard): Promise<Settings> {
  const { tx, now, record } = work;
  const { workspaceId, id } = board;
  const { name = board.name, slug = board.slug, isArchived } = given;
  const { visibility = board.visibility, access = board.access } = given;
  const background = given.background === undefined ? board.background : (given.background?.colour ?? null);
  const asked = [given.name, given.slug, given.visibility, given.access, given.background, isArchived];
  if (asked.some((each) => each !== undefined)) requirePermission(board.permissions, 'board:edit');
  requireNotBoth(given, { visibility, access });
  const archivedAt =
    isArchived === undefined ? board.archivedAt : isArchived ? (board.archivedAt ?? now) : null;
  const settings = { name, slug, visibility, access, background, archivedAt };
  if (isSame(settings, board)) return settings;
  await requireSharing(tx, board, settings);
  if (slug !== board.slug) await claim({ tx, now }, board, slug);
  const store = () => tx.run(update, { ...settings, workspaceId, id });
  await (access === board.access ? store() : changeAccess(work, board, access, store));
  await record.event({
    type: 'board.updated',
    workspaceId,
    boardId: id,
    data: {
      name,
      slug,
      visibility,
      ...(access === board.access ? {} : { access }),
      ...(background === board.background ? {} : { background: shownBackground(background) }),
      isArchived: archivedAt !== null,
    },
    before: {
      name: board.name,
      slug: board.slug,
      visibility: board.visibility,
      ...(access === board.access ? {} : { access: board.access }),
      ...(background === board.background ? {} : { background: shownBackground(board.background) }),
      isArchived: board.archivedAt !== null,
    },
  });
  await recordSharing(work, board, settings);
  if (archivedAt !== board.archivedAt) await showBoardsAround(work, { workspaceId, boardId: id });
  return settings;
}

const publicBoardsAllowed = query('boards.publicAllowed', (db, p: { workspaceId: string }) =>
  db.selectFrom('workspaces').select('allow_public_boards as isAllowed').where('id', '=', p.workspaceId),
);

/** Throws if the caller may not change who can read the board, or if the workspace does not allow public boards. */
async function requireSharing(
  tx: Reading,
  { workspaceId, permissions, ...before }: Located<'board'>,
  { visibility, access }: Settings,
): Promise<void> {
  if (visibility === before.visibility && access === before.access) return;
  requirePermission(permissions, 'board:share');
  if (visibility === before.visibility || visibility === 'private') return;
  const workspace = await tx.first(publicBoardsAllowed, { workspaceId });
  if (workspace?.isAllowed !== 1) throw new Conflict('public-boards-off');
}

/** Records in the audit log who can read the board from now on; mails the admins if it becomes public or private. */
async function recordSharing(
  { tx, actor, audit, mail, publicUrl }: Work,
  { workspaceId, id, ...before }: Located<'board'>,
  { name, visibility, access }: Settings,
): Promise<void> {
  if (visibility !== before.visibility) {
    const isPublic = visibility === 'public';
    const type = isPublic ? 'board.published' : 'board.unpublished';
    await audit({ type, workspaceId, subject: { id, name } });
    const kind = isPublic ? 'boardPublished' : 'boardUnpublished';
    const link = `${publicUrl}/b/${id}/settings`;
    const values = { board: quoted(name), by: quoted(actor.name ?? actor.email) };
    await notifyAdmins(
      { tx, mail },
      workspaceId,
      ({ to, locale, workspace }) =>
        mailOf({ to, language: languageFor(locale) }, kind, link, {
          ...values,
          workspace: quoted(workspace),
        }),
      `visibility ${id}`,
    );
  }
  if (access !== before.access) {
    const type = access === 'members' ? 'board.closed' : 'board.opened';
    await audit({ type, workspaceId, subject: { id, name }, ofClosedBoard: true });
  }
}

const isSame = (a: Settings, b: Settings): boolean =>
  (['name', 'slug', 'visibility', 'access', 'background', 'archivedAt'] as const).every(
    (field) => a[field] === b[field],
  );

/** Throws if a board would be both public and closed. */
function requireNotBoth(given: UpdateBoard, after: Pick<Settings, 'visibility' | 'access'>): void {
  if (after.visibility !== 'public' || after.access !== 'members') return;
  if (given.access === 'members') throw new Invalid('public-not-closed', { field: 'body/access' });
  throw new Invalid('closed-not-public', { field: 'body/visibility' });
}

/** Opens or closes a board by `store`. The work then has the workspace locked: nobody joins it meanwhile. */
async function changeAccess(
  work: Work,
  { workspaceId, id: boardId }: Located<'board'>,
  access: BoardAccess,
  store: () => Promise<unknown>,
): Promise<void> {
  await work.tx.lock('workspaces', workspaceId, [workspaceId]);
  const { memberId } = await work.grant('board', boardId, 'board:share');
  if (access === 'members') await joinClosedBoard(work, { workspaceId, boardId, memberId }, 'board:edit');
  await store();
  if (access !== 'members') return;
  await requireWithinOwner(work.tx, workspaceId, memberId);
  await takeOffShutOut(work, { workspaceId, boardId });
  await pauseBots(work, workspaceId);
}

/** Reserves a new slug for the board, and keeps its old one. Throws if the new slug is not available. */
async function claim(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  board: Located<'board'>,
  slug: string,
): Promise<void> {
  if (isReserved(slug)) throw new Invalid('slug-reserved', { field: 'body/slug' });
  if (await isHeldByOther(tx, board, slug, now)) throw new Conflict('slug-taken', { field: 'body/slug' });
  const { workspaceId, id } = board;
  await keepBoardSlug(tx, id, { from: { workspaceId, slug: board.slug }, to: { workspaceId, slug }, now });
}
