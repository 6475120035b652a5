import type { ComponentChildren } from 'preact';
import { lazy } from '../app/lazy.tsx';
import { backOr, go } from '../app/location.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { Sheet } from '../ui/sheet.tsx';
import { Archive, Trash } from './archive.tsx';
import { useBoardInfo } from './board-info.ts';
import { BoardMembers } from './board-members.tsx';
import { BoardSettings } from './board-settings.tsx';
import { Labels } from './labels.tsx';
import './panel.css';

const BoardExport = lazy(async () => (await import('../transfers/all.ts')).BoardExport);
const Calendar = lazy(async () => (await import('../transfers/all.ts')).Calendar);

const panels = ['members', 'labels', 'archive', 'trash', 'settings', 'export', 'calendar'] as const;

type Panel = (typeof panels)[number];

interface PanelProps {
  board: OpenBoard;
  panel: string;
}

/** What is about a board as a whole, beside it. Each part has an address of its own; Back closes it. */
export function BoardPanel({ board, panel }: PanelProps) {
  const shown = panels.find((each) => each === panel) ?? 'members';
  const of = (which: string) => `/b/${board.id}/${which}${location.search}`;
  return (
    <Sheet
      title={board.store.get('board', board.id).value?.name ?? ''}
      close={() => backOr(`/b/${board.id}${location.search}`)}
      isAtSide
      tabs={
        <nav class="tabs" aria-label={t.panel.title}>
          {panels.map((each) => (
            <a
              key={each}
              href={of(each)}
              aria-current={each === shown ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                // One step back leads to the board, whichever parts one has looked at.
                event.preventDefault();
                go(of(each), { replace: true });
              }}
            >
              {t.panel[each]}
            </a>
          ))}
        </nav>
      }
    >
      <Part board={board} panel={shown} />
    </Sheet>
  );
}

function Part({ board, panel }: { board: OpenBoard; panel: Panel }): ComponentChildren {
  const info = useBoardInfo(board.id);
  const part = { board, info };
  switch (panel) {
    case 'labels':
      return <Labels {...part} />;
    case 'members':
      return <BoardMembers {...part} />;
    case 'archive':
      return <Archive board={board} />;
    case 'trash':
      return <Trash board={board} info={info} />;
    case 'settings':
      return <BoardSettings {...part} />;
    case 'export':
      return <BoardExport board={board} />;
    case 'calendar':
      return <Calendar board={board.id} />;
  }
}
