import type { Static } from 'typebox';
import { caps } from '../../../../contract/caps.ts';
import type { View, ViewKind } from '../../../../contract/views.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { insertView, insertViews } from '../../data/views/rows.ts';
import { views } from '../../data/views/tables.ts';
import {
  noSettings,
  type Settings,
  settingsOf,
  storedSettings,
  type ViewRow,
  viewOf,
  viewsFor,
} from '../queries.ts';

const update = updateRow('views.update', views, [...contentOf(views), 'user_id']);
const remove = deleteRow('views.delete', views);

export interface ViewAddress {
  boardPublicId: string;
  viewPublicId: string;
}

export interface CreateView extends Partial<Settings> {
  name: string;
  kind: ViewKind;
  shared?: boolean;
}

export type UpdateView = Partial<CreateView> & { index?: number };

type Shown = Static<typeof View>;

/** The board, locked, and the views that the caller has there. */
async function grantBoard({ tx, actor, grant }: Work, boardPublicId: string) {
  const board = await grant('board', boardPublicId, 'board:view');
  const { workspaceId, id: boardId } = board;
  const known = await tx.all(viewsFor, { workspaceId, boardId, userId: actor.userId });
  return { board, known };
}

async function grantView(work: Work, { boardPublicId, viewPublicId }: ViewAddress) {
  const { board, known } = await grantBoard(work, boardPublicId);
  const view = known.find(({ id }) => id === viewPublicId);
  if (!view) throw new NotFound();
  requireRightsOver(board, view);
  return { board, known, view };
}

/** Everyone sees what is shared. */
function requireRightsOver({ permissions }: Located<'board'>, { userId }: Pick<ViewRow, 'userId'>): void {
  if (userId === null) requirePermission(permissions, 'board:edit');
}

/** Those among which a view has its place. */
const beside = (known: readonly ViewRow[], { userId }: Pick<ViewRow, 'userId'>): ViewRow[] =>
  known.filter((each) => each.userId === userId);

/** The place after the last of these. Throws `Conflict` if there is no room for one more. */
function placeAfter(others: readonly ViewRow[]): number {
  if (others.length >= caps.viewsOfBoard) throw capReached(caps.viewsOfBoard, 'views of a board');
  return (others.at(-1)?.place ?? -1) + 1;
}

/** Followers read it again: those who see the board, or its owner. */
function told({ record }: Work, { workspaceId, boardId, id, userId }: ViewRow): void {
  const type = userId === null ? 'view.changed' : 'view.own.changed';
  record.live(type, workspaceId, { boardId, subjectId: id });
}

export async function createView(work: Work, boardPublicId: string, given: CreateView): Promise<Shown> {
  const { tx, now, actor } = work;
  const { board, known } = await grantBoard(work, boardPublicId);
  const { workspaceId, id: boardId } = board;
  const userId = given.shared ? null : actor.userId;
  requireRightsOver(board, { userId });
  const { name, kind } = given;
  const place = placeAfter(beside(known, { userId }));
  const settings = storedSettings(noSettings, given);
  const made = { name, kind, settings, place, createdBy: actor.userId, createdAt: now };
  const view = { workspaceId, id: newId(now), boardId, userId, ...made };
  await tx.run(insertView, view);
  told(work, view);
  return viewOf(view);
}

/** Adds views from elsewhere to a board that has none: in order, shared ones, and others that are the actor's own. */
export async function bringViews(
  { tx, now, actor }: Pick<Work, 'tx' | 'now' | 'actor'>,
  board: Pick<ViewRow, 'workspaceId' | 'boardId'>,
  given: readonly CreateView[],
): Promise<void> {
  for (const userId of [null, actor.userId]) {
    const rows = given
      .filter(({ shared = false }) => shared === (userId === null))
      .map((view, place) => {
        const { name, kind } = view;
        return { id: newId(now), name, kind, settings: storedSettings(noSettings, view), place };
      });
    if (rows.length > 0)
      await tx.run(insertViews, { ...board, userId, createdBy: actor.userId, createdAt: now, rows });
  }
}

export async function updateView(work: Work, address: ViewAddress, given: UpdateView): Promise<Shown> {
  const { tx, actor } = work;
  const { board, known, view } = await grantView(work, address);
  const { name = view.name, kind = view.kind, shared = view.userId === null, index } = given;
  const userId = shared ? null : actor.userId;
  const changed = { ...view, name, kind, userId, settings: storedSettings(settingsOf(view), given) };
  const others = beside(known, changed).filter(({ id }) => id !== view.id);
  if (userId !== view.userId) {
    requireRightsOver(board, changed);
    changed.place = placeAfter(others);
    // Those who saw the board have to learn that it is gone.
    told(work, view);
  }
  await tx.run(update, changed);
  if (index !== undefined) {
    const ordered = others.toSpliced(index, 0, changed);
    for (const [place, each] of ordered.entries())
      if (each.place !== place) await tx.run(update, { ...each, place });
  }
  told(work, changed);
  return viewOf(changed);
}

export async function deleteView(work: Work, address: ViewAddress): Promise<{ success: boolean }> {
  const { view } = await grantView(work, address);
  await work.tx.run(remove, view);
  told(work, view);
  return { success: true };
}
