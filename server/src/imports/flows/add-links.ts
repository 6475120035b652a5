import { writeComments } from '../../boards/actions/content.ts';
import type { RunSlice } from '../../boards/actions/create.ts';
import { setDescriptions } from '../../data/cards/rows.ts';
import { longestText } from '../limits.ts';
import { piecesOf } from '../pieces.ts';

interface Described {
  workspaceId: string;
  id: string;
  description: string | null;
}

/** Adds links to files that could not be attached to the end of a card's description, or as comments if they do not fit. */
export async function addLinks(
  run: RunSlice,
  { workspaceId, id, description }: Described,
  links: readonly string[],
): Promise<void> {
  const block = `**Files that could not be fetched**\n\n${links.join('\n')}`;
  const text = description ? `${description}\n\n${block}` : block;
  await run(async (slice) => {
    const { tx, now, actor } = slice;
    if (text.length <= longestText) return tx.run(setDescriptions, { workspaceId, rows: [{ id, text }] });
    const comments = piecesOf(block, longestText).map((comment) => ({
      cardId: id,
      comment,
      createdBy: actor.userId,
      createdAt: now,
      updatedAt: null,
    }));
    return writeComments(slice, workspaceId, comments);
  });
}
