import { ArchiveRestore } from 'lucide';
import { routes } from '../../contract/routes.ts';
import { server } from '../app/session.ts';
import { cardTexts } from '../messages/card.ts';
import { Icon } from '../ui/icon.tsx';
import type { CardPart } from './part.ts';

/** Says that a card is archived, if it is, and offers the way back. A card of an archived list is not on the board either. */
export function Archived({ board, id, card, attempt }: CardPart) {
  const tile = board.store.get('card', id).value;
  const list = tile?.listPublicId ?? card.listPublicId;
  const isListAway = card.boardPublicId === board.id && !board.store.get('list', list).value;
  return (
    <>
      {isListAway && (
        <Note
          text={cardTexts.isInArchivedList}
          action={cardTexts.restoreList}
          run={() => void attempt(() => server.ask(routes.lists.restore, { params: { listPublicId: list } }))}
        />
      )}
      {(tile ? tile.archivedAt !== null : !isListAway) && (
        <Note
          text={cardTexts.isArchived}
          action={cardTexts.restore}
          run={() => void attempt(() => server.ask(routes.cards.restore, { params: { cardPublicId: id } }))}
        />
      )}
    </>
  );
}

const Note = ({ text, action, run }: { text: string; action: string; run: () => void }) => (
  <p class="note" role="status">
    {text}
    <button class="button small" type="button" onClick={run}>
      <Icon of={ArchiveRestore} size={14} /> {action}
    </button>
  </p>
);
