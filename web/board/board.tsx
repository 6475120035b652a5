import { computed, useComputed } from '@preact/signals';
import { Plus } from 'lucide';
import type { ComponentType, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Away } from '../app/away.tsx';
import { lazy } from '../app/lazy.tsx';
import { NotFound } from '../app/not-found.tsx';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import { showTitle } from '../app/title.ts';
import { t } from '../messages/t.ts';
import { mayPass } from '../sync/server.ts';
import { takesFocus } from '../ui/focus.ts';
import { tintPage } from '../ui/hue.ts';
import { Icon } from '../ui/icon.tsx';
import type { Later } from '../ui/later.tsx';
import { ListBar } from './bar.tsx';
import { CardPage, type CardPageProps, isPrepared, prepareCardPage } from './card-page.tsx';
import { addList } from './commands.ts';
import { draggable } from './drag.ts';
import { type Dragged, dragged, needs } from './dragged.ts';
import { EmptyHint } from './empty-hint.tsx';
import { Foot } from './foot.tsx';
import { Header } from './header.tsx';
import { isSeen } from './here.tsx';
import { showInitials } from './initials.ts';
import { inListMenu, ListColumn } from './list.tsx';
import { may } from './may.ts';
import { boardOfCard, newPublicId, type OpenBoard, open, openBoard } from './open.ts';
import { Opening } from './opening.tsx';
import { takeFromOutside } from './outside.ts';
import { pointAt, showMenu } from './pointer.ts';
import { selected } from './select.ts';
import { viewAsked } from './view-address.ts';
import './board.css';

const GoneCard = lazy(() => import('./gone-card.tsx').then((all) => all.GoneCard));

interface BoardPageProps {
  id?: string;
  card?: string;
  /** The page of a card. */
  CardDialog: Later<CardPageProps>;
  /** The bar for the selected cards. */
  Selection: ComponentType<{ board: OpenBoard }>;
  /** What switches between views of the board, and what shows the one that is asked for. */
  Views: { Switch: ComponentType<{ board: OpenBoard }>; Shown: ComponentType<{ board: OpenBoard }> };
}

/** Milliseconds until a card is looked for again if the service could not be reached. */
const untilNext = 5000;

/** A board by its id, or the board of a card with the card's page over it. */
export function BoardPage({ id, card, CardDialog, Selection, Views }: BoardPageProps) {
  const [problem, setProblem] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const known = openBoard.value;
  const isThere = known && (known.id === id || (card !== undefined && isOn(known, card)));
  useEffect(() => {
    if (isThere) return;
    setProblem(undefined);
    let isLeft = false;
    const show = async () => {
      const boardId = id ?? (await boardOfCard(card ?? ''));
      if (isLeft) return;
      openBoard.peek()?.close();
      const next = open(boardId);
      openBoard.value = next;
      await next.follower.ready;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    show().catch((error: unknown) => {
      if (isLeft) return;
      setProblem(error);
      if (mayPass(error)) timer = setTimeout(() => setTries(tries + 1), untilNext);
    });
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [id, card, tries]);
  if (problem !== undefined && card && (problem as { status?: number }).status === 404)
    return <GoneCard id={card} restored={() => setTries(tries + 1)} />;
  if (problem !== undefined) return <Problem of={problem} again={() => setTries(tries + 1)} />;
  if (!known?.follower.isFilled.value)
    return known?.follower.isAway.value ? <Away again={known.tryNow} /> : <Opening />;
  if (known.follower.isGone.value) return <NotFound />;
  return (
    <>
      <BoardView key={known.id} board={known} CardDialog={CardDialog} Selection={Selection} Views={Views} />
      {card && <CardPage of={CardDialog} board={known} id={card} />}
    </>
  );
}

/** Whether a card is on the board, including one that the server does not know yet. */
const isOn = ({ store }: OpenBoard, card: string): boolean =>
  store.isKnown('card', card) || store.peek('card', card) !== undefined;

function Problem({ of, again }: { of: unknown; again: () => void }) {
  if (mayPass(of)) return <Away again={again} />;
  const status = (of as { status?: number }).status;
  if (status === 403 || status === 404) return <NotFound />;
  return (
    <main class="entrance">
      <h1>{t.errors.title}</h1>
      <p class="quiet">{problemOf(of)}</p>
      <button class="button" type="button" onClick={() => location.reload()}>
        {t.retry}
      </button>
    </main>
  );
}

type BoardViewProps = Pick<BoardPageProps, 'CardDialog' | 'Selection' | 'Views'> & { board: OpenBoard };

function BoardView({ board, CardDialog, Selection, Views }: BoardViewProps) {
  const page = useRef<HTMLDivElement>(null);
  const { store } = board;
  const shown = store.get('board', board.id).value;
  useEffect(() => {
    showTitle(shown?.name ?? '');
  }, [shown?.name]);
  // Before the first paint.
  const colour = shown?.background?.colour;
  useLayoutEffect(() => tintPage(board.id, colour), [board, colour]);
  useEffect(() => showInitials(store), [board]);
  useEffect(() => {
    prepareCardPage(CardDialog);
    inListMenu().catch(() => undefined);
    return board.presence.tell(
      server,
      computed(() => isPrepared.value && isSeen.value),
      board.follower.isGone,
    );
  }, [board]);
  const isSelecting = useComputed(() => selected.value.size > 0).value;
  return (
    <div class="board-page" ref={page} data-sent={String(board.outbox.waiting.value === 0)}>
      <Header board={board} Switch={Views.Switch} />
      <main>
        {viewAsked.value === '' ? (
          <Lists board={board} page={page} Switch={Views.Switch} />
        ) : (
          <>
            <Views.Shown board={board} />
            <Foot board={board} Switch={Views.Switch} />
          </>
        )}
        {isSelecting && <Selection board={board} />}
      </main>
      <p id="announcements" class="unseen" role="status" />
    </div>
  );
}

interface ListsProps {
  board: OpenBoard;
  page: RefObject<HTMLDivElement | null>;
  Switch: ComponentType<{ board: OpenBoard }>;
}

/** The lists of the board, side by side. */
function Lists({ board, page, Switch }: ListsProps) {
  const lists = useRef<HTMLUListElement>(null);
  const { store } = board;
  useEffect(() => {
    if (!lists.current || !page.current) return undefined;
    const ends = [
      board.view.watch(lists.current),
      draggable(page.current, lists.current, {
        may: (kind) => may(board, needs[kind]),
        drag: async () => (await import('./drop.ts')).dragOn(board),
        held: (card) => showMenu(board, card),
      }),
      takeFromOutside(page.current, lists.current, board),
      pointAt(lists.current, board),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [board]);
  // Dragged cards concern only their lists.
  const drag = useComputed(() => (dragged.value?.kind === 'list' ? dragged.value : null)).value;
  const shown = store.get('board', board.id).value;
  const picture = shown?.picture;
  return (
    <>
      <ListBar board={board} lists={lists} />
      <ul
        class={picture ? 'lists pictured' : 'lists'}
        style={picture ? { '--picture': `url("${addressOfPicture(board.id, picture)}")` } : undefined}
        ref={lists}
        aria-label={shown?.name}
      >
        {/* A dragged list stays in the DOM, hidden: touch events go to the element where the touch started. */}
        {store.lists.value.flatMap((id) => [
          drag?.before === id ? <ListHole key="hole" of={drag} /> : null,
          <ListColumn key={id} board={board} id={id} isLifted={drag?.id === id} />,
        ])}
        {drag?.before === null && <ListHole key="hole" of={drag} />}
        {may(board, 'list:create') && <AddList board={board} />}
      </ul>
      <EmptyHint board={board} />
      <Foot board={board} lists={lists} Switch={Switch} />
    </>
  );
}

const addressOfPicture = (board: string, picture: string) => `/api/v1/boards/${board}/picture?v=${picture}`;

const ListHole = ({ of: { width, height } }: { of: Dragged }) => (
  <li class="hole list-hole" style={{ inlineSize: `${width}px`, blockSize: `${height}px` }} />
);

function AddList({ board }: { board: OpenBoard }) {
  const [isOpen, setOpen] = useState(board.store.lists.peek().length === 0);
  const last = useRef<HTMLLIElement>(null);
  if (!isOpen) {
    return (
      <li class="add-list">
        <button class="button plain" type="button" onClick={() => setOpen(true)}>
          <Icon of={Plus} /> {t.board.addList}
        </button>
      </li>
    );
  }
  return (
    <li class="add-list" ref={last}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.namedItem('name') as HTMLInputElement;
          const name = input.value.trim();
          if (name) board.do(addList(board.store, board.id, newPublicId(), name));
          input.value = '';
          requestAnimationFrame(() => last.current?.scrollIntoView({ inline: 'end' }));
        }}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        <input
          class="input"
          name="name"
          maxLength={255}
          autocomplete="off"
          placeholder={t.board.listName}
          aria-label={t.board.listName}
          ref={takesFocus}
        />
        <div class="row">
          <button class="button primary" type="submit">
            {t.board.addList}
          </button>
          <button class="button plain" type="button" onClick={() => setOpen(false)}>
            {t.cancel}
          </button>
        </div>
      </form>
    </li>
  );
}
