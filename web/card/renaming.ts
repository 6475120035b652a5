import { t } from '../messages/t.ts';
import type { OwnStep } from '../sync/undo.ts';
import { renameAttachment } from './commands.ts';
import type { CardPart } from './part.ts';

/** Renames a file of a card, as a step that can be undone unless somebody has renamed it since. */
export function renameFile(part: CardPart, publicId: string, from: string, to: string): void {
  const own = stepOf(part, publicId, from, to);
  part.board.do(own.mutation, { own, isQuiet: true });
}

function stepOf(part: CardPart, publicId: string, from: string, to: string): OwnStep {
  const what = t.undo.named(to);
  return {
    text: t.undo.renamed(what),
    left: t.undo.left(what),
    mutation: renameAttachment(part, publicId, to),
    back() {
      const now = part.reader.card.peek()?.attachments.find((each) => each.publicId === publicId);
      return now?.originalFilename === to ? stepOf(part, publicId, to, from) : undefined;
    },
  };
}
