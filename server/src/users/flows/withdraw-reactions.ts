import type { Caller } from '../../base/changes/change.ts';
import type { Reads } from '../../base/db/database.ts';
import { reactionsIn, storedReactions, withoutUser } from '../../data/comments/reactions.ts';
import { nextReacted, reactedAtOnce, reactionsOn, setReactions } from '../../data/comments/rows.ts';

interface Key {
  workspaceId: string;
  cardId: string;
  createdAt: number;
  id: string;
}

/** Takes back all reactions of the actor, who is a member of nothing any more, one comment at a time. */
export async function withdrawReactions(db: Reads, { actor: { userId }, change }: Caller): Promise<void> {
  const take = ({ workspaceId, cardId, createdAt, id }: Key) =>
    change(async ({ tx, continues, quiet, record }) => {
      continues();
      await tx.lock('cards', workspaceId, [cardId]);
      const key = { workspaceId, cardId, createdAt, id };
      const found = await tx.first(reactionsOn, key);
      // It was removed, with its card.
      if (!found) return quiet();
      const { reactions, boardId } = found;
      await tx.run(setReactions, {
        ...key,
        reactions: storedReactions(withoutUser(reactionsIn(reactions), userId)),
      });
      record.live('card.updated.comment.reacted', workspaceId, { boardId, cardId, subjectId: id });
    });
  let after = { afterWorkspace: '', afterId: '' };
  for (;;) {
    const found = await db.all(nextReacted, { ...after, userId });
    for (const each of found) if (Number(each.mine) === 1) await take(each);
    const last = found.at(-1);
    if (!last || found.length < reactedAtOnce) return;
    after = { afterWorkspace: last.workspaceId, afterId: last.id };
  }
}
