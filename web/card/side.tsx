import {
  BellRing,
  Calendar,
  CircleCheck,
  Flag,
  Image,
  Link2,
  Paperclip,
  Repeat,
  SquareCheck,
  Tag,
  Users,
} from 'lucide';
import type { VNode } from 'preact';
import { lazy } from '../app/lazy.tsx';
import { dateAndTime, longDate } from '../board/due.ts';
import { DueChip } from '../board/due-chip.tsx';
import type { OpenBoard } from '../board/open.ts';
import { cardTexts, fileTexts, lookTexts, reminderTexts, repeatTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import type { Entities } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import { useAddChecklist } from './checklists.tsx';
import { CoverPicks, coverOf } from './cover-picks.tsx';
import { DatePicks } from './date-picks.tsx';
import { type CardPart, nameOfUser } from './part.ts';
import { Picker } from './picker.tsx';
import { LabelPicks, MemberPicks } from './picks.tsx';
import { type Choice, labelsFor, membersFor } from './properties.tsx';
import { Property } from './property.tsx';
import { ReminderPicks, remindersOf } from './reminder-picks.tsx';
import { RepeatPicks, repeatOf } from './repeat-picks.tsx';

const FieldProperties = lazy(() => import('./fields.tsx').then((all) => all.FieldProperties));
const ClaimProperty = lazy(() => import('./claim.tsx').then((all) => all.ClaimProperty));
const RelationPicks = lazy(() => import('./relation-picks.tsx').then((all) => all.RelationPicks));

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
        {tile && <Properties board={board} card={tile} part={part} mayEdit={mayEdit} />}
        {part && mayEdit && <Add {...part} />}
      </div>
    </div>
  );
}

interface PropertiesProps {
  board: OpenBoard;
  card: Entities['card'];
  part: CardPart | undefined;
  mayEdit: boolean;
}

function Properties({ board, card, part, mayEdit }: PropertiesProps) {
  const cards = [card.publicId];
  const { dueDate, startDate, completedAt } = card;
  const on = { board, cards };
  const members = chips(membersFor(board, cards));
  return (
    <>
      {card.claim && completedAt === null && <ClaimProperty board={board} card={card} mayEdit={mayEdit} />}
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
      <Coming board={board} card={card} mayEdit={mayEdit} />
      {board.store.fields.value.length > 0 && <FieldProperties board={board} card={card} mayEdit={mayEdit} />}
      {mayEdit && (
        <Property icon={Image} name={lookTexts.cover} command="cover" value={coverOf(card)}>
          {(close) => <CoverPicks {...on} close={close} />}
        </Property>
      )}
      {completedAt !== null && (
        <Property icon={CircleCheck} name={t.board.done} value={doneOf(board, completedAt, part)} />
      )}
    </>
  );
}

/** How a card comes back, and when people are reminded of it; to somebody who only reads, what there is of that. */
function Coming({ board, card, mayEdit }: Omit<PropertiesProps, 'part'>) {
  const on = { board, cards: [card.publicId] };
  const reminders = remindersOf(board, on.cards);
  return (
    <>
      {(mayEdit || card.recurrence) && (
        <Property icon={Repeat} name={repeatTexts.name} value={repeatOf(board, on.cards)}>
          {mayEdit && ((close) => <RepeatPicks {...on} close={close} />)}
        </Property>
      )}
      {card.dueDate !== null && (mayEdit || reminders) && (
        <Property icon={BellRing} name={reminderTexts.name} value={reminders}>
          {mayEdit && ((close) => <ReminderPicks {...on} close={close} />)}
        </Property>
      )}
    </>
  );
}

/** When a card was completed, and by whom if that is known. */
function doneOf(board: OpenBoard, completedAt: string, part: CardPart | undefined): VNode {
  const name = nameOfUser(board, part?.card.completedBy);
  const date = dateAndTime(completedAt);
  return (
    <span title={longDate(completedAt)}>{name === undefined ? date : cardTexts.doneBy(name, date)}</span>
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
      <Picker
        name={cardTexts.relate}
        class="property"
        face={
          <>
            <Icon of={Link2} /> {cardTexts.relate}
          </>
        }
      >
        {(close) => <RelationPicks part={part} close={close} />}
      </Picker>
    </>
  );
}
