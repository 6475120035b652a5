import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { CardTile } from '../../board/card.tsx';
import { draggable } from '../../board/drag.ts';
import { dragged } from '../../board/dragged.ts';
import { may } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { showMenu } from '../../board/pointer.ts';
import { withSelected } from '../../board/select.ts';
import { tabStop } from '../../board/tab-stop.ts';
import type { Instead } from '../../board/view.ts';
import { runsOf } from '../../board/window.ts';
import { viewTexts } from '../../messages/views.ts';
import { bulk } from '../../sync/bulk.ts';
import { everyCard, type Gathered, gathered, sorted } from '../arrange.ts';
import { useInstead } from '../instead.ts';
import type { ViewProps } from '../kind.ts';
import { propertiesOf } from '../properties.tsx';

/** The cards of a board in lanes by a property, side by side as lists are. Where a card is dropped, it gets the value. */
export function Lanes(props: ViewProps) {
  const { board } = props;
  const root = useRef<HTMLUListElement>(null);
  const by = useComputed(() => {
    const properties = propertiesOf(board);
    const asked = properties.find(({ id, groups }) => groups && id === props.settings.value.groupBy);
    return asked ?? properties.find(({ id }) => id === 'list');
  });
  const lanes = useComputed((): readonly Gathered[] => {
    const { sort } = props.settings.value;
    everyCard(board.store);
    const ids = sorted(board.store, props.cards.value, propertiesOf(board), sort);
    return by.value ? gathered(board.store, ids, by.value) : [];
  });
  const instead = useMemo(() => insteadOf(props, lanes, root), [board]);
  useInstead(board, root, instead);
  useEffect(() => {
    if (!root.current) return undefined;
    const put = (cards: readonly string[], to: string, from: string) => {
      const groups = by.peek()?.groups?.();
      const operations = cards.flatMap((cardPublicId) => {
        const card = board.store.peek('card', cardPublicId);
        const changes = (card && groups?.put?.(card, to, from)) ?? [];
        return changes.map((change) => ({ ...change, cardPublicId }));
      });
      if (to !== from && operations.length > 0) board.do(bulk(board.store, operations), { isQuiet: true });
    };
    const ends = [
      board.view.watch(root.current),
      draggable(root.current, root.current, {
        may: (kind) => kind === 'card' && may(board, 'card:edit'),
        drag: () => ({
          along: (id) => withSelected(board.store, id),
          shownIn: (lane) => lanes.peek().find(({ id }) => nameOf(id) === lane)?.cards ?? [],
          stayed: () => undefined,
          dropped: ({ ids, listId, from }) => put(ids, idOf(listId), idOf(from)),
        }),
        held: (card) => showMenu(board, card),
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [board]);
  return (
    <ul class="view lists" ref={root} aria-label={by.value?.name}>
      {lanes.value.map((lane) => (
        <Lane key={lane.id} board={board} lane={lane} />
      ))}
    </ul>
  );
}

/** Lanes are lists to what drags and scrolls. */
const nameOf = (id: string): string => `lane ${id}`;
const idOf = (name: string): string => name.slice('lane '.length);

function Lane({ board, lane }: { board: OpenBoard; lane: Gathered }) {
  const { view } = board;
  const name = nameOf(lane.id);
  const isOver = useComputed(() => {
    const now = dragged.value;
    return now?.kind === 'card' && now.listId === name && now.from !== name;
  }).value;
  const isNear = useComputed(() => view.isNear(name)).value;
  const stop = useComputed(() => tabStop(board).value?.card ?? '').value;
  const { cards } = lane;
  const isWindowed = view.isWindowed.value;
  const tops = isWindowed ? view.topsOf(name, cards) : undefined;
  const runs = tops
    ? runsOf(
        tops,
        view.spanOf(name),
        [stop, view.lastFocused.value].map((id) => cards.indexOf(id)),
      )
    : [{ from: 0, to: cards.length, isShown: true }];
  return (
    <li class="list" data-list={name} data-over={isOver || undefined}>
      <div class="list-header">
        <b class="one-line" role="heading" aria-level={2} dir="auto">
          {lane.mark} {!lane.isNamed && lane.name}
        </b>
        <span class="quiet" title={viewTexts.cards(cards.length)}>
          {cards.length}
        </span>
      </div>
      <ol class="cards" data-scrolls aria-label={viewTexts.lane(lane.name, cards.length)}>
        {isNear &&
          runs.map(({ from, to, isShown }) =>
            isShown || !tops ? (
              cards
                .slice(from, to)
                .map((id, index) => (
                  <CardTile
                    key={id}
                    board={board}
                    id={id}
                    {...(isWindowed ? { place: from + index + 1, count: cards.length } : {})}
                  />
                ))
            ) : (
              <li
                key={`space ${from}`}
                class="space"
                aria-hidden="true"
                style={{ blockSize: `${(tops[to] ?? 0) - (tops[from] ?? 0) - view.gap}px` }}
              />
            ),
          )}
      </ol>
    </li>
  );
}

function insteadOf(
  { board, cards }: ViewProps,
  lanes: ReadonlySignal<readonly Gathered[]>,
  root: { current: HTMLElement | null },
): Instead {
  const tileOf = (id: string) =>
    root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? undefined;
  return {
    cards,
    async reveal(id) {
      const lane = lanes.peek().find((each) => each.cards.includes(id));
      if (!lane) return undefined;
      const list = board.view.revealList(nameOf(lane.id));
      if (!tileOf(id)) {
        const scroller = list?.querySelector('.cards');
        const top = board.view.topsOf(nameOf(lane.id), lane.cards)[lane.cards.indexOf(id)];
        if (scroller && top !== undefined) scroller.scrollTop = top;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
      const tile = tileOf(id);
      tile?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return tile;
    },
    neighbourOf(card, to) {
      const all = lanes.peek().filter((each) => each.cards.length > 0);
      const here = all.findIndex((each) => card !== undefined && each.cards.includes(card));
      const lane = all[here];
      if (!lane || card === undefined) return all[0]?.cards[0];
      const at = lane.cards.indexOf(card);
      if (to === 'up' || to === 'down') return lane.cards[at + (to === 'up' ? -1 : 1)] ?? card;
      const beside = all[here + (to === 'left' ? -1 : 1)];
      return beside?.cards[Math.min(at, beside.cards.length - 1)] ?? card;
    },
  };
}
