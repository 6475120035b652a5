import { Pencil } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { may } from '../board/may.ts';
import { openBoard } from '../board/open.ts';
import { show } from '../board/overlay.ts';
import { cardOf, contextOf } from '../board/target.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';

/** Pixels to the edges of the tile. */
const inset = 4;
const size = 28;

/**
 * The button that edits the tile under a mouse, or the one with the focus. There is one for all tiles, which need not render
 * it each. At the keyboard a key does the same, and for a finger the menu.
 */
export function TilePencil() {
  const [tile, setTile] = useState<HTMLElement>();
  useEffect(() => {
    if (!matchMedia('(hover: hover)').matches) return undefined;
    const off = new AbortController();
    const listen = (type: string, run: (event: Event) => void) =>
      document.addEventListener(type, run, { signal: off.signal, capture: true, passive: true });
    const isOwn = ({ target }: Event) =>
      target instanceof Element && target.closest('[data-pencil]') !== null;
    const find = (event: Event) => {
      if (!isOwn(event)) setTile(tileOf(event.target));
    };
    const hide = (event: Event) => {
      if (!isOwn(event)) setTile(undefined);
    };
    for (const type of ['pointerover', 'focusin']) listen(type, find);
    for (const type of ['pointerdown', 'scroll', 'wheel']) listen(type, hide);
    return () => off.abort();
  }, []);
  const board = openBoard.value;
  const card = tile?.dataset.card;
  if (!board || !tile?.isConnected || card === undefined || !may(board, 'card:edit')) return null;
  const { top, right } = tile.getBoundingClientRect();
  const edit = () => {
    const { cards, at } = contextOf(board, card);
    setTile(undefined);
    show({ kind: 'title', board, card, cards, at });
  };
  return (
    <button
      class="button small icon-only"
      type="button"
      data-pencil
      tabIndex={-1}
      aria-hidden="true"
      title={t.commands.titles.edit}
      style={{
        position: 'fixed',
        insetBlockStart: `${top + inset}px`,
        left: `${right - inset - size}px`,
        background: 'var(--raised)',
        boxShadow: 'var(--lift-1)',
      }}
      onClick={edit}
    >
      <Icon of={Pencil} size={14} />
    </button>
  );
}

/** The tile around an element of the board. */
const tileOf = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof Element && target.closest('.lists') ? (cardOf(target) ?? undefined) : undefined;
