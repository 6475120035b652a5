import { useId } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { server } from '../app/session.ts';
import { archive } from '../board/doing.ts';
import type { OpenBoard } from '../board/open.ts';
import { show } from '../board/overlay.ts';
import { cardTexts } from '../messages/card.ts';
import { bulk } from '../sync/bulk.ts';
import { copyLink } from '../ui/copy-link.ts';
import type { CardPart } from './part.ts';

/** The card's list, as a button that opens the move dialog. */
export function ListFact({ board, id }: { board: OpenBoard; id: string }) {
  const name = useId();
  const { store } = board;
  const list = store.get('card', id).value?.listPublicId ?? '';
  return (
    <div class="fact">
      <h3 id={`${name}-name`}>{cardTexts.list}</h3>
      <button
        class="value"
        type="button"
        aria-labelledby={`${name}-name ${name}-value`}
        aria-haspopup="dialog"
        data-picker={cardTexts.list}
        onClick={() => show({ kind: 'move', board, card: id, cards: [id], at: undefined })}
      >
        <span id={`${name}-value`}>{store.get('list', list).value?.name}</span>
      </button>
    </div>
  );
}

interface ActionsProps extends CardPart {
  isArchived: boolean;
  close: () => void;
}

export function Actions({ board, id, attempt, isArchived, close }: ActionsProps) {
  const remove = async () => {
    if (board.store.peek('card', id)) board.do(bulk(board.store, [{ type: 'delete', cardPublicId: id }]));
    else if (!(await attempt(() => server.ask(routes.cards.delete, { params: { cardPublicId: id } }))))
      return;
    close();
  };
  return (
    <div class="actions">
      <h3>{cardTexts.actions}</h3>
      <button
        class="button action"
        type="button"
        aria-haspopup="dialog"
        onClick={() => show({ kind: 'copy', board, card: id, cards: [id], at: undefined })}
      >
        {cardTexts.copy}
      </button>
      <button class="button action" type="button" onClick={() => void copyLink(`/c/${id}`)}>
        {cardTexts.copyLink}
      </button>
      {!isArchived && (
        <button
          class="button action"
          type="button"
          onClick={() => {
            archive(board, [id]);
            close();
          }}
        >
          {cardTexts.archive}
        </button>
      )}
      <button class="button action danger" type="button" onClick={() => void remove()}>
        {cardTexts.delete}
      </button>
    </div>
  );
}
