import { ArrowLeft, CloudOff, Plus, Search, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CardDialog } from '../card/dialog.tsx';
import { t } from '../messages/en.ts';
import { problemOf } from '../pages/form.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { addList, moveCard, moveList, renameBoard, spotAt, spotOf } from './commands.ts';
import { type Dragged, draggable, dragged } from './drag.ts';
import { filter, isFiltered } from './filter.ts';
import { keysOf } from './keys.ts';
import { ListColumn } from './list.tsx';
import { boardOfCard, newPublicId, type OpenBoard, open, openBoard } from './open.ts';
import './board.css';

/** A board by its id, or the board that a card is on, with the card over it. */
export function BoardPage({ id, card }: { id?: string; card?: string }) {
  const [problem, setProblem] = useState<unknown>();
  const known = openBoard.value;
  const isThere = known && (known.id === id || (card !== undefined && known.store.isKnown('card', card)));
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
    show().catch((error: unknown) => setProblem(error));
    return () => {
      isLeft = true;
    };
  }, [id, card]);
  if (problem !== undefined) return <Problem of={problem} />;
  if (!known?.follower.isFilled.value) return <p class="unseen">{t.loading}</p>;
  if (known.follower.isGone.value) return <NotFound />;
  return (
    <>
      <BoardView board={known} />
      {card && <CardDialog key={card} board={known} id={card} />}
    </>
  );
}

function Problem({ of }: { of: unknown }) {
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

function BoardView({ board }: { board: OpenBoard }) {
  const lists = useRef<HTMLUListElement>(null);
  const { store } = board;
  const shown = store.get('board', board.id).value;
  useEffect(() => {
    document.title = `${shown?.name ?? ''} · ${t.app}`;
  }, [shown?.name]);
  useEffect(() => {
    if (!lists.current) return undefined;
    const ends = [
      draggable(lists.current, { moved: (drop) => land(board, drop) }),
      keysOf(lists.current, board),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [board]);
  const ids = store.lists.value;
  const drag = dragged.value;
  const others = drag?.kind === 'list' ? ids.filter((each) => each !== drag.id) : ids;
  return (
    <div class="board-page" data-sent={String(board.outbox.waiting.value === 0)}>
      <Header board={board} />
      <main>
        <ul class="lists" ref={lists} aria-label={shown?.name}>
          {others.flatMap((id, index) => [
            drag?.kind === 'list' && drag.index === index ? <ListHole key="hole" of={drag} /> : null,
            <ListColumn key={id} board={board} id={id} />,
          ])}
          {drag?.kind === 'list' && drag.index >= others.length && <ListHole key="hole" of={drag} />}
          {drag?.kind === 'list' && (
            <li key={drag.id} hidden>
              {/* What is dragged stays on the page: the pointer belongs to it. */}
            </li>
          )}
          <AddList board={board} />
        </ul>
      </main>
      <p id="announcements" class="unseen" role="status" />
    </div>
  );
}

const ListHole = ({ of: { width, height } }: { of: Dragged }) => (
  <li class="hole list-hole" style={{ inlineSize: `${width}px`, blockSize: `${height}px` }} />
);

function land(board: OpenBoard, drop: Dragged): void {
  const { store } = board;
  if (drop.kind === 'list') {
    const ids = store.lists.peek();
    const others = ids.filter((each) => each !== drop.id);
    if (ids[drop.index] === drop.id) return;
    const spot = { after: others[drop.index - 1] ?? null, before: others[drop.index] ?? null };
    board.do(moveList(store, drop.id, spot));
    return;
  }
  const from = spotOf(store, drop.id);
  const to = spotAt(store, drop.listId, drop.index, drop.id);
  if (!from || (from.listId === to.listId && from.after === to.after && from.before === to.before)) return;
  const list = store.get('list', drop.listId).peek()?.name ?? '';
  const title = store.get('card', drop.id).peek()?.title ?? '';
  board.do(moveCard(store, drop.id, to), {
    text: t.board.moved(title, list),
    by: () => moveCard(store, drop.id, from),
  });
}

function Header({ board }: { board: OpenBoard }) {
  const { store, outbox } = board;
  const shown = store.get('board', board.id).value;
  return (
    <header class="top">
      <a class="button plain icon-only" href="/" aria-label={t.errors.home} title={t.errors.home}>
        <Icon of={ArrowLeft} />
      </a>
      <h1>
        <Editable
          value={shown?.name ?? ''}
          label={t.boards.name}
          save={(name) => board.do(renameBoard(board.id, name))}
        />
      </h1>
      <span class="room" />
      {outbox.offline.value && (
        <span class="chip warning" role="status" title={t.board.offline}>
          <Icon of={CloudOff} /> {t.board.sending(outbox.waiting.value)}
        </span>
      )}
      <People board={board} />
      <Filter board={board} />
    </header>
  );
}

/** Some of those who work on the board; the rest as a number. */
function People({ board }: { board: OpenBoard }) {
  const people = board.store.members.value.flatMap((id) => {
    const member = board.store.get('member', id).value;
    return member?.user ? [member.user] : [];
  });
  const most = 5;
  return (
    <span class="people">
      {people.slice(0, most).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name ?? ''} />
      ))}
      {people.length > most && <span class="quiet">+{people.length - most}</span>}
    </span>
  );
}

function Filter({ board }: { board: OpenBoard }) {
  const input = useRef<HTMLInputElement>(null);
  const { shown, all } = filter.countOn(board.store);
  return (
    <search class="filter">
      <Icon of={Search} />
      <input
        ref={input}
        class="input"
        type="search"
        id="filter"
        placeholder={t.board.filter}
        aria-label={t.board.filter}
        value={filter.text.value}
        onInput={(event) => {
          filter.text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          filter.text.value = '';
          input.current?.blur();
        }}
      />
      {isFiltered.value && (
        <>
          <span class="quiet" role="status">
            {t.board.shown(shown, all)}
          </span>
          <button
            class="button plain small icon-only"
            type="button"
            aria-label={t.board.clear}
            onClick={() => {
              filter.text.value = '';
            }}
          >
            <Icon of={X} />
          </button>
        </>
      )}
    </search>
  );
}

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
          ref={(input) => input?.focus()}
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
