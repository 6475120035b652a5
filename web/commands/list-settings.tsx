import { editList } from '../board/commands.ts';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import { Hues } from '../card/hues.tsx';
import { lookTexts as texts } from '../messages/card.ts';
import type { Entities } from '../sync/mutation.ts';
import { Sheet } from '../ui/sheet.tsx';

/** The color of a list, how many cards it takes, and which; what is chosen is stored at once. */
export function ListSettings({ board, list: id }: { board: OpenBoard; list: string }) {
  const list = board.store.get('list', id).value;
  if (!list) return null;
  const save = (fields: Partial<Pick<Entities['list'], 'colour' | 'limit' | 'refusesOpenChecks'>>): void =>
    board.do(editList(list, fields));
  const { name, colour, limit, refusesOpenChecks } = list;
  return (
    <Sheet title={texts.list(name)} close={closeOverlay}>
      <div class="form">
        <div>
          <span class="field-label">{texts.listColour}</span>
          <Hues
            label={texts.listColour}
            isChosen={(each) => each === colour}
            choose={(next) => save({ colour: next })}
          />
          <button
            class="button plain small"
            type="button"
            disabled={colour === null}
            onClick={() => save({ colour: null })}
          >
            {texts.noColour}
          </button>
        </div>
        <label class="field">
          <span class="field-label">{texts.limit}</span>
          <input
            class="input"
            type="number"
            min={1}
            max={10_000}
            value={limit?.cards ?? ''}
            aria-describedby="limit-hint"
            onChange={({ currentTarget: { value, validity } }) => {
              if (!validity.valid) return;
              save({ limit: value === '' ? null : { cards: Number(value), mode: limit?.mode ?? 'warn' } });
            }}
          />
          <span class="field-hint" id="limit-hint">
            {texts.limitHint(board.store.cardsOf(id).value.length)}
          </span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            disabled={!limit}
            checked={limit?.mode === 'refuse'}
            onChange={({ currentTarget: { checked } }) =>
              limit && save({ limit: { ...limit, mode: checked ? 'refuse' : 'warn' } })
            }
          />
          {texts.refuse}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={refusesOpenChecks}
            onChange={({ currentTarget: { checked } }) => save({ refusesOpenChecks: checked })}
          />
          {texts.refuseChecks}
        </label>
      </div>
    </Sheet>
  );
}
