import { locate } from '../../base/access/locate.ts';
import type { Caller } from '../../base/changes/change.ts';
import { fromBody, Invalid } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { type BoardTool, fromProvider, tokenFor } from '../../integrations/flows.ts';
import { startImport } from '../actions/start.ts';

interface BoardsRequest {
  workspacePublicId: string;
  boardIds: readonly string[];
}

/** Starts an import of each board, or of none if the caller's connection cannot read all of them. */
export async function importFromBoardtool(
  service: Service,
  boardtool: BoardTool,
  { actor, change }: Caller,
  { workspacePublicId, boardIds }: BoardsRequest,
): Promise<{ boardsImported: number; importPublicIds: string[] }> {
  // Checked before the request to the provider, and again by the change.
  await fromBody(
    'workspacePublicId',
    locate(service.db, actor, 'workspace', workspacePublicId, 'board:create'),
  );
  const token = await tokenFor(service, actor, 'boardtool');
  if (token === undefined) throw new Invalid('not-connected', { provider: 'boardtool' });
  const boards = await fromProvider(
    { refused: 400, down: 503 },
    readable(boardtool, token, [...new Set(boardIds)]),
  );
  const started = await change(async (work) => {
    const ids: string[] = [];
    for (const { id, name } of boards) {
      const options = { board: id };
      ids.push(await startImport(work, { workspacePublicId, source: 'boardtool', options, name }));
    }
    return { boardsImported: 0, importPublicIds: ids };
  });
  service.jobs.soon('imports');
  return started;
}

/** The boards with their names. Those of the account take one request; others take one each. */
async function readable(boardtool: BoardTool, token: string, ids: readonly string[]) {
  const own = new Map((await boardtool.boards(token, 'all')).map((board) => [board.id, board]));
  const found = new Map<string, { id: string; name: string }>();
  for (const id of ids) {
    const board = own.get(id) ?? (await boardtool.board(token, id));
    if (!board) throw new Invalid('provider-board-unknown', { field: 'body/boardIds', id });
    found.set(board.id, board);
  }
  return [...found.values()];
}
