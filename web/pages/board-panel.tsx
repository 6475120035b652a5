import type { ComponentType } from 'preact';
import { backOr, go, path } from '../app/location.ts';
import type { Tab } from '../app/route.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/t.ts';
import { Sheet } from '../ui/sheet.tsx';
import { type PanelPart, useBoardInfo } from './board-info.ts';
import './panel.css';

interface PanelProps {
  board: OpenBoard;
  tabs: readonly Tab[];
  Part: ComponentType<PanelPart>;
}

/** The menu of a board, docked next to it. Each part has its own address; Back closes it. */
export function BoardPanel({ board, tabs, Part }: PanelProps) {
  const info = useBoardInfo(board.id);
  /** With the current filter. */
  const filtered = (to: string) => to + location.search;
  return (
    <Sheet
      title={board.store.get('board', board.id).value?.name ?? ''}
      close={() => backOr(filtered(`/b/${board.id}`))}
      isAtSide
      tabs={
        <nav class="tabs" aria-label={t.tabs.title}>
          {tabs.map(({ href, text }) => (
            <a
              key={href}
              href={filtered(href)}
              aria-current={href === path.value ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                // Tabs replace each other in the history, so that Back leads to the board.
                event.preventDefault();
                go(filtered(href), { replace: true });
              }}
            >
              {text}
            </a>
          ))}
        </nav>
      }
    >
      <Part board={board} info={info} />
    </Sheet>
  );
}
