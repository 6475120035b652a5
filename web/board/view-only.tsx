import { useComputed } from '@preact/signals';
import { Eye } from 'lucide';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { changesBoard, may } from './may.ts';
import type { OpenBoard } from './open.ts';

/** Marks a board that the user may only read, or only comment on. */
export function ViewOnly({ board }: { board: OpenBoard }) {
  const mayChange = useComputed(() => may(board, changesBoard)).value;
  const mayComment = useComputed(() => may(board, 'comment:create')).value;
  if (mayChange) return null;
  return (
    <span class="pill bar-pill view-only" title={mayComment ? t.may.commentOnlyHint : t.may.viewOnlyHint}>
      <Icon of={Eye} /> <span class="name">{mayComment ? t.may.commentOnly : t.may.viewOnly}</span>
    </span>
  );
}
