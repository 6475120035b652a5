import { useId, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { moveCard, spotAt } from '../board/commands.ts';
import { newPublicId, type OpenBoard } from '../board/open.ts';
import { archive } from '../commands/doing.ts';
import { t } from '../messages/en.ts';
import { problemOf } from '../pages/form.tsx';
import { server } from '../pages/session.ts';
import { bulk } from '../sync/bulk.ts';
import { toast } from '../ui/toast.tsx';
import { copyLink } from './copy-link.ts';
import type { CardPart } from './part.ts';
import { Choose, Picker } from './picker.tsx';

/** Where the card is, and where it could be. */
export function ListPicker({ board, id }: { board: OpenBoard; id: string }) {
  const { store } = board;
  const card = store.get('card', id).value;
  const lists = store.lists.value.flatMap((each) => store.get('list', each).value ?? []);
  const here = lists.find(({ publicId }) => publicId === card?.listPublicId);
  const move = (listId: string) => {
    if (listId === here?.publicId) return;
    board.do(moveCard(store, id, spotAt(store, listId, store.cardsOf(listId).peek().length, id)));
  };
  return (
    <Picker name={t.card.list} shown={here?.name ?? ''}>
      {(close) => (
        <Choose
          label={t.card.findList}
          options={lists.map(({ publicId, name }) => ({
            id: publicId,
            text: name,
            shown: <span>{name}</span>,
            isChosen: publicId === here?.publicId,
          }))}
          turn={(listId) => {
            move(listId);
            close();
          }}
        />
      )}
    </Picker>
  );
}

interface ActionsProps extends CardPart {
  isArchived: boolean;
  close: () => void;
}

export function Actions({ board, id, card, attempt, isArchived, close }: ActionsProps) {
  const remove = async () => {
    if (board.store.peek('card', id)) board.do(bulk(board.store, [{ type: 'delete', cardPublicId: id }]));
    else if (!(await attempt(() => server.ask(routes.cards.delete, { params: { cardPublicId: id } }))))
      return;
    close();
  };
  return (
    <div class="actions">
      <h3>{t.card.actions}</h3>
      <Copy board={board} id={id} card={card} />
      <button class="button action" type="button" onClick={() => void copyLink(`/c/${id}`)}>
        {t.card.copyLink}
      </button>
      {!isArchived && (
        <button
          class="button action"
          type="button"
          onClick={() => {
            archive(board, [id]);
            close();
          }}
        >
          {t.card.archive}
        </button>
      )}
      <button class="button action danger" type="button" onClick={() => void remove()}>
        {t.card.delete}
      </button>
    </div>
  );
}

/** What of a card its copy can have, and what it has unless one says otherwise. */
const taken = [
  ['copyLabels', t.card.labels],
  ['copyMembers', t.card.members],
  ['copyChecklists', t.card.checklists],
] as const;

function Copy({ board, id, card }: Pick<CardPart, 'board' | 'id' | 'card'>) {
  const popover = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { store } = board;
  const copy = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    const textOf = (name: string) => {
      const value = given.get(name);
      return typeof value === 'string' ? value : '';
    };
    const listPublicId = textOf('list');
    const flags = Object.fromEntries(taken.map(([name]) => [name, given.get(name) !== null]));
    const title = textOf('title').trim() || card.title;
    panel.current?.hidePopover();
    try {
      const body = {
        publicId: newPublicId(),
        listPublicId,
        title,
        ...flags,
        ...(listPublicId === card.list.publicId ? { afterPublicId: id } : {}),
      };
      await server.ask(routes.cards.duplicate, { params: { cardPublicId: id }, body });
      toast(t.card.copied(title, store.get('list', listPublicId).peek()?.name ?? ''));
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <>
      <button
        class="button action"
        type="button"
        popovertarget={popover}
        style={{ anchorName: `--${popover}` }}
      >
        {t.card.copy}
      </button>
      <div
        id={popover}
        ref={panel}
        class="menu picker"
        popover="auto"
        role="dialog"
        aria-label={t.card.copy}
        style={{ positionAnchor: `--${popover}` }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              void copy(event.currentTarget);
            }}
          >
            <label class="field">
              <span class="field-label">{t.card.title}</span>
              <input
                class="input"
                name="title"
                maxLength={2000}
                autocomplete="off"
                defaultValue={card.title}
                ref={(input) => {
                  if (!input || input.dataset.focused) return;
                  input.dataset.focused = 'true';
                  input.select();
                }}
              />
            </label>
            <label class="field">
              <span class="field-label">{t.card.list}</span>
              <select class="input" name="list" defaultValue={card.list.publicId}>
                {store.lists.value.map((each) => (
                  <option key={each} value={each} selected={each === card.list.publicId}>
                    {store.get('list', each).value?.name}
                  </option>
                ))}
              </select>
            </label>
            <fieldset>
              {taken.map(([name, text]) => (
                <label key={name} class="choice">
                  <input type="checkbox" name={name} defaultChecked /> {text}
                </label>
              ))}
            </fieldset>
            <button class="button primary" type="submit">
              {t.card.copy}
            </button>
          </form>
        )}
      </div>
    </>
  );
}
