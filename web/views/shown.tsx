import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { orderOf, shownCards } from '../board/filter.ts';
import type { OpenBoard } from '../board/open.ts';
import { viewTexts } from '../messages/views.ts';
import { everyCard } from './arrange.ts';
import { kindOf } from './kinds.ts';
import { changeSettings, currentOf, savedViews, settingsOf } from './settings.ts';
import { useFilterOf } from './switch.tsx';
import { Toolbar } from './toolbar.tsx';

/** The view that the address asks for. */
export function ShownView({ board }: { board: OpenBoard }) {
  const current = currentOf(board);
  const row = kindOf(current?.kind ?? '');
  useFilterOf(board, current?.saved);
  if (!current || !row) return savedViews(board).value.value ? <Unknown board={board} /> : null;
  return <Kind key={current.key} board={board} row={row} />;
}

type Row = NonNullable<ReturnType<typeof kindOf>>;

function Kind({ board, row }: { board: OpenBoard; row: Row }) {
  const { store } = board;
  const cards = useComputed(() => {
    const ids = store.lists.value.flatMap((list) => shownCards(store, list).value);
    const order = orderOf(store);
    if (!order) return ids;
    everyCard(store);
    return ids
      .flatMap((id) => store.peek('card', id) ?? [])
      .sort(order)
      .map(({ publicId }) => publicId);
  });
  const current = useComputed(() => currentOf(board));
  const settings = useComputed(() => {
    const { value } = current;
    return settingsOf(board, value ?? { key: row.kind, kind: row.kind, saved: undefined }, row.first);
  });
  const change = useMemo(
    () => (given: Parameters<typeof changeSettings>[2]) => {
      const now = current.peek();
      if (now) changeSettings(board, now, given);
    },
    [board],
  );
  const bar = useSignal<ComponentChildren>(null);
  const { Part } = row;
  return (
    <>
      <Toolbar board={board} row={row} cards={cards} settings={settings} change={change} bar={bar} />
      <Part board={board} cards={cards} settings={settings} change={change} bar={bar} />
    </>
  );
}

const Unknown = ({ board }: { board: OpenBoard }) => (
  <section class="trouble">
    <p>{viewTexts.unknown}</p>
    <a class="button" href={`/b/${board.id}`}>
      {viewTexts.toBoard}
    </a>
  </section>
);
