import { announce } from '../board/announce.ts';
import { moveList } from '../board/commands.ts';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import { moveTexts as texts } from '../messages/move.ts';
import { Sheet } from '../ui/sheet.tsx';

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
            board.do(moveList(store, list, { after: others[at - 1] ?? null, before: others[at] ?? null }), {
              isQuiet: true,
            });
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
