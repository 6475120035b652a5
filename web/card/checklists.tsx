import { Eye, EyeOff, Trash2 } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { newPublicId } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { server } from '../pages/session.ts';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Checklist, OneItem, params, useItems } from './item.tsx';
import { deleteLater, gone } from './later.ts';
import type { CardPart } from './part.ts';
import { sortable } from './sortable.ts';

export function Checklists(part: CardPart) {
  return (
    <>
      {part.card.checklists
        .filter(({ publicId }) => !gone.value.has(publicId))
        .map((checklist) => (
          <OneChecklist key={checklist.publicId} {...part} checklist={checklist} />
        ))}
    </>
  );
}

/** Checklists that were made on this page: whoever makes one goes on with its items. */
const madeHere = new Set<string>();

export function AddChecklist({ id, card, attempt }: CardPart) {
  const add = () => {
    const publicId = newPublicId();
    madeHere.add(publicId);
    return attempt(() =>
      server.ask(routes.checklists.create, {
        params: { cardPublicId: id },
        body: {
          publicId,
          name:
            card.checklists.length > 0
              ? t.card.anotherChecklist(card.checklists.length + 1)
              : t.card.checklist,
        },
      }),
    );
  };
  return (
    <button class="button action" type="button" onClick={() => void add()}>
      {t.card.addChecklist}
    </button>
  );
}

/** Lines as items: whatever list they were copied from. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?:\[[ xX]\]\s*)?/, '').trim())
    .filter(Boolean)
    .map((line) => line.slice(0, 500));

function OneChecklist({ checklist, ...part }: CardPart & { checklist: Checklist }) {
  const { publicId, name } = checklist;
  const { attempt } = part;
  const change = useItems(part, checklist);
  const items = checklist.items.filter((item) => !gone.value.has(item.publicId));
  const done = items.filter(({ completed }) => completed).length;
  const [isAdding, setAdding] = useState(() => madeHere.delete(publicId));
  const [hidesDone, setHidesDone] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = items.filter(({ completed }) => !hidesDone || !completed);

  /** `index` counts what is shown; those that are not stay where they are. */
  const move = (id: string, index: number) => {
    const item = items.find((each) => each.publicId === id);
    if (!item) return;
    const others = items.filter((each) => each !== item);
    const next = shown.filter((each) => each !== item)[index];
    const to = next ? others.indexOf(next) : others.length;
    void change(
      () => others.toSpliced(to, 0, item),
      () => server.ask(routes.checklists.updateItem, { params: params(item), body: { index: to } }),
    );
    announce(t.card.itemMoved(item.title, Math.min(index, shown.length - 1) + 1, shown.length));
  };
  const latest = useRef(move);
  latest.current = move;
  useEffect(
    () => (list.current ? sortable(list.current, (id, index) => latest.current(id, index)) : undefined),
    [],
  );

  const add = (titles: readonly string[]) => {
    const fresh = titles.map((title) => ({ publicId: newPublicId(), title, completed: false, index: 0 }));
    return change(
      (before) => [...before, ...fresh],
      async () => {
        for (const { publicId: itemId, title } of fresh)
          await server.ask(routes.checklists.createItem, {
            params: { checklistPublicId: publicId },
            body: { publicId: itemId, title },
          });
      },
    );
  };
  const ofList = { checklistPublicId: publicId };
  return (
    <section class="checklist">
      <header>
        <h2>
          <Editable
            value={name}
            label={t.card.renameChecklist}
            save={(next) =>
              void attempt(() =>
                server.ask(routes.checklists.update, { params: ofList, body: { name: next } }),
              )
            }
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
            {hidesDone ? t.card.showDone(done) : t.card.hideDone}
          </button>
        )}
        <button
          class="button plain small icon-only"
          type="button"
          aria-label={t.card.deleteChecklist(name)}
          title={t.card.deleteChecklist(name)}
          onClick={() =>
            deleteLater(publicId, t.card.checklistDeleted(name), () =>
              server.ask(routes.checklists.delete, { params: ofList }, { keepalive: true }),
            )
          }
        >
          <Icon of={Trash2} />
        </button>
      </header>
      <div class="progress">
        <span class="quiet" title={t.board.items(done, items.length)}>
          {t.card.percent(items.length > 0 ? done / items.length : 0)}
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
            item={item}
            change={change}
            move={(by) => move(item.publicId, Math.max(0, index + by))}
          />
        ))}
      </ul>
      {isAdding ? (
        <AddItems name={name} add={add} close={() => setAdding(false)} />
      ) : (
        <button class="button small" type="button" onClick={() => setAdding(true)}>
          {t.card.addItem}
        </button>
      )}
    </section>
  );
}

function announce(text: string): void {
  const region = document.getElementById('card-announcements');
  if (region) region.textContent = text;
}

interface AddItemsProps {
  name: string;
  add: (titles: readonly string[]) => Promise<boolean>;
  close: () => void;
}

/** Stays open, for one item after the other. */
function AddItems({ name, add, close }: AddItemsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const send = () => {
    const text = field.current?.value ?? '';
    const titles = linesOf(text);
    if (!field.current || titles.length === 0) return;
    field.current.value = '';
    void add(titles).then((isDone) => {
      if (!isDone && field.current?.value === '') field.current.value = text;
    });
  };
  return (
    <div class="write">
      <textarea
        ref={field}
        class="input add-item"
        rows={1}
        placeholder={t.card.itemTitle}
        aria-label={t.card.itemOf(name)}
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
