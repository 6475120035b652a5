import { t } from '../messages/t.ts';
import type { Point } from '../ui/gesture.ts';
import { toast } from '../ui/toast.tsx';
import { addCard } from './commands.ts';
import { spotBefore } from './drop.ts';
import { shownCards } from './filter.ts';
import { cardAt, listAt, placeInList } from './hit-test.ts';
import { may } from './may.ts';
import { newPublicId, type OpenBoard } from './open.ts';

/* Native drops from outside: a file on a card is attached, a text or an address on a list becomes a card. */

/** What was dropped: browsers hand it out during the event only. */
interface Dropped {
  at: Point;
  target: HTMLElement;
  files: readonly File[];
  text: string;
}

/** What drops on a board do. */
export interface FromOutside {
  /** Marks where a drop would go to, and accepts it there; without an event, unmarks it. */
  over(event?: DragEvent): void;
  drop(dropped: Dropped): void;
}

interface Target {
  element: HTMLElement;
  accept: (dropped: Dropped) => void;
}

/** What drops on a board do. */
export function fromOutside(lists: HTMLElement, board: OpenBoard): FromOutside {
  let marked: HTMLElement | undefined;
  const mark = (element?: HTMLElement) => {
    if (marked === element) return;
    marked?.removeAttribute('data-over');
    element?.setAttribute('data-over', '');
    marked = element;
  };

  const cardTarget = (at: Point): Target | undefined => {
    const id = may(board, 'card:edit') ? cardAt(at) : null;
    const element = id && lists.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    return element ? { element, accept: ({ files }) => void attach(board, id, files) } : undefined;
  };
  const listTarget = ({ at, target }: Pick<Dropped, 'at' | 'target'>): Target | undefined => {
    const element = target.closest('.list') ? listAt(lists, at) : undefined;
    if (!element || !may(board, 'card:create')) return undefined;
    const listId = element.dataset.list ?? '';
    const shown = shownCards(board.store, listId).peek();
    return {
      element,
      accept: ({ text }) => {
        const title = titleFrom(text);
        const before = placeInList(element, at, shown, []);
        const spot = spotBefore(board, { listId, before, ids: [] });
        if (title) board.do(addCard(board.store, newPublicId(), title, spot));
      },
    };
  };

  return {
    over(event) {
      const { clientX: x = 0, clientY: y = 0, dataTransfer, target: under } = event ?? {};
      const types = dataTransfer?.types ?? [];
      const isFile = types.includes('Files');
      const isText = !isFile && types.includes('text/plain');
      const at = { x, y };
      const target = isFile
        ? cardTarget(at)
        : isText
          ? listTarget({ at, target: under as HTMLElement })
          : undefined;
      mark(target?.element);
      // A file that misses its card must not replace the page.
      if (!target && !isFile) return;
      event?.preventDefault();
      if (dataTransfer) dataTransfer.dropEffect = target ? 'copy' : 'none';
    },
    drop(dropped) {
      const target = dropped.files.length > 0 ? cardTarget(dropped.at) : listTarget(dropped);
      target?.accept(dropped);
    },
  };
}

const titleFrom = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 2000);

async function attach({ store }: OpenBoard, cardId: string, files: readonly File[]): Promise<void> {
  const { upload } = await import('./uploads.ts');
  toast(t.drops.attaching(files.length, store.peek('card', cardId)?.title ?? ''));
  await Promise.all(upload(cardId, files));
}
