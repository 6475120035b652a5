import { Calendar, Flag, Paperclip, SquareCheck, Tag, Users } from 'lucide';
import type { VNode } from 'preact';
import { dateAndTime, longDate } from '../board/due.ts';
import { DueChip } from '../board/due-chip.tsx';
import type { OpenBoard } from '../board/open.ts';
import { cardTexts, fileTexts } from '../messages/card.ts';
import type { Entities } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import { useAddChecklist } from './checklists.tsx';
import { DatePicks } from './date-picks.tsx';
import type { CardPart } from './part.ts';
import { LabelPicks, MemberPicks } from './picks.tsx';
import { type Choice, labelsFor, membersFor } from './properties.tsx';
import { Property } from './property.tsx';

interface SideProps {
  board: OpenBoard;
  id: string;
  part: CardPart | undefined;
  mayEdit: boolean;
}

/** The properties of a card, and what can be added to it. */
export function Side({ board, id, part, mayEdit }: SideProps) {
  const tile = board.store.get('card', id).value;
  return (
    <div class="card-side">
      <div class="beside">
        {tile && <Properties board={board} card={tile} mayEdit={mayEdit} />}
        {part && mayEdit && <Add {...part} />}
      </div>
    </div>
  );
}

interface PropertiesProps {
  board: OpenBoard;
  card: Entities['card'];
  mayEdit: boolean;
}

function Properties({ board, card, mayEdit }: PropertiesProps) {
  const cards = [card.publicId];
  const { dueDate, startDate } = card;
  const on = { board, cards };
  const members = chips(membersFor(board, cards));
  return (
    <>
      <Property
        icon={Users}
        name={cardTexts.members}
        command="members"
        value={members && <span class="people">{members}</span>}
      >
        {mayEdit && ((close) => <MemberPicks {...on} close={close} />)}
      </Property>
      <Property icon={Tag} name={cardTexts.labels} command="labels" value={chips(labelsFor(board, cards))}>
        {mayEdit && ((close) => <LabelPicks {...on} close={close} />)}
      </Property>
      <Property
        icon={Calendar}
        name={cardTexts.due}
        command="due"
        value={dueDate && <DueChip date={dueDate} isDone={card.completedAt !== null} isNamed />}
      >
        {mayEdit && ((close) => <DatePicks {...on} close={close} />)}
      </Property>
      <Property
        icon={Flag}
        name={cardTexts.start}
        value={startDate && <span title={longDate(startDate)}>{dateAndTime(startDate)}</span>}
      >
        {mayEdit && ((close) => <DatePicks {...on} first="startDate" close={close} />)}
      </Property>
    </>
  );
}

/** The chosen ones; undefined if there are none. */
function chips(choices: readonly Choice[]): VNode[] | undefined {
  const chosen = choices.filter(({ held }) => held === 'all').map(({ chip }) => chip);
  return chosen.length > 0 ? chosen : undefined;
}

function Add(part: CardPart) {
  const addChecklist = useAddChecklist(part);
  return (
    <>
      <h3>{cardTexts.addTo}</h3>
      <button class="property" type="button" onClick={addChecklist}>
        <Icon of={SquareCheck} /> {cardTexts.addChecklist}
      </button>
      <button class="property" type="button" onClick={part.chooseFiles}>
        <Icon of={Paperclip} /> {fileTexts.attach}
      </button>
    </>
  );
}
