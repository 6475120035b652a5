import { Ellipsis } from 'lucide';
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { addCard, spotOf } from '../board/commands.ts';
import { newPublicId } from '../board/open.ts';
import { cardTexts, proofTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { isComposing } from '../ui/composing.ts';
import { takesFocusAtEnd } from '../ui/focus.ts';
import { Menu } from '../ui/menu.tsx';
import { changeItem, deleteItem } from './commands.ts';
import { ItemWork } from './item-work.tsx';
import { type CardPart, type Item, perform } from './part.ts';
import { Proof } from './proof.tsx';

interface OneItemProps extends CardPart {
  checklistId: string;
  item: Item;
  move: (by: number) => void;
}

export function OneItem({ checklistId, item, move, ...part }: OneItemProps) {
  const { publicId, title, completed } = item;
  const row = useRef<HTMLLIElement>(null);
  const [due, person] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const [isEdited, setEdited] = useState(false);
  const { board, mayEdit } = part;
  const update = (fields: Partial<Pick<Item, 'title' | 'completed'>>) =>
    perform(board, changeItem(part, checklistId, item, fields));
  return (
    <li
      ref={row}
      class={completed ? 'item done' : 'item'}
      data-item={publicId}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by || !event.altKey || !mayEdit) return;
        event.preventDefault();
        event.stopPropagation();
        const focused = document.activeElement as HTMLElement | null;
        move(by);
        requestAnimationFrame(() => focused?.focus());
      }}
    >
      <input
        type="checkbox"
        checked={completed}
        disabled={!mayEdit}
        aria-label={title}
        onChange={({ currentTarget: { checked } }) => update({ completed: checked })}
      />
      {isEdited ? (
        <ItemTitle
          title={title}
          save={(next) => {
            setEdited(false);
            if (next && next !== title) update({ title: next });
            requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('.item-title')?.focus());
          }}
        />
      ) : mayEdit ? (
        <button
          class="item-title"
          type="button"
          dir="auto"
          title={cardTexts.renameItem}
          onClick={() => setEdited(true)}
        >
          {title}
        </button>
      ) : (
        <span class="item-title" dir="auto">
          {title}
        </span>
      )}
      <ItemWork part={part} checklistId={checklistId} item={item} due={due} person={person} />
      {mayEdit && (
        <ItemMenu {...part} checklistId={checklistId} item={item} move={move} due={due} person={person} />
      )}
      <Proof part={part} checklistId={checklistId} item={item} />
    </li>
  );
}

interface ItemMenuProps extends OneItemProps {
  due: RefObject<HTMLDivElement | null>;
  person: RefObject<HTMLDivElement | null>;
}

function ItemMenu({ checklistId, item, move, due, person, ...part }: ItemMenuProps) {
  const remove = () =>
    part.board.doLater(deleteItem(part, checklistId, item), cardTexts.itemDeleted(item.title));
  return (
    <Menu
      label={cardTexts.itemMenu(item.title)}
      icon={Ellipsis}
      items={() => [
        { text: cardTexts.assign, run: () => person.current?.showPopover() },
        { text: cardTexts.due, run: () => due.current?.showPopover() },
        {
          text: item.acceptance ? proofTexts.makeItem : proofTexts.makeCheck,
          run: () =>
            perform(part.board, changeItem(part, checklistId, item, { acceptance: !item.acceptance })),
        },
        { text: cardTexts.moveUp, keys: ['Alt', '↑'], isFirst: true, run: () => move(-1) },
        { text: cardTexts.moveDown, keys: ['Alt', '↓'], run: () => move(1) },
        { text: cardTexts.toCard, run: () => makeCard(part, checklistId, item) },
        { text: t.delete, run: remove },
      ]}
    />
  );
}

/** Makes a card of an item, below the card that it is on. */
function makeCard(part: CardPart, checklistId: string, item: Item): void {
  const { board, store, id, card } = part;
  const here = spotOf(store, id);
  const spot = { listId: card.listPublicId, before: null, ...here, after: here ? id : null };
  const made = newPublicId();
  board.do(addCard(store, made, item.title, spot), { isQuiet: true });
  const gone = deleteItem(part, checklistId, item);
  // The empty effect makes this depend on the new card: if that is refused, the item comes back.
  perform(board, { ...gone, effects: [...gone.effects, { kind: 'card', id: made, fields: {} }] });
}

function ItemTitle({ title, save }: { title: string; save: (title: string) => void }) {
  const isLeft = useRef(false);
  const end = (given: string) => {
    if (isLeft.current) return;
    isLeft.current = true;
    save(given.replace(/\s+/g, ' ').trim());
  };
  return (
    <textarea
      ref={takesFocusAtEnd}
      class="input"
      rows={1}
      maxLength={500}
      dir="auto"
      defaultValue={title}
      aria-label={cardTexts.renameItem}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={(event) => {
        if ((event.key !== 'Escape' && event.key !== 'Enter') || isComposing(event)) return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Escape' ? '' : event.currentTarget.value);
      }}
    />
  );
}
