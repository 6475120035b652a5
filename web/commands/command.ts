import { may, type Needs } from '../board/may.ts';
import type { OpenBoard } from '../board/open.ts';
import type { Context } from '../board/target.ts';
import type { t } from '../messages/t.ts';

/* Commands. Key bindings, palette, menus and help are all built from the table in `table.ts`. */

export type CommandId = keyof typeof t.commands.titles;

export interface OnBoard extends Context {
  board: OpenBoard;
}

export interface OnCards extends OnBoard {
  card: string;
}

interface Common {
  id: CommandId;
  group: keyof typeof t.commands.groups;
  /** What it takes on the open board: who may not is not offered it, and its keys do nothing. */
  needs: Needs;
  /** Whether it also works while the card's page is open. */
  isInCard?: true;
  /** Bindings for `matches` in `keys.ts`; the first one is shown. */
  keys?: readonly string[];
  /** Omitted from menus and palette, because it only makes sense at the keyboard. */
  isKeyOnly?: true;
  isDangerous?: true;
}

/** A command for cards needs one; a command for the board needs an open board. */
export type Command = Common &
  (
    | { about: 'cards'; applies?: (to: OnCards) => boolean; run: (to: OnCards) => void }
    | { about: 'board'; applies?: (to: OnBoard) => boolean; run: (to: OnBoard) => void }
    | { about: 'all'; applies?: (to: Context) => boolean; run: (to: Context) => void }
  );

const hasBoard = (context: Context): context is OnBoard => context.board !== undefined;
const hasCards = (context: Context): context is OnCards => hasBoard(context) && context.card !== undefined;

/** Whether the user may do it on the open board; anything that concerns no board, always. */
export const isOffered = ({ needs }: Command, { board }: Pick<Context, 'board'>): boolean =>
  board === undefined || may(board, needs);

/** Returns what a command would do now; undefined if it does not apply or the user may not do it. */
export function runnable(command: Command, context: Context): (() => void) | undefined {
  if (!isOffered(command, context) || (context.page && !command.isInCard)) return undefined;
  if (command.about === 'all')
    return (command.applies?.(context) ?? true) ? () => command.run(context) : undefined;
  if (command.about === 'board')
    return hasBoard(context) && (command.applies?.(context) ?? true) ? () => command.run(context) : undefined;
  return hasCards(context) && (command.applies?.(context) ?? true) ? () => command.run(context) : undefined;
}
