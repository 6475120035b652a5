import type { PlannedCard } from '../../../../contract/plans.ts';
import { picked } from '../../base/picked.ts';

const kept = [
  'title',
  'description',
  'list',
  'labels',
  'memberPublicIds',
  'startDate',
  'dueDate',
  'fields',
] as const;

/** A card as it is stored with its proposal, without what a request had besides; `key` is what its plan calls it. */
export function contentFrom(key: string | undefined, card: PlannedCard): string {
  const items = card.items?.map((each) => picked(each, ['title', 'checklist', 'acceptance']));
  const relations = card.relations?.map((each) => picked(each, ['type', 'card']));
  return JSON.stringify({ key, ...picked(card, kept), items, relations });
}
