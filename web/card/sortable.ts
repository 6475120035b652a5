import { gestures, type Held } from '../ui/gesture.ts';

/* Drag and drop of items within a list. Only styles change until the drop. */

interface Lifted {
  item: HTMLElement;
  index: number;
  /** The index where it would land. */
  to: number;
  /** The middles of all items before the drag. */
  middles: readonly number[];
  height: number;
}

/** Makes the children with `data-item` sortable; returns a function that stops it. */
export function sortable(list: HTMLElement, moved: (id: string, index: number) => void): () => void {
  let lifted: Lifted | undefined;
  const items = () => [...list.querySelectorAll<HTMLElement>(':scope > [data-item]')];

  const begin = ({ of: item }: Held<HTMLElement>) => {
    const all = items();
    const index = all.indexOf(item);
    const boxes = all.map((each) => each.getBoundingClientRect());
    const middles = boxes.map(({ top, height }) => top + height / 2);
    lifted = { item, index, to: index, middles, height: boxes[index]?.height ?? 0 };
    item.classList.add('lifted');
    list.classList.add('sorting');
  };
  const follow = ({ from, at }: Held<HTMLElement>) => {
    if (!lifted) return;
    const { item, index, middles, height } = lifted;
    const by = at.y - from.y;
    item.style.transform = `translateY(${by}px)`;
    const middle = (middles[index] ?? 0) + by;
    const to = middles.filter((each, other) => other !== index && each < middle).length;
    lifted.to = to;
    for (const [other, each] of items().entries()) {
      if (other === index) continue;
      const passed = other > index && other <= to ? -1 : other < index && other >= to ? 1 : 0;
      each.style.transform = passed ? `translateY(${passed * height}px)` : '';
    }
  };
  const end = ({ of: item }: Held<HTMLElement>, isDrop: boolean) => {
    for (const each of items()) each.style.transform = '';
    item.classList.remove('lifted');
    list.classList.remove('sorting');
    if (isDrop && lifted && lifted.to !== lifted.index) moved(item.dataset.item ?? '', lifted.to);
    lifted = undefined;
  };
  const take = (target: HTMLElement) =>
    target.closest('input, textarea, [popover], [data-still]')
      ? undefined
      : (target.closest<HTMLElement>('[data-item]') ?? undefined);

  return gestures(list, { take, begin, follow, end, isVertical: true });
}
