import { type Fields, timeOf } from '../boardtool-json/fields.ts';
import type { ImportedCard } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';

const lastChange = 'times of completion missing from the file: the last change was taken';

/**
 * Whether a card is done, and since when. A card in a closed list is closed since it was put there (version 2); of the mark of its
 * due date, which has had two names, PLANKA keeps no time.
 */
export function completionOf(
  card: Fields,
  warnings: Warnings,
): Pick<ImportedCard, 'completed' | 'completedAt'> {
  const { isClosed, isDueCompleted, isDueDateCompleted, listChangedAt, updatedAt } = card;
  const closedAt = isClosed === true ? timeOf(listChangedAt) : null;
  if (closedAt !== null) return { completedAt: closedAt };
  if (![isClosed, isDueCompleted, isDueDateCompleted].includes(true)) return {};
  warnings.note(lastChange);
  return { completed: true, completedAt: timeOf(updatedAt) };
}
