import type { ActivityType } from '../../../contract/events.ts';
import type { RuleTrigger, When } from '../../../contract/rule-shapes.ts';

/* Which entries of the change log let rules run. */

type OfCards = Exclude<RuleTrigger, 'due' | 'overdue' | 'schedule' | 'button'>;

const itemTypes = 'card.updated.checklist.item.';

const types: Record<OfCards, readonly ActivityType[]> = {
  created: ['card.created'],
  moved: ['card.updated.list'],
  'label-added': ['card.updated.label.added'],
  'label-removed': ['card.updated.label.removed'],
  'member-added': ['card.updated.member.added'],
  completed: ['card.updated.completed'],
  reopened: ['card.updated.reopened'],
  'checklist-completed': [`${itemTypes}completed`],
  'due-changed': [
    'card.updated.dueDate.added',
    'card.updated.dueDate.updated',
    'card.updated.dueDate.removed',
  ],
  'field-changed': ['card.updated.fields'],
  commented: ['card.updated.comment.added'],
  archived: ['card.archived'],
  'pull-request-opened': ['card.updated.pullRequest.opened'],
  'pull-request-merged': ['card.updated.pullRequest.merged'],
  'pull-request-closed': ['card.updated.pullRequest.closed'],
};

const triggers = new Map<string, OfCards>(
  Object.entries(types).flatMap(([trigger, of]) => of.map((type) => [type, trigger as OfCards] as const)),
);

/** The trigger that an entry is; undefined if no rule waits for it. */
export const triggerOf = (type: string): OfCards | undefined => triggers.get(type);

/** What is known of what happened: the list where a card was put, and the fields whose values changed. */
export interface Detail {
  toList: string | null;
  fields: readonly string[];
}

/** Whether a rule has to know more than its entry says. */
export const asksForDetail = ({ listPublicId, fieldPublicId }: When): boolean =>
  listPublicId !== undefined || fieldPublicId !== undefined;

/** Whether what happened is what a rule waits for. */
export function isWhat(when: When, subjectId: string | null, detail: Detail | undefined): boolean {
  const { listPublicId, labelPublicId, memberPublicId, fieldPublicId } = when;
  if (listPublicId !== undefined && detail?.toList !== listPublicId) return false;
  if (fieldPublicId !== undefined && !detail?.fields.includes(fieldPublicId)) return false;
  return [labelPublicId, memberPublicId].every((id) => id === undefined || id === subjectId);
}
