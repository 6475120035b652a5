import { routes } from '../../contract/routes.ts';
import { go } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { addressOfView } from '../board/view-address.ts';
import { t } from '../messages/t.ts';
import { viewTexts } from '../messages/views.ts';
import { toast } from '../ui/toast.tsx';
import { filterAddress, filterText } from './filter-text.ts';
import { type Current, forgetChanges, type Saved, savedViews, settingsOf } from './settings.ts';

/* What is done to saved views. Each is a request of its own, as views are no part of the board's contents. */

type Fields = Partial<Omit<Saved, 'publicId'>> & { index?: number };

/** Whether it was done; otherwise, why not was said. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    toast(problemOf(error));
    return undefined;
  }
}

const show = (board: OpenBoard, views: readonly Saved[]): void => savedViews(board).set(views);
const shown = (board: OpenBoard): readonly Saved[] => savedViews(board).value.peek() ?? [];

/** The address of a saved view with its filter. */
export const addressOfSaved = ({ id }: OpenBoard, { publicId, filter }: Saved): string =>
  addressOfView(`/b/${id}`, filterAddress(filter), publicId);

const create = async (board: OpenBoard, body: Omit<Saved, 'publicId'>): Promise<Saved | undefined> =>
  attempt(async () => {
    const params = { boardPublicId: board.id };
    const { reply } = await server.ask(routes.views.create, { params, body });
    show(board, [...shown(board), reply]);
    void savedViews(board).read();
    return reply;
  });

/** Saves what is shown as a new view, and shows that. */
export async function saveAs(
  board: OpenBoard,
  current: Current,
  first: Parameters<typeof settingsOf>[2],
  given: { name: string; shared: boolean },
): Promise<boolean> {
  const settings = settingsOf(board, current, first);
  const made = await create(board, { ...settings, ...given, kind: current.kind, filter: filterText() });
  if (!made) return false;
  forgetChanges(board, current);
  go(addressOfSaved(board, made));
  return true;
}

async function update(board: OpenBoard, { publicId }: Saved, body: Fields): Promise<boolean> {
  const done = await attempt(async () => {
    const params = { boardPublicId: board.id, viewPublicId: publicId };
    const { reply } = await server.ask(routes.views.update, { params, body });
    show(
      board,
      shown(board).map((each) => (each.publicId === publicId ? reply : each)),
    );
    // Others may have another place now.
    await savedViews(board).read();
    return true;
  });
  return done ?? false;
}

/** Saves what was changed of a saved view. */
export async function saveChanges(board: OpenBoard, current: Current): Promise<void> {
  if (!current.saved) return;
  const settings = settingsOf(board, current, {});
  if (await update(board, current.saved, { ...settings, filter: filterText() }))
    forgetChanges(board, current);
}

export const renameView = (board: OpenBoard, view: Saved, name: string) => update(board, view, { name });
export const shareView = (board: OpenBoard, view: Saved, shared: boolean) => update(board, view, { shared });
export const moveView = (board: OpenBoard, view: Saved, index: number) => update(board, view, { index });

/** Shows the board instead; undone by creating it again. */
export async function deleteView(board: OpenBoard, view: Saved): Promise<void> {
  const { publicId, ...rest } = view;
  const done = await attempt(() =>
    server.ask(routes.views.delete, { params: { boardPublicId: board.id, viewPublicId: publicId } }),
  );
  if (!done) return;
  show(
    board,
    shown(board).filter((each) => each.publicId !== publicId),
  );
  go(addressOfView(`/b/${board.id}`, '', ''), { replace: true });
  toast(viewTexts.deleted(view.name), {
    label: t.undo.undo,
    run: () => void create(board, rest).then((made) => made && go(addressOfSaved(board, made))),
  });
}
