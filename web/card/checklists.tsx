import { Eye, EyeOff, Trash2 } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../board/announce.ts';
import { newPublicId } from '../board/open.ts';
import { cardTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { addChecklist, addItem, changeItem, deleteChecklist, renameChecklist } from './commands.ts';
import { type Checklist, OneItem } from './item.tsx';
import { type CardPart, perform } from './part.ts';
import { sortable } from './sortable.ts';

export function Checklists(part: CardPart) {
  return (
    <>
      {part.card.checklists.map((checklist) => (
        <OneChecklist key={checklist.publicId} {...part} checklist={checklist} />
      ))}
    </>
  );
}

/** Checklists created on this page: their field for new items opens at once. */
const madeHere = new Set<string>();

export function AddChecklist(part: CardPart) {
  const add = () => {
    const publicId = newPublicId();
    madeHere.add(publicId);
    const { length } = part.card.checklists;
    const name = length > 0 ? cardTexts.anotherChecklist(length + 1) : cardTexts.checklist;
    perform(part.board, addChecklist(part, publicId, name));
  };
  return (
    <button class="button action" type="button" onClick={add}>
      {cardTexts.addChecklist}
    </button>
  );
}

/** One item per line, without list markers. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?:\[[ xX]\]\s*)?/, '').trim())
    .filter(Boolean)
    .map((line) => line.slice(0, 500));

function OneChecklist({ checklist, ...part }: CardPart & { checklist: Checklist }) {
  const { publicId, name } = checklist;
  const { board } = part;
  const { items } = checklist;
  const done = items.filter(({ completed }) => completed).length;
  const [isAdding, setAdding] = useState(() => madeHere.delete(publicId));
  const [hidesDone, setHidesDone] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = items.filter(({ completed }) => !hidesDone || !completed);

  /** `index` counts visible items only; hidden ones keep their places. */
  const move = (id: string, index: number) => {
    const item = items.find((each) => each.publicId === id);
    if (!item) return;
    const others = items.filter((each) => each !== item);
    const next = shown.filter((each) => each !== item)[index];
    const to = next ? others.indexOf(next) : others.length;
    perform(board, changeItem(part, publicId, item, { index: to }));
    announce(cardTexts.itemMoved(item.title, Math.min(index, shown.length - 1) + 1, shown.length));
  };
  const latest = useRef(move);
  latest.current = move;
  useEffect(
    () => (list.current ? sortable(list.current, (id, index) => latest.current(id, index)) : undefined),
    [],
  );

  const add = (titles: readonly string[]) => {
    for (const title of titles) perform(board, addItem(part, publicId, newPublicId(), title));
  };
  return (
    <section class="checklist">
      <header>
        <h2>
          <Editable
            value={name}
            label={cardTexts.renameChecklist}
            save={(next) => perform(board, renameChecklist(part, publicId, next))}
          />
        </h2>
        <span class="room" />
        {done > 0 && (
          <button
            class="button plain small"
            type="button"
            aria-pressed={hidesDone}
            onClick={() => setHidesDone(!hidesDone)}
          >
            <Icon of={hidesDone ? Eye : EyeOff} size={14} />
            {hidesDone ? cardTexts.showDone(done) : cardTexts.hideDone}
          </button>
        )}
        <button
          class="button plain small icon-only"
          type="button"
          aria-label={cardTexts.deleteChecklist(name)}
          title={cardTexts.deleteChecklist(name)}
          onClick={() =>
            board.doLater(deleteChecklist(part, publicId, name), cardTexts.checklistDeleted(name))
          }
        >
          <Icon of={Trash2} />
        </button>
      </header>
      <div class="progress">
        <span class="quiet" title={t.board.items(done, items.length)}>
          {cardTexts.percent(items.length > 0 ? done / items.length : 0)}
        </span>
        <progress
          class={done > 0 && done === items.length ? 'done' : ''}
          value={done}
          max={Math.max(items.length, 1)}
          aria-label={name}
        />
      </div>
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
      {isAdding ? (
        <AddItems name={name} add={add} close={() => setAdding(false)} />
      ) : (
        <button class="button small" type="button" onClick={() => setAdding(true)}>
          {cardTexts.addItem}
        </button>
      )}
    </section>
  );
}

interface AddItemsProps {
  name: string;
  add: (titles: readonly string[]) => void;
  close: () => void;
}

/** Stays open for adding several items. */
function AddItems({ name, add, close }: AddItemsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const send = () => {
    const titles = linesOf(field.current?.value ?? '');
    if (!field.current || titles.length === 0) return;
    field.current.value = '';
    add(titles);
  };
  return (
    <div class="write">
      <textarea
        ref={field}
        class="input add-item"
        rows={1}
        placeholder={cardTexts.itemTitle}
        aria-label={cardTexts.itemOf(name)}
        onPaste={(event) => {
          const text = event.clipboardData?.getData('text/plain') ?? '';
          if (linesOf(text).length < 2) return;
          event.preventDefault();
          event.currentTarget.setRangeText(
            text,
            event.currentTarget.selectionStart,
            event.currentTarget.selectionEnd,
          );
          send();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            close();
          }
          if (event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div class="row">
        <button class="button primary small" type="button" onClick={send}>
          {t.add}
        </button>
        <button class="button plain small" type="button" onClick={close}>
          {t.close}
        </button>
      </div>
    </div>
  );
}
