import { CalendarPlus, UserPlus, X } from 'lucide';
import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { dateAndTime } from '../board/due.ts';
import { DueChip } from '../board/due-chip.tsx';
import { cardTexts, dateTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import type { OwnStep } from '../sync/undo.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { changeItem } from './commands.ts';
import { DateFields } from './date-picks.tsx';
import type { CardPart, Item } from './part.ts';
import { Picker } from './picker.tsx';
import { PeoplePicks } from './picks.tsx';
import { peopleFor } from './properties.tsx';

/* When an item of a checklist is due, and whose work it is: at the end of its line. */

interface ItemWorkProps {
  part: CardPart;
  checklistId: string;
  item: Item;
  /** The pickers, for the menu of the item. */
  due: RefObject<HTMLDivElement | null>;
  person: RefObject<HTMLDivElement | null>;
}

/** Of buttons that show nothing yet. */
const unset = 'button plain small icon-only';

export function ItemWork({ part, checklistId, item, due, person }: ItemWorkProps) {
  const anchor = `--${useId()}`;
  const { board, mayEdit } = part;
  const { title, completed, dueDate = null, memberPublicId = null } = item;
  const date = dueDate && <DueChip date={dueDate} isDone={completed} />;
  const who = memberPublicId && whoOf(part, memberPublicId);
  const face = who && <Avatar id={who.id} name={who.name} size="small" />;
  if (!mayEdit)
    return date || face ? (
      <span class="people">
        {date} {face}
      </span>
    ) : null;
  const set = (fields: Work) => {
    const own = stepOf(part, checklistId, item, fields);
    board.do(own.mutation, { own, isQuiet: true });
  };
  const turn = (id: string) => set({ memberPublicId: id === memberPublicId ? null : id });
  return (
    <span class="people" style={{ anchorName: anchor }}>
      <Picker
        name={cardTexts.due}
        label={cardTexts.itemDue(title, dueDate && dateAndTime(dueDate))}
        class={date ? '' : unset}
        face={date || <Icon of={CalendarPlus} />}
        anchor={anchor}
        panel={due}
      >
        {(close) => (
          <DateFields dueDate={dueDate} save={(next) => set({ dueDate: next })} close={close}>
            {dueDate && (
              <RemoveDue
                run={() => {
                  set({ dueDate: null });
                  close();
                }}
              />
            )}
          </DateFields>
        )}
      </Picker>
      <Picker
        name={cardTexts.assign}
        label={cardTexts.itemMember(title, who && who.name)}
        class={face ? '' : unset}
        face={face || <Icon of={UserPlus} />}
        anchor={anchor}
        panel={person}
      >
        {(close) => (
          <PeoplePicks
            options={peopleFor(board, (id) => (id === memberPublicId ? 'all' : 'none'))}
            heading={cardTexts.assigned}
            turn={(id) => {
              turn(id);
              close();
            }}
          />
        )}
      </Picker>
    </span>
  );
}

const RemoveDue = ({ run }: { run: () => void }) => (
  <button class="button plain small" type="button" onClick={run}>
    <Icon of={X} size={14} /> {dateTexts.removeDue}
  </button>
);

/** A member by account and name; somebody who is not shown on the board has no name here. */
function whoOf({ board }: CardPart, member: string): { id: string; name: string } {
  const user = board.store.get('member', member).value?.user;
  return { id: user?.id ?? member, name: user?.name ?? cardTexts.someone };
}

type Work = Partial<Pick<Item, 'dueDate' | 'memberPublicId'>>;

const names = ['dueDate', 'memberPublicId'] as const;

/** The step that sets when an item is due, or whose it is. */
function stepOf(part: CardPart, checklistId: string, item: Item, fields: Work): OwnStep {
  const { publicId, title } = item;
  const what = t.undo.named(title);
  const given = names.filter((name) => fields[name] !== undefined);
  return {
    text: t.undo[given.includes('dueDate') ? 'dated' : 'assigned'](what),
    left: t.undo.left(what),
    mutation: changeItem(part, checklistId, item, fields),
    back() {
      const items = part.reader.card.peek()?.checklists.flatMap((each) => each.items) ?? [];
      const now = items.find((each) => each.publicId === publicId);
      if (!now || given.some((name) => (now[name] ?? null) !== fields[name])) return undefined;
      const before = Object.fromEntries(given.map((name) => [name, item[name] ?? null]));
      return stepOf(part, checklistId, now, before);
    },
  };
}
