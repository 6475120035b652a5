import { useComputed } from '@preact/signals';
import { t } from '../messages/t.ts';
import type { Store } from '../sync/store.ts';
import { may } from './may.ts';
import type { OpenBoard } from './open.ts';
import './empty-hint.css';

/** Whether a board has lists, and no cards. */
export const isEmpty = (store: Store): boolean =>
  store.lists.value.length > 0 && store.lists.value.every((id) => store.cardsOf(id).value.length === 0);

/** The keys to begin with, on a board without cards. */
export function EmptyHint({ board }: { board: OpenBoard }) {
  const isShown = useComputed(() => may(board, 'card:create') && isEmpty(board.store)).value;
  if (!isShown) return null;
  return (
    <p class="empty-hint">
      {t.board.emptyHint.map((part) => (part.length > 1 ? part : <kbd key={part}>{part}</kbd>))}
    </p>
  );
}
