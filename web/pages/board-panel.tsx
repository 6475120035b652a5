import { ArrowLeft } from 'lucide';
import type { ComponentType } from 'preact';
import { backOr, go, path } from '../app/location.ts';
import type { Tab } from '../app/route.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type PanelRoot, useBoardInfo } from './board-info.ts';
import './panel.css';

interface PanelProps {
  board: OpenBoard;
  tabs: readonly Tab[];
  Part: ComponentType<PanelRoot>;
}

/**
 * What belongs to a board besides its cards: rows that lead to a part each. It floats over the board, which stays usable.
 * Each part has its own address; Back closes it.
 */
export function BoardPanel({ board, tabs, Part }: PanelProps) {
  const info = useBoardInfo(board);
  /** With the current filter. */
  const filtered = (to: string) => to + location.search;
  const root = `/b/${board.id}/panel`;
  const name = board.store.get('board', board.id).value?.name ?? '';
  const part = path.value === root ? undefined : tabs.find(({ href }) => href === path.value);
  /** Parts replace each other in the history, so that Back leads to the board. */
  const replacing = (href: string) => ({
    href: filtered(href),
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(filtered(href), { replace: true });
    },
  });
  return (
    <Sheet
      title={part?.text ?? name}
      close={() => backOr(filtered(`/b/${board.id}`))}
      isAtSide
      start={
        part && (
          <a class="button plain icon-only small" aria-label={t.tabs.title} {...replacing(root)}>
            <Icon of={ArrowLeft} />
          </a>
        )
      }
    >
      <Part
        key={path.value}
        board={board}
        info={info}
        rows={tabs
          .filter(({ href }) => href !== root)
          .map(({ href, text }) => ({ text, link: replacing(href) }))}
      />
    </Sheet>
  );
}
