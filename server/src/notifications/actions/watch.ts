import type { Work } from '../../base/changes/change.ts';
import { forgetWatch, setWatch } from '../../base/changes/watching.ts';

type Kind = 'board' | 'list' | 'card';

const permissions = { board: 'board:view', list: 'list:view', card: 'card:view' } as const;

/** Begins to watch a board, a list or a card. Others do not see who watches, so there is nothing to record. */
export async function watch({ tx, actor, now, grant, quiet }: Work, kind: Kind, id: string) {
  const { workspaceId, id: targetId } = await grant(kind, id, permissions[kind]);
  await tx.run(setWatch, { workspaceId, userId: actor.userId, targetId, watches: 1, now });
  quiet();
  return { success: true };
}

/** Stops to watch. For a card it is stored, since there may be other reasons to watch it. */
export async function unwatch({ tx, actor, now, grant, quiet }: Work, kind: Kind, id: string) {
  const { workspaceId, id: targetId } = await grant(kind, id, permissions[kind]);
  const of = { workspaceId, userId: actor.userId, targetId };
  await (kind === 'card' ? tx.run(setWatch, { ...of, watches: 0, now }) : tx.run(forgetWatch, of));
  quiet();
  return { success: true };
}
