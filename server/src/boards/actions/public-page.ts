import type { Work } from '../../base/changes/change.ts';
import { updateRow } from '../../base/db/statements.ts';
import { boards } from '../../data/boards/tables.ts';
import { publicPageOf } from '../public-page.ts';

const setIndexed = updateRow('boards.setIndexed', boards, ['indexed_at']);

/** Sets whether search engines may list the page of a board, now or once everyone may read it. */
export async function setPublicPage(
  work: Work,
  boardPublicId: string,
  { allowsIndexing }: { allowsIndexing: boolean },
) {
  const { tx, now, record, quiet, publicUrl } = work;
  const board = await work.grant('board', boardPublicId, 'board:share');
  const { workspaceId, id } = board;
  // Members see nothing of it, but strangers do: their copies of the page are out of date.
  record.shows(workspaceId, id);
  quiet();
  await tx.run(setIndexed, { workspaceId, id, indexedAt: allowsIndexing ? now : null });
  return publicPageOf({ db: tx, publicUrl }, board);
}
