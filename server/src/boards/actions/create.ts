import { caps } from '../../../../contract/caps.ts';
import { cap } from '../../changes/cap.ts';
import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { newId, slugFor } from '../../ids.ts';

interface NewBoard {
  workspaceId: string;
  id: string;
  name: string;
  slug: string;
  type: 'regular' | 'template';
  userId: string;
  now: number;
}

const insert = command('boards.insert', (db, p: NewBoard) =>
  db.insertInto('boards').values({
    workspace_id: p.workspaceId,
    id: p.id,
    name: p.name,
    slug: p.slug,
    type: p.type,
    visibility: 'private',
    created_by: p.userId,
    created_at: p.now,
    archived_at: null,
    deleted_at: null,
    deleted_by: null,
  }),
);

const room = cap('boards', ['workspace_id'], caps.boardsOfWorkspace);

/**
 * Makes an empty board in a workspace that the work already holds. Lists and labels are added by their own; a board that
 * is made with all that is on it is told of as a whole, with the numbers in `content`.
 */
export async function addBoard(
  { tx, actor, now, record }: Work,
  workspaceId: string,
  given: { name: string; type?: 'regular' | 'template' },
  content: Record<string, number> = {},
): Promise<{ workspaceId: string; id: string; name: string }> {
  await room(tx, { workspace_id: workspaceId });
  const id = newId(now);
  const { name, type = 'regular' } = given;
  await tx.run(insert, {
    workspaceId,
    id,
    name,
    slug: slugFor(name, id, 'board'),
    type,
    userId: actor.userId,
    now,
  });
  await record.event({ type: 'board.created', workspaceId, boardId: id, data: { name, ...content } });
  return { workspaceId, id, name };
}
