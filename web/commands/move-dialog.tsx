import { useEffect, useId, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { readBoards, type Summary } from '../app/boards-data.ts';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import { clear } from '../board/select.ts';
import { cardTexts } from '../messages/card.ts';
import { moveTexts as texts } from '../messages/move.ts';
import { alone } from '../sync/description.ts';
import { Sheet } from '../ui/sheet.tsx';
import { toast } from '../ui/toast.tsx';
import { copyTo, moveTo, nameOf, placeOf } from './placing.ts';

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
  const what = nameOf(board, cards);
  const chosen = useDestination(board, card?.listPublicId);
  const isHere = chosen.boardId === board.id;
  const others = isHere
    ? store
        .cardsOf(chosen.listId)
        .peek()
        .filter((id) => isCopy || !cards.includes(id))
    : [];
  const submit = (form: HTMLFormElement) => {
    const given = new FormData(form);
    const place = placeOf(given, isHere, others);
    closeOverlay();
    if (isCopy) copyTo(board, cards, chosen.listId, place, given, isHere);
    else moveTo(board, cards, chosen.listId, place, isHere ? undefined : chosen.listName);
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
        {chosen.boards.length > 1 && (
          <Select
            label={texts.board}
            all={chosen.boards}
            value={chosen.boardId}
            choose={(id) => void chosen.chooseBoard(id)}
          />
        )}
        <Select
          label={texts.list}
          all={chosen.lists}
          value={chosen.listId}
          choose={chosen.chooseList}
          isFirst
        />
        <PlaceFields key={chosen.listId} of={isHere ? others.length + 1 : 0} />
        {isCopy && <Kept />}
        <button class="button primary" type="submit" disabled={chosen.listId === ''}>
          {isCopy ? texts.copy : texts.move}
        </button>
      </form>
    </Sheet>
  );
}

/** The chosen board and list, and those to choose from. */
function useDestination(board: OpenBoard, from: string | undefined) {
  const [boards, setBoards] = useState<readonly Choice[]>([
    { id: board.id, name: board.store.peek('board', board.id)?.name ?? '' },
  ]);
  const [boardId, setBoardId] = useState(board.id);
  const [lists, setLists] = useState<readonly Choice[]>(here(board));
  const [listId, setListId] = useState(from ?? lists[0]?.id ?? '');
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
  const listName = lists.find(({ id }) => id === listId)?.name ?? '';
  return { boards, boardId, lists, listId, listName, chooseBoard, chooseList: setListId };
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
