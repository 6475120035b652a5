import { useComputed } from '@preact/signals';
import { ChevronsLeftRight, CircleCheck, Ellipsis, Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../messages/t.ts';
import type { Entities } from '../sync/mutation.ts';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { AddCard, hasDraft } from './add.tsx';
import { CardTile } from './card.tsx';
import { editList } from './commands.ts';
import { dragged } from './dragged.ts';
import { isEmpty } from './empty-hint.tsx';
import { isFiltered, shownCards } from './filter.ts';
import { fold, folded } from './fold.ts';
import { may } from './may.ts';
import { isNarrow } from './narrow.ts';
import type { OpenBoard } from './open.ts';
import { tabStop } from './tab-stop.ts';
import { runsOf } from './window.ts';

/** Loaded after the board. */
export const inListMenu = () => import('./list-menu.ts');

/** A list of the board with its cards; an empty box of the same width if it is out of view. */
export function ListColumn({ board, id, isLifted }: { board: OpenBoard; id: string; isLifted?: boolean }) {
  const { store } = board;
  const [isAdding, setAdding] = useState(() => hasDraft(id) || isFirstOfEmpty(board, id));
  const hasStop = useComputed(() => tabStop(board).value?.list === id).value;
  const isNear = useComputed(() => board.view.isNear(id) || dragged.value?.from === id).value || hasStop;
  const isFolded = useComputed(() => folded(board.id).value.has(id)).value;
  const list = store.get('list', id).value;
  const shown = shownCards(store, id).value;
  if (!list) return null;
  if (!isNear) {
    return (
      <li class={isFolded ? 'list folded' : 'list'} data-list={id} hidden={isLifted}>
        <h2 class="unseen">{list.name}</h2>
      </li>
    );
  }
  if (isFolded) return <FoldedList board={board} list={list} count={shown.length} isLifted={isLifted} />;
  const tabIndex = hasStop || shown.length === 0 ? 0 : -1;
  return (
    <li
      class="list"
      data-list={id}
      hidden={isLifted}
      // So little that text is readable on any color.
      style={
        list.colour ? { background: `color-mix(in oklab, var(--sunken), ${list.colour} 10%)` } : undefined
      }
    >
      <ListHeader
        board={board}
        list={list}
        shown={shown.length}
        tabIndex={tabIndex}
        add={() => setAdding(true)}
      />
      <Cards board={board} listId={id} shown={shown} />
      {may(board, 'card:create') && (
        <Adding board={board} id={id} isAdding={isAdding} setAdding={setAdding} tabIndex={tabIndex} />
      )}
    </li>
  );
}

interface FoldedListProps {
  board: OpenBoard;
  list: Entities['list'];
  count: number;
  isLifted: boolean | undefined;
}

const FoldedList = ({ board, list: { publicId: id, name }, count, isLifted }: FoldedListProps) => (
  <li class="list folded" data-list={id} data-list-handle hidden={isLifted}>
    <h2>
      <button
        type="button"
        aria-expanded={false}
        title={t.lists.unfold}
        onClick={() => fold(board.id, id, false)}
      >
        <Icon of={ChevronsLeftRight} />
        <span class="one-line" dir="auto">
          {name}
        </span>
        <span class="quiet">{t.filter.count(count)}</span>
      </button>
    </h2>
  </li>
);

interface ListHeaderProps {
  board: OpenBoard;
  list: Entities['list'];
  /** The number of visible cards. */
  shown: number;
  tabIndex: number;
  add: () => void;
}

function ListHeader({ board, list, shown, tabIndex, add }: ListHeaderProps) {
  const { publicId: id, name, completes, limit } = list;
  const all = useComputed(() => workIn(board, id)).value;
  const isFull = limit && all >= limit.cards;
  return (
    <div class="list-header" data-list-handle>
      <h2>
        <Editable
          value={name}
          label={t.board.listName}
          tabIndex={tabIndex}
          save={may(board, 'list:edit') ? (next) => board.do(editList(list, { name: next })) : undefined}
        />
      </h2>
      <span
        class={isFull ? 'badge soon' : 'quiet'}
        title={limit ? t.board.cardsOf(all, limit.cards) : t.board.cards(all)}
      >
        {isFiltered.value
          ? t.filter.ofList(shown, board.store.cardsOf(id).value.length)
          : limit
            ? t.filter.ofLimit(all, limit.cards)
            : isNarrow.value
              ? t.board.cards(all)
              : t.filter.count(all)}
      </span>
      {completes && (
        <span class="quiet" title={t.lists.completes}>
          <Icon of={CircleCheck} size={14} />
          <span class="unseen">{t.lists.completes}</span>
        </span>
      )}
      <Menu
        label={t.board.listMenu(name)}
        icon={Ellipsis}
        tabIndex={tabIndex}
        items={async () => (await inListMenu()).listMenuItems(board, id, add)}
      />
    </div>
  );
}

/** The number of cards in a list; templates do not count. */
function workIn({ store }: OpenBoard, list: string): number {
  void store.changesIn(list).value;
  return store.cardsOf(list).value.filter((id) => !store.peek('card', id)?.isTemplate).length;
}

interface AddingProps {
  board: OpenBoard;
  id: string;
  isAdding: boolean;
  setAdding: (isAdding: boolean) => void;
  tabIndex: number;
}

/** The form for new cards, or the button that opens it. */
const Adding = ({ board, id, isAdding, setAdding, tabIndex }: AddingProps) =>
  isAdding ? (
    <AddCard board={board} listId={id} close={() => setAdding(false)} />
  ) : (
    <button
      class="button plain add-card"
      type="button"
      data-add={id}
      tabIndex={tabIndex}
      onClick={() => setAdding(true)}
    >
      <Icon of={Plus} /> {t.board.addCard}
    </button>
  );

/** Whether to begin with this list: it is the first of a board without cards. Its field takes the focus from nothing. */
const isFirstOfEmpty = ({ store }: OpenBoard, id: string): boolean =>
  store.lists.peek()[0] === id && isEmpty(store);

const none: readonly string[] = [];

function Cards({ board, listId, shown }: { board: OpenBoard; listId: string; shown: readonly string[] }) {
  const { store, view } = board;
  const lifted = useComputed(() => (dragged.value?.kind === 'card' ? dragged.value.ids : none)).value;
  const hole = useComputed(() =>
    dragged.value?.kind === 'card' && dragged.value.listId === listId ? dragged.value : null,
  ).value;
  const kept = useComputed(() => (view.isWindowed.value ? view.stayingIn(listId) : '')).value;
  const stop = useComputed(() => {
    const found = view.isWindowed.value ? tabStop(board).value : undefined;
    return found?.list === listId ? found.card : '';
  }).value;
  const ids = lifted.length > 0 ? shown.filter((each) => !lifted.includes(each)) : shown;
  const isWindowed = view.isWindowed.value;
  const tile = (id: string, index: number) => (
    <CardTile
      key={id}
      board={board}
      id={id}
      {...(isWindowed ? { place: index + 1, count: ids.length } : {})}
    />
  );
  const items: VNode[] = [];
  const tops = isWindowed ? view.topsOf(listId, ids) : undefined;
  const runs = tops
    ? runsOf(
        tops,
        view.spanOf(listId),
        [kept, stop].map((each) => ids.indexOf(each)),
      )
    : [{ from: 0, to: ids.length, isShown: true }];
  const at = hole ? (hole.before === null ? ids.length : ids.indexOf(hole.before)) : -1;
  for (const [number, { from, to, isShown }] of runs.entries()) {
    if (!isShown && tops)
      items.push(<Space key={`space ${number}`} height={(tops[to] ?? 0) - (tops[from] ?? 0) - view.gap} />);
    for (let index = from; isShown && index < to; index++) {
      if (index === at && hole) items.push(<Hole key="hole" height={hole.height} />);
      items.push(tile(ids[index] ?? '', index));
    }
  }
  if (hole && at === ids.length) items.push(<Hole key="hole" height={hole.height} />);
  // A dragged card stays in the DOM, hidden: touch events go to the element where the touch started.
  const [held] = lifted.length > 0 && dragged.peek()?.from === listId ? [dragged.peek()?.id] : [];
  if (held) items.push(<CardTile key={held} board={board} id={held} isLifted />);
  return (
    <ol class="cards" data-scrolls aria-label={store.get('list', listId).value?.name}>
      {items}
    </ol>
  );
}

const Space = ({ height }: { height: number }) => (
  <li class="space" aria-hidden="true" style={{ blockSize: `${height}px` }} />
);

const Hole = ({ height }: { height: number }) => <li class="hole" style={{ blockSize: `${height}px` }} />;
