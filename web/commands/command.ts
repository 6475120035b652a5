import type { OpenBoard } from '../board/open.ts';
import type { Context } from '../board/target.ts';
import type { t } from '../messages/en.ts';

/* What a command is. Keys, the palette, menus and the help are all made of the one table in `table.ts`. */

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
  /** As `matches` in `keys.ts` reads them; the first one is shown. */
  keys?: readonly string[];
  /** Whether it is left out of menus and the palette: it means something only while one is at the keys. */
  isKeyOnly?: true;
  isDangerous?: true;
}

/** One that is about cards asks for one; one about the board, for a board that is open. */
export type Command = Common &
  (
    | { about: 'cards'; applies?: (to: OnCards) => boolean; run: (to: OnCards) => void }
    | { about: 'board'; applies?: (to: OnBoard) => boolean; run: (to: OnBoard) => void }
    | { about: 'all'; applies?: (to: Context) => boolean; run: (to: Context) => void }
  );

const hasBoard = (context: Context): context is OnBoard => context.board !== undefined;
const hasCards = (context: Context): context is OnCards => hasBoard(context) && context.card !== undefined;

/** What a command would do now; undefined where it does not apply. */
export function runnable(command: Command, context: Context): (() => void) | undefined {
  if (command.about === 'all')
    return (command.applies?.(context) ?? true) ? () => command.run(context) : undefined;
  if (command.about === 'board')
    return hasBoard(context) && (command.applies?.(context) ?? true) ? () => command.run(context) : undefined;
  return hasCards(context) && (command.applies?.(context) ?? true) ? () => command.run(context) : undefined;
}
