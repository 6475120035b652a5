import { Eye } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { type Resource, resourceOf, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { t } from '../messages/t.ts';
import { newKey } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { myself } from './may.ts';
import type { OpenBoard } from './open.ts';
import { isWatched, watched } from './watched.ts';

/*
 * Watching: read when it is shown, kept for later without a connection, and changed as everything else is: at once, and sent
 * when possible. Nobody else sees it, so the stream says nothing of it.
 */

const operations = {
  card: ['watchCard', 'unwatchCard', 'cardPublicId'],
  list: ['watchList', 'unwatchList', 'listPublicId'],
  board: ['watchBoard', 'unwatchBoard', 'boardPublicId'],
} as const;

interface OfBoard {
  watching: boolean;
  lists: readonly string[];
}

const askBoard = (id: string) => async (signal: AbortSignal) =>
  (await server.ask(routes.notifications.getBoardWatch, { params: { boardPublicId: id } }, { signal })).reply;

const ofBoard = (id: string): [string, (signal: AbortSignal) => Promise<OfBoard>, { isKept: true }] => [
  `watch ${id}`,
  askBoard(id),
  { isKept: true },
];

const askCard = async (id: string, signal: AbortSignal) =>
  (await server.ask(routes.notifications.getCardWatch, { params: { cardPublicId: id } }, { signal })).reply
    .watching;

/** Who makes a card watches it; the server knows nothing of one that is not sent yet. */
const ofCard = (
  { store }: OpenBoard,
  id: string,
): [string, (signal: AbortSignal) => Promise<boolean>, { isKept: true }] => [
  `watch ${id}`,
  async (signal) =>
    (!store.isKnown('card', id) && store.peek('card', id) !== undefined) || askCard(id, signal),
  { isKept: true },
];

/** Watches, or stops to: shown at once, and sent with the other changes of the board. */
export function turnWatch(
  board: OpenBoard,
  kind: keyof typeof operations,
  id: string,
  watching: boolean,
): void {
  const [watch, unwatch, param] = operations[kind];
  const name = kind === 'card' ? board.store.peek(kind, id)?.title : board.store.peek(kind, id)?.name;
  board.outbox.add({
    id: newKey(),
    title: (name ?? t.watch[kind]).slice(0, 80),
    effects: [],
    operation: ['notifications', watching ? watch : unwatch],
    input: { params: { [param]: id } },
    part: { kind: 'watch', cardId: id, fields: { watching } },
  });
  if (kind === 'card') return resourceOf(...ofCard(board, id)).set(watching);
  const all = resourceOf(...ofBoard(board.id));
  const { watching: whole = false, lists = [] } = all.value.peek() ?? {};
  const others = lists.filter((each) => each !== id);
  all.set(
    kind === 'board' ? { watching, lists } : { watching: whole, lists: watching ? [...others, id] : others },
  );
}

/** Turns all of these cards as the first one; without a connection, as it was known last. */
export async function turnCards(board: OpenBoard, ids: readonly string[]): Promise<void> {
  const [first] = ids;
  if (first === undefined) return;
  const known = resourceOf(...ofCard(board, first));
  await known.read();
  const watching = !isWatched(board, first, known.value.peek() ?? false);
  for (const id of ids) turnWatch(board, 'card', id, watching);
  const title = board.store.peek('card', first)?.title ?? '';
  const what = ids.length === 1 ? t.undo.named(title) : t.undo.cards(ids.length);
  toast(watching ? t.watch.begun(what) : t.watch.ended(what));
}

/** Reads what the user watches on a board, for its menus; shows nothing. */
export function Watches({ board }: { board: OpenBoard }) {
  const { value } = useResource<OfBoard>(...ofBoard(board.id)).value;
  useEffect(() => {
    watched.value = new Set([...(value?.watching ? [board.id] : []), ...(value?.lists ?? [])]);
  }, [value]);
  return null;
}

/** Reads it again when a change was sent: an answer that came meanwhile may be of before it. */
function useFresh(known: Pick<Resource<unknown>, 'read'>, board: OpenBoard, id: string): void {
  const tile = board.store.get('card', id).value;
  const isMine = tile?.memberPublicIds.includes(myself(board) ?? '');
  const isSent = board.parts.of(id).value.every(({ kind }) => kind !== 'watch');
  const isStored = board.store.isKnown('card', id);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isSent && !isFirst.current) void known.read();
    isFirst.current = false;
  }, [isMine, isSent, isStored, tile?.commentCount]);
}

/** In the page of a card; W presses it. */
export function WatchButton({ board, id }: { board: OpenBoard; id: string }) {
  const known = useResource<boolean>(...ofCard(board, id));
  useFresh(known, board, id);
  const is = isWatched(board, id, known.value.value ?? !board.store.isKnown('card', id));
  return (
    <button
      class="button plain small icon-only"
      type="button"
      data-command="watch"
      aria-label={t.watch.card}
      title={t.watch.card}
      aria-pressed={is}
      onClick={() => turnWatch(board, 'card', id, !is)}
    >
      <Icon of={Eye} />
    </button>
  );
}
