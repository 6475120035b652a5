import { numberOf, textOf } from '../boardtool-json/fields.ts';
import type { Parts } from '../reading/parts.ts';
import type { Warnings } from '../warnings.ts';

/** Counts data without an equivalent here, and data missing from the reply. */
export function countLosses(parts: Parts, warnings: Warnings): void {
  for (const card of parts.list('cards')) {
    const title = textOf(card.name);
    const comments = Math.floor(numberOf(card.commentsTotal));
    if (comments > 0) warnings.add('comments that are not in the file', comments, title);
    if (textOf(card.coverAttachmentId) !== '') warnings.leftOut('card covers', 1, title);
  }
}
