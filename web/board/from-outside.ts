import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { addCard } from './commands.ts';
import { spotBefore } from './drop.ts';
import { shownCards } from './filter.ts';
import { cardAt, listAt, placeInList } from './hit-test.ts';
import { may } from './may.ts';
import { newPublicId, type OpenBoard } from './open.ts';

/* Native drops from outside: a file on a card is attached, a text or an address on a list becomes a card. */

interface Target {
  element: HTMLElement;
  accept: (given: DataTransfer) => void;
}

/** Accepts drops on a page with a board; returns a function that stops it. */
export function fromOutside(page: HTMLElement, lists: HTMLElement, board: OpenBoard): () => void {
  let marked: HTMLElement | undefined;
  const mark = (element?: HTMLElement) => {
    if (marked === element) return;
    marked?.removeAttribute('data-over');
    element?.setAttribute('data-over', '');
    marked = element;
  };

  const targetOf = (event: DragEvent): Target | undefined => {
    const at = { x: event.clientX, y: event.clientY };
    const types = event.dataTransfer?.types ?? [];
    if (types.includes('Files')) {
      const id = may(board, 'card:edit') ? cardAt(at) : null;
      const element = id && lists.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
      return element ? { element, accept: ({ files }) => void attach(board, id, [...files]) } : undefined;
    }
    const element = (event.target as HTMLElement).closest('.list') ? listAt(lists, at) : undefined;
    if (!element || !types.includes('text/plain') || !may(board, 'card:create')) return undefined;
    const listId = element.dataset.list ?? '';
    const shown = shownCards(board.store, listId).peek();
    return {
      element,
      accept: (given) => {
        const title = titleFrom(given);
        const before = placeInList(element, at, shown, []);
        const spot = spotBefore(board, { listId, before, ids: [] });
        if (title) board.do(addCard(board.store, newPublicId(), title, spot));
      },
    };
  };

  const isOurs = ({ target }: Event) => (target as HTMLElement).closest('input, textarea, dialog') === null;
  const onOver = (event: DragEvent) => {
    if (!isOurs(event)) return mark();
    const target = targetOf(event);
    mark(target?.element);
    // A file that misses its card must not replace the page.
    const isFile = event.dataTransfer?.types.includes('Files');
    if (!target && !isFile) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = target ? 'copy' : 'none';
  };
  const onDrop = (event: DragEvent) => {
    mark();
    if (!isOurs(event)) return;
    const target = targetOf(event);
    if (target || event.dataTransfer?.types.includes('Files')) event.preventDefault();
    if (event.dataTransfer) target?.accept(event.dataTransfer);
  };

  const off = new AbortController();
  const { signal } = off;
  page.addEventListener('dragover', onOver, { signal });
  page.addEventListener('drop', onDrop, { signal });
  page.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(), { signal });
  page.addEventListener('dragend', () => mark(), { signal });
  return () => off.abort();
}

const titleFrom = (given: DataTransfer): string =>
  given.getData('text/plain').replace(/\s+/g, ' ').trim().slice(0, 2000);

async function attach({ store }: OpenBoard, cardId: string, files: readonly File[]): Promise<void> {
  const { upload } = await import('./uploads.ts');
  toast(t.drops.attaching(files.length, store.peek('card', cardId)?.title ?? ''));
  await Promise.all(upload(cardId, files));
}
