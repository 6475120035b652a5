import type { PicksProps } from '../card/picks.tsx';
import { viewTexts } from '../messages/views.ts';
import { bulk } from '../sync/bulk.ts';
import { Choose } from '../ui/choose.tsx';

/** Moves cards to the end of a list. */
export function ListPicks({ board, cards, close }: PicksProps) {
  const { store } = board;
  const lists = store.lists.value.flatMap((id) => store.get('list', id).value ?? []);
  const here = cards.map((id) => store.get('card', id).value?.listPublicId);
  const move = (listPublicId: string) => {
    const moved = cards.filter((id) => store.peek('card', id)?.listPublicId !== listPublicId);
    const operations = moved.map((cardPublicId) => ({ type: 'move' as const, cardPublicId, listPublicId }));
    if (operations.length > 0) board.do(bulk(store, operations), { isQuiet: true });
    close();
  };
  return (
    <Choose
      label={viewTexts.properties.list}
      options={lists.map(({ publicId: id, name }) => ({
        id,
        text: name,
        shown: <span class="name one-line">{name}</span>,
        held: here.includes(id) ? 'all' : 'none',
      }))}
      turn={move}
      hasDigits
      isSingle
    />
  );
}
