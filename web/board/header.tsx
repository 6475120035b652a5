import { ChevronDown, PanelRight, Search, UserPlus } from 'lucide';
import type { ComponentType, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { lazyPart } from '../app/lazy.tsx';
import { TopBar } from '../app/top-bar.tsx';
import { t } from '../messages/t.ts';
import { copyLink } from '../ui/copy-link.ts';
import { Editable } from '../ui/editable.tsx';
import { hueOfBoard } from '../ui/hue.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { isPrepared } from './card-page.tsx';
import { renameBoard } from './commands.ts';
import { Filter } from './filter-menu.tsx';
import { may, mayInWorkspace } from './may.ts';
import { isCompact, isNarrow } from './narrow.ts';
import type { OpenBoard } from './open.ts';
import { show } from './overlay.ts';
import { panelOf } from './panel-address.ts';
import { Standing } from './standing.tsx';
import { muteItem, watchItem } from './watch-menu.ts';

const Faces = lazyPart(() => import('./faces.tsx').then((all) => all.Faces));
const BoardStar = lazyPart(() => import('./star.tsx').then((all) => all.BoardStar));

interface HeaderProps {
  board: OpenBoard;
  /** What switches between views of the board. */
  Switch: ComponentType<{ board: OpenBoard }>;
}

/** The bar of a board. On a phone, its controls are at the foot. */
export function Header({ board, Switch }: HeaderProps) {
  const { name = '', background } = board.store.get('board', board.id).value ?? {};
  const workspace = board.follower.workspace.value;
  const mayRename = may(board, 'board:edit');
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <TopBar
      tools={
        <>
          {!isNarrow.value && (
            <>
              <Filter board={board} />
              {(may(board, 'board:edit') || mayInWorkspace(board, 'member:invite')) && (
                <a class="button plain small" href={panelOf(board, 'members')} title={t.tabs.share}>
                  <Icon of={UserPlus} />
                  <span class={isCompact.value ? 'unseen' : ''}>{t.tabs.share}</span>
                </a>
              )}
              <a
                class="button plain small icon-only"
                href={panelOf(board)}
                aria-label={t.tabs.title}
                title={t.tabs.title}
              >
                <Icon of={PanelRight} />
              </a>
              {!isCompact.value && (
                <span class="people" style={roomOfFaces(board)}>
                  <Faces board={board} />
                </span>
              )}
            </>
          )}
          <SearchButton />
        </>
      }
    >
      <a class="place in" href={`/w/${workspace.publicId}`}>
        {workspace.name}
      </a>
      <span class="between" aria-hidden="true">
        /
      </span>
      <h1 class="board-name" ref={title}>
        <span class="dot" style={{ '--hue': String(hueOfBoard(board.id, background?.colour)) }} />
        <Editable
          value={name}
          label={t.boards.name}
          save={mayRename ? (given) => board.do(renameBoard(board.id, given)) : undefined}
        />
      </h1>
      <BoardMenu board={board} title={title} />
      <span class="later">
        {isPrepared.value && (
          <>
            <BoardStar board={board} name={name} />
            {!isNarrow.value && <Switch board={board} />}
          </>
        )}
      </span>
      <Standing board={board} />
    </TopBar>
  );
}

/**
 * What the faces of all but the user take, so that nothing moves when they come: six at most, with gaps between them, and always one.
 */
function roomOfFaces({ store }: OpenBoard): { flexBasis: string; minInlineSize: string } | undefined {
  const isActive = (id: string) => store.get('member', id).value?.status === 'active';
  const others = store.members.value.filter(isActive).length - 1;
  if (others < 1) return undefined;
  return { flexBasis: `${Math.min(others, 6) * 1.6875 - 0.1875}rem`, minInlineSize: '1.5rem' };
}

const SearchButton = () => (
  <button
    class="button plain small"
    type="button"
    aria-label={t.commands.paletteLabel}
    title={t.commands.paletteLabel}
    onClick={() => show({ kind: 'palette', isSearch: false })}
  >
    <Icon of={Search} />
    <kbd aria-hidden="true">/</kbd>
  </button>
);

interface BoardMenuProps {
  board: OpenBoard;
  title: RefObject<HTMLHeadingElement | null>;
}

const BoardMenu = ({ board, title }: BoardMenuProps) => (
  <Menu
    label={t.boards.menu}
    icon={ChevronDown}
    items={() => [
      { text: t.boards.open, run: () => show({ kind: 'palette', isSearch: true }) },
      ...(may(board, 'board:edit')
        ? [{ text: t.listMenu.rename, run: () => title.current?.querySelector('button')?.click() }]
        : []),
      watchItem(board, 'board', board.id),
      muteItem(board),
      { text: t.commands.titles.copyLink, run: () => void copyLink(`/b/${board.id}`) },
    ]}
  />
);
