import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import type { Context } from '../board/target.ts';
import { templateItems } from '../board/templates.ts';
import { t } from '../messages/t.ts';
import { type MenuItem, MenuItems, moveInMenu } from '../ui/menu.tsx';
import type { Place } from '../ui/placed.tsx';
import { Placed } from '../ui/placed.tsx';
import { caps } from './bindings.ts';
import { runnable } from './command.ts';
import { isApple, singleKeys } from './single-keys.ts';
import { commands } from './table.ts';

/** The menu items for cards. */
export function cardMenuItems(context: Context): MenuItem[] {
  let group: string | undefined;
  return commands.flatMap((command) => {
    const { id, about, isKeyOnly, isDangerous, keys } = command;
    const run = runnable(command, context);
    const own = id === 'watch' && context.board ? templateItems(context.board, context.cards) : [];
    if (about !== 'cards' || isKeyOnly || !run) return own;
    const isFirst = group !== undefined && group !== command.group;
    ({ group } = command);
    const [shown] = singleKeys.value ? (keys ?? []) : [];
    const item = {
      text: t.commands.titles[id],
      run,
      isFirst,
      isDangerous: isDangerous === true,
      ...(shown === undefined ? {} : { keys: caps(shown, isApple) }),
    };
    return [item, ...own];
  });
}

interface CardMenuProps {
  board: OpenBoard;
  card: string;
  cards: readonly string[];
  at: Place;
}

/** The menu of one or several cards. */
export function CardMenu({ board, card, cards, at }: CardMenuProps) {
  const label =
    cards.length > 1
      ? t.commands.menuOf(t.board.cards(cards.length))
      : t.commands.menuOf(board.store.peek('card', card)?.title ?? '');
  return (
    // It is outside of the page's landmarks, so it is a landmark itself.
    <aside aria-label={label}>
      <Placed at={at} label={label} role="menu" class="menu" close={closeOverlay} onKeyDown={moveInMenu}>
        <MenuItems items={cardMenuItems({ board, card, cards, at })} close={closeOverlay} />
      </Placed>
    </aside>
  );
}
