import { microsOf } from '../../base/clock.ts';
import type { Warnings } from '../warnings.ts';
import type { LineOf } from './schemas.ts';

type Item = LineOf<'card'>['checklists'][number]['items'][number];

/** An item of a checklist, without its member. */
export const itemOf = (item: Item, warnings: Warnings) => ({
  title: item.title,
  completed: item.completed,
  dueAt: microsOrNull(item.dueDate),
  acceptance: item.acceptance ?? false,
  completedAt: microsOrNull(item.completedAt),
  evidence: evidenceOf(item, warnings),
});

const microsOrNull = (time: string | null = null): number | null => (time === null ? null : microsOf(time));

/** Its attachment is not known yet: it gets another id, after the card has been written. */
function evidenceOf({ completed, evidence = null }: Item, warnings: Warnings) {
  if (!completed || evidence === null) return null;
  const { text, link, attachment } = evidence;
  if (attachment !== null) warnings.add('attachments of evidence left out');
  return text === null && link === null ? null : { text, link };
}
