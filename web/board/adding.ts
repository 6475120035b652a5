import { keyBetween } from '../sync/neighbours.ts';
import { addCard, type Spot } from './commands.ts';
import type { Completion } from './complete.ts';
import { shownCards } from './filter.ts';
import { newPublicId, type OpenBoard } from './open.ts';

/** What was chosen for a new card in addition to its title. */
export interface Chosen {
  members: readonly Completion[];
  labels: readonly Completion[];
  list?: Completion | undefined;
  end?: Completion | undefined;
}

export const nothingChosen: Chosen = { members: [], labels: [] };

export function chosenWith(chosen: Chosen, completion: Completion): Chosen {
  const { kind, id } = completion;
  if (kind === 'list' || kind === 'end') return { ...chosen, [kind]: completion };
  const key = kind === 'member' ? 'members' : 'labels';
  return { ...chosen, [key]: [...chosen[key].filter((each) => each.id !== id), completion] };
}

/** Creates cards, in order, as one step of the undo stack. */
export function makeCards(
  board: OpenBoard,
  titles: readonly string[],
  listId: string,
  chosen: Chosen,
  after: string | undefined,
): { ids: readonly string[]; isHidden: boolean } {
  const { store } = board;
  const list = chosen.list?.id ?? listId;
  const fields = {
    labelPublicIds: chosen.labels.map(({ id }) => id),
    memberPublicIds: chosen.members.map(({ id }) => id),
  };
  const ids = titles.map(() => newPublicId());
  const spot = firstSpot(board, list, chosen, after);
  const keyOf = (id: string | null) => store.peek('card', id ?? '')?.orderKey ?? null;
  const last = keyOf(spot.before);
  let key = keyOf(spot.after);
  const mutations = titles.map((title, index) => {
    // Each card comes after the previous one, which is not in the store yet.
    key = keyBetween(key, last);
    const behind = ids[index - 1] ?? spot.after;
    return addCard(
      store,
      ids[index] ?? '',
      title.slice(0, 2000),
      { ...spot, after: behind },
      { ...fields, orderKey: key },
    );
  });
  board.do(mutations);
  const shown = shownCards(store, list).peek();
  return { ids, isHidden: !ids.some((id) => shown.includes(id)) };
}

function firstSpot({ store }: OpenBoard, listId: string, { end }: Chosen, after: string | undefined): Spot {
  const ids = store.cardsOf(listId).peek();
  const at = end?.id === 'top' ? 0 : end === undefined && after !== undefined ? ids.indexOf(after) + 1 : 0;
  const isLast = end?.id === 'bottom' || (end === undefined && at === 0);
  const place = isLast ? ids.length : at;
  return { listId, after: ids[place - 1] ?? null, before: ids[place] ?? null };
}
