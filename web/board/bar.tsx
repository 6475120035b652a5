import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { fold } from './fold.ts';
import { isNarrow } from './narrow.ts';
import type { OpenBoard } from './open.ts';

interface ListBarProps {
  board: OpenBoard;
  lists: RefObject<HTMLUListElement | null>;
}

/** On a phone, the names of all lists, scrolled to the current one; each scrolls the board to its list. */
export function ListBar({ board, lists }: ListBarProps) {
  return isNarrow.value ? <Names board={board} lists={lists} /> : null;
}

function Names({ board, lists }: ListBarProps) {
  const seen = useSignal('');
  const bar = useRef<HTMLElement>(null);
  const ids = board.store.lists.value;
  useEffect(() => {
    const box = lists.current;
    if (!box) return undefined;
    const look = () => {
      seen.value = listInView(box);
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, [ids]);
  const at = seen.value;
  useEffect(() => {
    const [name, box] = [bar.current?.querySelector<HTMLElement>('[aria-current]'), bar.current];
    // Not `scrollIntoView`, which would interrupt the board's own scrolling.
    if (name && box)
      box.scrollTo({ left: name.offsetLeft - (box.clientWidth - name.offsetWidth) / 2, behavior: 'smooth' });
  }, [at]);
  return (
    <nav class="list-bar" ref={bar} aria-label={t.lists.all}>
      {ids.map((id) => (
        <button
          key={id}
          class="one-line"
          type="button"
          aria-current={id === at ? 'true' : undefined}
          onClick={() => {
            fold(board.id, id, false);
            lists.current
              ?.querySelector(`[data-list="${CSS.escape(id)}"]`)
              ?.scrollIntoView({ inline: 'start', block: 'nearest', behavior: 'smooth' });
          }}
        >
          {board.store.get('list', id).value?.name}
        </button>
      ))}
    </nav>
  );
}

/** The list whose start is nearest to the start of the view. */
export function listInView(box: HTMLElement): string {
  const start = box.getBoundingClientRect().left;
  const lists = [...box.querySelectorAll<HTMLElement>(':scope > [data-list]')];
  const distance = (list: HTMLElement) => Math.abs(list.getBoundingClientRect().left - start);
  const [nearest] = lists.sort((a, b) => distance(a) - distance(b));
  return nearest?.dataset.list ?? '';
}
