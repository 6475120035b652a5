import { Ellipsis, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { t } from '../messages/en.ts';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { AddCard } from './add.tsx';
import { CardTile } from './card.tsx';
import { deleteList, renameList } from './commands.ts';
import { dragged } from './drag.ts';
import { filter } from './filter.ts';
import type { OpenBoard } from './open.ts';

/** A list of the board with its cards. */
export function ListColumn({ board, id }: { board: OpenBoard; id: string }) {
  const { store } = board;
  const [isAdding, setAdding] = useState(false);
  const list = store.get('list', id).value;
  const ids = store.cardsOf(id).value;
  if (!list) return null;
  return (
    <li class="list" data-list={id}>
      <div class="list-header" data-list-handle>
        <h2>
          <Editable
            value={list.name}
            label={t.board.listName}
            save={(name) => board.do(renameList(id, name))}
          />
        </h2>
        <span class="quiet" title={t.board.cards(ids.length)}>
          {ids.length.toLocaleString('en')}
        </span>
        <Menu
          label={t.board.listMenu(list.name)}
          icon={Ellipsis}
          items={[
            { text: t.board.addCard, run: () => setAdding(true) },
            { text: t.board.deleteList, isDangerous: true, run: () => board.do(deleteList(store, id)) },
          ]}
        />
      </div>
      <Cards board={board} listId={id} ids={ids} />
      {isAdding ? (
        <AddCard board={board} listId={id} close={() => setAdding(false)} />
      ) : (
        <button class="button plain add-card" type="button" data-add={id} onClick={() => setAdding(true)}>
          <Icon of={Plus} /> {t.board.addCard}
        </button>
      )}
    </li>
  );
}

function Cards({ board, listId, ids }: { board: OpenBoard; listId: string; ids: readonly string[] }) {
  const drag = dragged.value;
  const card = drag?.kind === 'card' ? drag : null;
  const shown = ids.filter((each) => {
    const found = board.store.get('card', each).value;
    return found && filter.isShown(board.store, found);
  });
  const others = card ? shown.filter((each) => each !== card.id) : shown;
  const hole =
    card?.listId === listId ? <li key="hole" class="hole" style={{ blockSize: `${card.height}px` }} /> : null;
  const tiles = others.map((each) => <CardTile key={each} board={board} id={each} />);
  // What is dragged stays on the page, unseen: the finger that holds it belongs to it.
  if (card && shown.includes(card.id))
    tiles.push(<CardTile key={card.id} board={board} id={card.id} isLifted />);
  if (hole && card) tiles.splice(Math.min(card.index, others.length), 0, hole);
  return (
    <ol class="cards" data-scrolls aria-label={board.store.get('list', listId).value?.name}>
      {tiles}
    </ol>
  );
}
