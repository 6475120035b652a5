import { ArchiveRestore } from 'lucide';
import { routes } from '../../contract/routes.ts';
import { server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { cardTexts } from '../messages/card.ts';
import { Icon } from '../ui/icon.tsx';
import { Actions, ListFact } from './actions.tsx';
import { AddChecklist } from './checklists.tsx';
import { AttachButton } from './files.tsx';
import type { CardPart } from './part.ts';
import { DueDate, LabelPicker, MemberPicker } from './pickers.tsx';

interface SideProps {
  board: OpenBoard;
  id: string;
  part: CardPart | undefined;
  isListAway: boolean;
  close: () => void;
}

/** The properties and actions of a card. */
export function Side({ board, id, part, isListAway, close }: SideProps) {
  const tile = board.store.get('card', id).value;
  const isArchived = !tile || tile.archivedAt !== null || isListAway;
  return (
    <div class="card-side">
      {tile && (
        <div class="facts">
          <LabelPicker board={board} card={tile} />
          <MemberPicker board={board} card={tile} />
          <DueDate board={board} card={tile} />
          {!isArchived && <ListFact board={board} id={id} />}
        </div>
      )}
      {part && (
        <>
          <div class="actions">
            <h3>{cardTexts.addTo}</h3>
            <AttachButton id={id} />
            <AddChecklist {...part} />
          </div>
          <Actions {...part} isArchived={isArchived} close={close} />
        </>
      )}
    </div>
  );
}

export function Archived({ id, attempt }: CardPart) {
  const bringBack = () =>
    void attempt(() => server.ask(routes.cards.restore, { params: { cardPublicId: id } }));
  return (
    <p class="note" role="status">
      {cardTexts.isArchived}
      <button class="button small" type="button" onClick={bringBack}>
        <Icon of={ArchiveRestore} size={14} /> {cardTexts.restore}
      </button>
    </p>
  );
}

/** A card of an archived list is not on the board, whether it is archived itself or not. */
export function InArchivedList({ attempt, list }: CardPart & { list: string }) {
  const bringBack = () =>
    void attempt(() => server.ask(routes.lists.restore, { params: { listPublicId: list } }));
  return (
    <p class="note" role="status">
      {cardTexts.isInArchivedList}
      <button class="button small" type="button" onClick={bringBack}>
        <Icon of={ArchiveRestore} size={14} /> {cardTexts.restoreList}
      </button>
    </p>
  );
}
