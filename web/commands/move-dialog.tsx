import { useEffect, useId, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { readBoards, type Summary } from '../app/boards-data.ts';
import { problemOf } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { announce, announcePlace } from '../board/announce.ts';
import { moveList } from '../board/commands.ts';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import { clear } from '../board/select.ts';
import { cardTexts } from '../messages/card.ts';
import { moveTexts as texts } from '../messages/move.ts';
import { t } from '../messages/t.ts';
import { bulk, type CardOperation } from '../sync/bulk.ts';
import { alone } from '../sync/description.ts';
import { neighbour } from '../sync/neighbours.ts';
import { Sheet } from '../ui/sheet.tsx';
import { toast } from '../ui/toast.tsx';

/* Moving without dragging: choose a board of the workspace, a list and a place in it. */

interface Choice {
  id: string;
  name: string;
}

const here = ({ store }: OpenBoard): Choice[] =>
  store.lists.peek().map((id) => ({ id, name: store.peek('list', id)?.name ?? '' }));

async function listsOf(boardPublicId: string): Promise<Choice[]> {
  // No member has the id of a board, so the reply contains no cards.
  const query = { members: [boardPublicId], ...alone };
  const { reply } = await server.ask(routes.boards.get, { params: { boardPublicId }, query });
  return reply.lists.map(({ publicId, name }) => ({ id: publicId, name }));
}

/** The boards of a board's workspace. */
async function boardsBeside(id: string): Promise<readonly Summary[]> {
  const workspaces = await readBoards({ type: 'regular' }, undefined);
  return workspaces.find(({ boards }) => boards.some(({ publicId }) => publicId === id))?.boards ?? [];
}

interface MoveProps {
  board: OpenBoard;
  cards: readonly string[];
  isCopy: boolean;
}

export function MoveDialog({ board, cards, isCopy }: MoveProps) {
  const { store } = board;
  const [first = ''] = cards;
  const card = store.peek('card', first);
  const what = cards.length === 1 ? texts.card(card?.title ?? '') : t.board.cards(cards.length);
  const [boards, setBoards] = useState<readonly Choice[]>([
    { id: board.id, name: store.peek('board', board.id)?.name ?? '' },
  ]);
  const [boardId, setBoardId] = useState(board.id);
  const [lists, setLists] = useState<readonly Choice[]>(here(board));
  const [listId, setListId] = useState(card?.listPublicId ?? lists[0]?.id ?? '');
  useEffect(() => {
    // Without a connection, only this board is offered.
    void boardsBeside(board.id)
      .then((all) => all.length > 0 && setBoards(all.map(({ publicId, name }) => ({ id: publicId, name }))))
      .catch(() => undefined);
  }, []);
  const chooseBoard = async (id: string) => {
    setBoardId(id);
    try {
      const found = id === board.id ? here(board) : await listsOf(id);
      setLists(found);
      setListId(found[0]?.id ?? '');
    } catch (error) {
      toast(problemOf(error));
    }
  };
  const isHere = boardId === board.id;
  const others = isHere
    ? store
        .cardsOf(listId)
        .peek()
        .filter((id) => isCopy || !cards.includes(id))
    : [];
  const submit = (form: HTMLFormElement) => {
    const given = new FormData(form);
    const place = placeOf(given, isHere, others);
    closeOverlay();
    if (isCopy) copyTo(board, cards, listId, place, given, isHere);
    else {
      board.do(bulk(store, chained(cards, { type: 'move', listPublicId: listId }, place)));
      if (isHere) announcePlace(board, cards);
      else announce(`${t.undo.moved(what)}: ${lists.find(({ id }) => id === listId)?.name ?? ''}`);
    }
    clear();
  };
  return (
    <Sheet title={isCopy ? texts.copyTitle(what) : texts.title(what)} close={closeOverlay}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        {isCopy && cards.length === 1 && (
          <label class="field">
            <span class="field-label">{cardTexts.title}</span>
            <input
              class="input"
              name="title"
              maxLength={2000}
              autocomplete="off"
              defaultValue={card?.title ?? ''}
            />
          </label>
        )}
        {boards.length > 1 && (
          <Select label={texts.board} all={boards} value={boardId} choose={(id) => void chooseBoard(id)} />
        )}
        <Select label={texts.list} all={lists} value={listId} choose={setListId} isFirst />
        <PlaceFields key={listId} of={isHere ? others.length + 1 : 0} />
        {isCopy && <Kept />}
        <button class="button primary" type="submit" disabled={listId === ''}>
          {isCopy ? texts.copy : texts.move}
        </button>
      </form>
    </Sheet>
  );
}

interface SelectProps {
  label: string;
  all: readonly Choice[];
  value: string;
  choose: (id: string) => void;
  isFirst?: boolean;
}

function Select({ label, all, value, choose, isFirst }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <select
        id={id}
        class="input"
        value={value}
        data-focused={isFirst}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {all.map(({ id: each, name }) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Top, bottom, or a position if the number of cards is known. */
function PlaceFields({ of }: { of: number }) {
  return (
    <fieldset class="places">
      <legend class="field-label">{texts.at}</legend>
      <label>
        <input type="radio" name="place" value="top" defaultChecked /> {texts.top}
      </label>
      <label>
        <input type="radio" name="place" value="bottom" /> {texts.bottom}
      </label>
      {of > 2 && (
        <label class="number">
          <input type="radio" name="place" value="number" />
          <input
            class="input"
            type="number"
            name="number"
            min={1}
            max={of}
            aria-label={texts.place(of)}
            placeholder={texts.place(of)}
            onInput={({ currentTarget: { form } }) => {
              const radios = form?.elements.namedItem('place');
              if (radios instanceof RadioNodeList) radios.value = 'number';
            }}
          />
        </label>
      )}
    </fieldset>
  );
}

const Kept = () => (
  <fieldset class="places">
    <legend class="field-label">{texts.keep}</legend>
    {(['labels', 'members', 'checklists'] as const).map((name) => (
      <label key={name}>
        <input type="checkbox" name={name} defaultChecked /> {texts.kept[name]}
      </label>
    ))}
  </fieldset>
);

type Where = Pick<CardOperation, 'index' | 'afterPublicId' | 'beforePublicId'>;

/** Places on this board are sent as a neighbour; on other boards only the ends are known. */
function placeOf(given: FormData, isHere: boolean, others: readonly string[]): Where {
  const chosen = given.get('place');
  if (!isHere) return chosen === 'top' ? { index: 0 } : {};
  const at =
    chosen === 'top' ? 0 : chosen === 'bottom' ? others.length : Math.max(0, Number(given.get('number')) - 1);
  return neighbour({ after: others[at - 1] ?? null, before: others[at] ?? null });
}

/** Places the first card, and each other one after the previous. */
const chained = (
  cards: readonly string[],
  operation: Pick<CardOperation, 'type' | 'listPublicId'>,
  place: Where,
): CardOperation[] =>
  cards.map((cardPublicId, index) => {
    const before = cards[index - 1];
    return { ...operation, cardPublicId, ...(before === undefined ? place : { afterPublicId: before }) };
  });

/** Copies are shown only once the server has created them: their contents are not all known here. */
function copyTo(
  board: OpenBoard,
  cards: readonly string[],
  listPublicId: string,
  place: Where,
  given: FormData,
  isHere: boolean,
): void {
  const title = given.get('title');
  const copied = {
    listPublicId,
    ...(typeof title === 'string' && title.trim() ? { title: title.trim() } : {}),
    copyLabels: given.has('labels') && isHere,
    copyMembers: given.has('members'),
    copyChecklists: given.has('checklists'),
  };
  // At a fixed place each copy pushes the earlier ones down, so the last is copied first.
  const ordered = 'beforePublicId' in place || Object.keys(place).length === 0 ? cards : cards.toReversed();
  const operations = ordered.map((cardPublicId) => ({
    type: 'duplicate' as const,
    cardPublicId,
    ...copied,
    ...place,
  }));
  board.do(bulk(board.store, operations));
  const what =
    cards.length === 1
      ? texts.card(board.store.peek('card', cards[0] ?? '')?.title ?? '')
      : t.board.cards(cards.length);
  toast(texts.copied(what));
}

/** Moves a list among the others. */
export function MoveListDialog({ board, list }: { board: OpenBoard; list: string }) {
  const { store } = board;
  const name = store.peek('list', list)?.name ?? '';
  const others = store.lists.peek().filter((id) => id !== list);
  const now = store.lists.peek().indexOf(list) + 1;
  return (
    <Sheet title={texts.listTitle(name)} close={closeOverlay}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const at = Number(new FormData(event.currentTarget).get('place')) - 1;
          closeOverlay();
          if (at + 1 !== now)
            board.do(moveList(store, list, { after: others[at - 1] ?? null, before: others[at] ?? null }));
          announce(texts.listMoved(name, at + 1, others.length + 1));
        }}
      >
        <label class="field">
          <span class="field-label">{texts.place(others.length + 1)}</span>
          <input
            class="input"
            type="number"
            name="place"
            required
            min={1}
            max={others.length + 1}
            defaultValue={String(now)}
            data-focused
          />
        </label>
        <button class="button primary" type="submit">
          {texts.move}
        </button>
      </form>
    </Sheet>
  );
}
