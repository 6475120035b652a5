import { sql } from 'kysely';
import type { EvidenceShown } from '../../../../contract/checklist-shapes.ts';
import type { EvidenceGiven } from '../../../../contract/checklists.ts';
import type { Located } from '../../base/access/locate.ts';
import type { ActivityDetail } from '../../base/changes/activity.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';
import { uncompleted } from '../../data/checklists/rows.ts';

/* Who completed an item, when, and what shows it. */

const attachmentOn = query(
  'checklist_items.attachmentOn',
  (_db, p: { workspaceId: string; cardId: string; id: string }) => sql<{ id: string }>`
  select f.id as id from attachments f
  where f.workspace_id = ${p.workspaceId} and f.id = ${p.id} and f.card_id = ${p.cardId}`,
);

interface Completion {
  completed: 0 | 1;
  completedAt: number | null;
  completedBy: string | null;
  evidence: string | null;
}

/**
 * How an item is completed after a request. One that is opened again loses what showed that it was done, since that no longer
 * holds; the history keeps it.
 */
export async function completionAfter(
  { tx, now, actor }: Work,
  item: Located<'checklistItem'>,
  isCompleted: boolean,
  given: EvidenceGiven | null | undefined,
): Promise<Completion> {
  if (!isCompleted) {
    if (given) throw new Invalid('evidence-of-open', { field: 'body/evidence' });
    return uncompleted;
  }
  const evidence = given && JSON.stringify(await evidenceOf(tx, item, given));
  if (item.itemCompleted === 0)
    return { completed: 1, completedAt: now, completedBy: actor.userId, evidence: evidence ?? null };
  return {
    completed: 1,
    completedAt: item.itemCompletedAt,
    completedBy: item.itemCompletedBy,
    evidence: evidence === undefined ? item.itemEvidence : evidence,
  };
}

/** Evidence as it is stored. Throws `Invalid` if there is none, or if its attachment is not on the card. */
async function evidenceOf(
  tx: Reading,
  { workspaceId, id: cardId }: Located<'checklistItem'>,
  { text = null, link = null, attachmentPublicId = null }: EvidenceGiven,
): Promise<EvidenceShown> {
  if (text === null && link === null && attachmentPublicId === null)
    throw new Invalid('evidence-empty', { field: 'body/evidence' });
  if (attachmentPublicId !== null) {
    const found = await tx.first(attachmentOn, { workspaceId, cardId, id: attachmentPublicId });
    if (!found) throw new Invalid('unknown-attachment', { field: 'body/evidence/attachmentPublicId' });
  }
  return { text, link, attachmentPublicId };
}

/** What an activity says of evidence that has changed. */
export const evidenceChange = (from: string | null, to: string | null): Pick<ActivityDetail, 'change'> =>
  from === to ? {} : { change: { from: parsed(from), to: parsed(to) } };

const parsed = (evidence: string | null): unknown => (evidence === null ? null : JSON.parse(evidence));
