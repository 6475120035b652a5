import { t } from '../messages/t.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import type { OpenBoard } from './open.ts';
import { isWatched, watched } from './watched.ts';

/* Watching from menus and by key. What reads and changes it is loaded later. */

const inWatching = () => import('./watching.tsx');

/** The menu item that turns it on or off. */
export function watchItem(board: OpenBoard, kind: 'list' | 'board', id: string): MenuItem {
  const is = isWatched(board, id, watched.peek().has(id));
  const turn = () => inWatching().then((all) => all.turnWatch(board, kind, id, !is));
  return {
    text: is ? t.watch.stop : t.watch[kind],
    run: () => void turn().catch(() => toast(t.errors.title)),
  };
}

/** The menu item that mutes a board, or ends that. */
export const muteItem = (board: OpenBoard): MenuItem => ({
  text: t.watch.mute,
  run: () =>
    void import('./muting.ts').then((all) => all.turnMute(board.id)).catch(() => toast(t.errors.title)),
});

/** Begins to watch cards, or stops if the first is watched. */
export const watchCards = (board: OpenBoard, ids: readonly string[]): void =>
  void inWatching()
    .then((all) => all.turnCards(board, ids))
    .catch(() => toast(t.errors.title));
