import { query } from '../../base/db/query.ts';
import { deleteRow, insertRow } from '../../base/db/statements.ts';
import { boardPictures } from './tables.ts';

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

export const insertPicture = insertRow('board_pictures.insert', boardPictures);
export const removePicture = deleteRow('board_pictures.remove', boardPictures);

export const pictureOf = query('board_pictures.id', (db, p: OfBoard) =>
  db
    .selectFrom('board_pictures')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);

/** The picture behind the lists of a board, as WebP in base64. */
export const pictureWithContent = query('board_pictures.content', (db, p: OfBoard) =>
  db
    .selectFrom('board_pictures')
    .select(['id', 'content'])
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);
