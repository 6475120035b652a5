import { X } from 'lucide';
import type { OpenBoard } from '../board/open.ts';
import { clear, inOrder, selected } from '../board/select.ts';
import { t } from '../messages/t.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { type CommandId, isOffered, runnable } from './command.ts';
import { commands } from './table.ts';

const offered: readonly CommandId[] = ['move', 'labels', 'members', 'due', 'archive'];

/** The bar with the actions for the selected cards. */
export function Selection({ board }: { board: OpenBoard }) {
  if (selected.value.size === 0) return null;
  const context = () => {
    const cards = inOrder(board.store);
    return { board, card: cards[0], cards, at: undefined };
  };
  return (
    <div class="selection" role="toolbar" aria-label={t.commands.selected(selected.value.size)}>
      <span class="count">{t.commands.selected(selected.value.size)}</span>
      {commands
        .filter((each) => offered.includes(each.id) && isOffered(each, { board }))
        .map((command) => (
          <button
            key={command.id}
            class="button plain"
            type="button"
            onClick={() => runnable(command, context())?.()}
          >
            {t.commands.titles[command.id]}
          </button>
        ))}
      <IconButton icon={X} name={t.commands.titles.selectNone} run={clear} class="button plain icon-only" />
    </div>
  );
}
