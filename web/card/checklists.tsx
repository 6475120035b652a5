import { Eye, EyeOff, Plus, Trash2 } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../board/announce.ts';
import { newPublicId } from '../board/open.ts';
import { cardTexts } from '../messages/card.ts';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { AddItems } from './add-items.tsx';
import { addChecklist, addItem, changeItem, deleteChecklist, renameChecklist } from './commands.ts';
import { OneItem } from './item.tsx';
import { type CardPart, type Checklist, type Item, perform } from './part.ts';
import { sortable } from './sortable.ts';

export function Checklists(part: CardPart) {
  return (
    <>
      {part.card.checklists.map((checklist) => (
        <OneChecklist key={checklist.publicId} part={part} checklist={checklist} />
      ))}
    </>
  );
}

/** Checklists created on this page: their field for new items opens at once. */
const madeHere = new Set<string>();

/** Returns what adds a checklist. */
export const useAddChecklist = (part: CardPart) => () => {
  const publicId = newPublicId();
  madeHere.add(publicId);
  const { length } = part.card.checklists;
  const name = length > 0 ? cardTexts.anotherChecklist(length + 1) : cardTexts.checklist;
  perform(part.board, addChecklist(part, publicId, name));
};

interface ChecklistProps {
  part: CardPart;
  checklist: Checklist;
}

function OneChecklist({ part, checklist }: ChecklistProps) {
  const { publicId, name, items } = checklist;
  const [isAdding, setAdding] = useState(() => madeHere.delete(publicId));
  const [hidesDone, setHidesDone] = useState(false);
  const { shown, left, showMore, made } = useShown(items, hidesDone);
  const move = mover(part, checklist, shown);
  const list = useSortable(part.mayEdit, move);
  const add = (titles: readonly string[]) => {
    for (const title of titles) {
      const id = newPublicId();
      made(id);
      perform(part.board, addItem(part, publicId, id, title));
    }
  };
  return (
    <section class="checklist">
      <Head part={part} checklist={checklist} hidesDone={hidesDone} setHidesDone={setHidesDone} />
      <ul ref={list} aria-label={name}>
        {shown.map((item, index) => (
          <OneItem
            key={item.publicId}
            {...part}
            checklistId={publicId}
            item={item}
            move={(by) => move(item.publicId, Math.max(0, index + by))}
          />
        ))}
      </ul>
      {left > 0 && (
        <button class="button plain small" type="button" onClick={showMore}>
          {cardTexts.moreItems(left)}
        </button>
      )}
      {part.mayEdit &&
        (isAdding ? (
          <AddItems name={name} add={add} close={() => setAdding(false)} />
        ) : (
          <button class="button plain small" type="button" onClick={() => setAdding(true)}>
            <Icon of={Plus} /> {cardTexts.addItem}
          </button>
        ))}
    </section>
  );
}

interface HeadProps extends ChecklistProps {
  hidesDone: boolean;
  setHidesDone: (hides: boolean) => void;
}

function Head({ part, checklist, hidesDone, setHidesDone }: HeadProps) {
  const { publicId, name, items } = checklist;
  const { board, mayEdit } = part;
  const done = items.filter(({ completed }) => completed).length;
  return (
    <header>
      <h2>
        <Editable
          value={name}
          label={cardTexts.renameChecklist}
          save={(next) => perform(board, renameChecklist(part, publicId, next))}
        />
      </h2>
      {items.length > 0 && (
        <>
          <span class="count">{cardTexts.itemsDone(done, items.length)}</span>
          {done > 0 && (
            <progress
              class={done === items.length ? 'done' : ''}
              value={done}
              max={items.length}
              aria-label={name}
            />
          )}
        </>
      )}
      <span class="room" />
      {done > 0 && (
        <button
          class="button plain small"
          type="button"
          aria-pressed={hidesDone}
          onClick={() => setHidesDone(!hidesDone)}
        >
          <Icon of={hidesDone ? Eye : EyeOff} />
          {hidesDone ? cardTexts.showDone(done) : cardTexts.hideDone}
        </button>
      )}
      {mayEdit && (
        <IconButton
          icon={Trash2}
          name={cardTexts.deleteChecklist(name)}
          run={() => board.doLater(deleteChecklist(part, publicId, name), cardTexts.checklistDeleted(name))}
        />
      )}
    </header>
  );
}

/** Items shown at first, and then at a time. */
const atOnce = 60;

/** The items to show: a long checklist does not stand whole. Those created here are shown in any case. */
function useShown(items: Checklist['items'], hidesDone: boolean) {
  const [most, setMost] = useState(atOnce);
  const fresh = useRef(new Set<string>());
  const wanted = items.filter(({ completed }) => !hidesDone || !completed);
  const shown = wanted.filter(({ publicId }, index) => index < most || fresh.current.has(publicId));
  return {
    shown,
    left: wanted.length - shown.length,
    showMore: () => setMost(most + atOnce * 2),
    made: (id: string) => fresh.current.add(id),
  };
}

/** Moves an item to an index among the shown ones; the others keep their places. */
const mover =
  (part: CardPart, { publicId, items }: Checklist, shown: readonly Item[]) =>
  (id: string, index: number): void => {
    const item = items.find((each) => each.publicId === id);
    if (!item) return;
    const others = items.filter((each) => each !== item);
    const rest = shown.filter((each) => each !== item);
    const next = rest[index];
    const last = rest.at(-1);
    const to = next ? others.indexOf(next) : last ? others.indexOf(last) + 1 : 0;
    perform(part.board, changeItem(part, publicId, item, { index: to }));
    announce(cardTexts.itemMoved(item.title, Math.min(index, shown.length - 1) + 1, shown.length));
  };

function useSortable(isOn: boolean, move: (id: string, index: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef(move);
  latest.current = move;
  useEffect(
    () =>
      isOn && list.current ? sortable(list.current, (id, index) => latest.current(id, index)) : undefined,
    [isOn],
  );
  return list;
}
