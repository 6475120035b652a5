import { Ellipsis } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { newPublicId } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { server } from '../pages/session.ts';
import { Menu } from '../ui/menu.tsx';
import { deleteLater } from './later.ts';
import type { CardPart, WholeCard } from './part.ts';

export type Checklist = WholeCard['checklists'][number];
export type Item = Checklist['items'][number];

export const params = ({ publicId }: Item) => ({ checklistItemPublicId: publicId });

/** Shows a checklist as it will be, and does what makes it so. */
export function useItems({ card, show, attempt }: CardPart, { publicId }: Checklist) {
  return (change: (items: Item[]) => Item[], work: () => Promise<unknown>) => {
    const checklists = card.checklists.map((each) =>
      each.publicId === publicId ? { ...each, items: change(each.items) } : each,
    );
    show({ ...card, checklists });
    return attempt(work);
  };
}

interface OneItemProps extends CardPart {
  item: Item;
  change: ReturnType<typeof useItems>;
  move: (by: number) => void;
}

export function OneItem({ item, change, move, ...part }: OneItemProps) {
  const { publicId, title, completed } = item;
  const row = useRef<HTMLLIElement>(null);
  const [isEdited, setEdited] = useState(false);
  const update = (fields: Partial<Pick<Item, 'title' | 'completed'>>) =>
    void change(
      (items) => items.map((each) => (each.publicId === publicId ? { ...each, ...fields } : each)),
      () => server.ask(routes.checklists.updateItem, { params: params(item), body: fields }),
    );
  const remove = () =>
    deleteLater(publicId, t.card.itemDeleted(title), () =>
      server.ask(routes.checklists.deleteItem, { params: params(item) }, { keepalive: true }),
    );
  const toCard = () =>
    change(
      (items) => items.filter((each) => each.publicId !== publicId),
      async () => {
        const listPublicId = part.card.list.publicId;
        await server.ask(routes.cards.create, {
          body: { publicId: newPublicId(), title, listPublicId, afterPublicId: part.id },
        });
        await server.ask(routes.checklists.deleteItem, { params: params(item) });
      },
    );
  return (
    <li
      ref={row}
      class={completed ? 'item done' : 'item'}
      data-item={publicId}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by || !event.altKey) return;
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
      ) : (
        <button class="item-title" type="button" title={t.card.renameItem} onClick={() => setEdited(true)}>
          {title}
        </button>
      )}
      <Menu
        label={t.card.itemMenu(title)}
        icon={Ellipsis}
        items={() => [
          { text: t.card.moveUp, keys: ['Alt', '↑'], run: () => move(-1) },
          { text: t.card.moveDown, keys: ['Alt', '↓'], run: () => move(1) },
          { text: t.card.toCard, run: () => void toCard() },
          { text: t.delete, isDangerous: true, run: remove },
        ]}
      />
    </li>
  );
}

function ItemTitle({ title, save }: { title: string; save: (title: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(title.length, title.length);
  }, []);
  const end = (given: string) => {
    if (isLeft.current) return;
    isLeft.current = true;
    save(given.replace(/\s+/g, ' ').trim());
  };
  return (
    <textarea
      ref={field}
      class="input"
      rows={1}
      maxLength={500}
      defaultValue={title}
      aria-label={t.card.renameItem}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Escape' ? '' : event.currentTarget.value);
      }}
    />
  );
}
