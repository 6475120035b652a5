import type { OpenBoard } from '../board/open.ts';
import { editBoard } from '../board/panel-commands.ts';
import { Hues } from '../card/hues.tsx';
import { lookTexts as texts } from '../messages/card.ts';
import type { Entities } from '../sync/mutation.ts';

/** The color of a board's page; what is chosen is stored at once. */
export function Background({ board }: { board: OpenBoard }) {
  const shown = board.store.get('board', board.id).value;
  if (!shown) return null;
  const save = (background: Entities['board']['background']): void =>
    board.do(editBoard(shown, { background }));
  const { background } = shown;
  return (
    <section>
      <h3>{texts.background}</h3>
      <Hues
        label={texts.background}
        isChosen={(colour) => colour === background?.colour}
        choose={(colour) => save({ colour })}
      />
      <div class="row">
        <button class="button plain small" type="button" disabled={!background} onClick={() => save(null)}>
          {texts.ownBackground}
        </button>
      </div>
    </section>
  );
}
