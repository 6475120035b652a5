import type { Signal } from '@preact/signals';
import { ChevronDown, ChevronRight } from 'lucide';
import { Icon } from '../ui/icon.tsx';
import type { Line } from './lines.ts';

interface GroupButtonProps {
  line: Extract<Line, { kind: 'group' }>;
  /** The ids of the groups that are folded. */
  folded: Signal<ReadonlySet<string>>;
}

/** The name of a group with the number of its cards; pressing it folds and unfolds the group. */
export function GroupButton({ line: { group, isFolded }, folded }: GroupButtonProps) {
  const turn = () => {
    const next = new Set(folded.peek());
    if (!next.delete(group.id)) next.add(group.id);
    folded.value = next;
  };
  return (
    <button class="button plain small" type="button" aria-expanded={!isFolded} onClick={turn}>
      <Icon of={isFolded ? ChevronRight : ChevronDown} />
      {group.mark}
      {!group.isNamed && <b class="one-line">{group.name}</b>}
      <span class="quiet">{group.cards.length}</span>
    </button>
  );
}
