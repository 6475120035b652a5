import { useSignalEffect } from '@preact/signals';
import { Bookmark, ChevronDown } from 'lucide';
import { useEffect } from 'preact/hooks';
import { go } from '../app/location.ts';
import { useResource } from '../app/resource.ts';
import { criteria } from '../board/filter.ts';
import { toAddress } from '../board/match.ts';
import { isNarrow, matching } from '../board/narrow.ts';
import type { OpenBoard } from '../board/open.ts';
import { addressOfView, viewAsked, viewsTold } from '../board/view-address.ts';
import { viewTexts } from '../messages/views.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { kindOf, kinds } from './kinds.ts';
import { addressOfSaved } from './saved.ts';
import { readViews, type Saved } from './settings.ts';

/** Whether there is room for the names of all kinds. */
const isRoomy = matching('(width >= 80rem)');

/** Milliseconds within which pages that were told of a change of views read them again, each at another time. */
const spread = 2000;

/** Keeps the saved views of a board up to date. */
function useSaved(board: OpenBoard): readonly Saved[] {
  const saved = useResource(`views ${board.id}`, (until) => readViews(board.id, until), { isKept: true });
  useSignalEffect(() => {
    // A board that was read again may have missed events.
    if (viewsTold.value === 0 && board.changed.value.id !== null) return undefined;
    const timer = setTimeout(() => void saved.read(), Math.random() * spread);
    return () => clearTimeout(timer);
  });
  return saved.value.value ?? [];
}

/** Switches between the views of a board: the kinds side by side, and those that are saved in a menu. */
export function ViewSwitch({ board }: { board: OpenBoard }) {
  const saved = useSaved(board);
  const asked = viewAsked.value;
  const current = saved.find(({ publicId }) => publicId === asked);
  const kind = current?.kind ?? (asked || 'board');
  const addressOf = (of: string) =>
    addressOfView(`/b/${board.id}`, toAddress(criteria.value), of === 'board' ? '' : of);
  if (isNarrow.value) {
    const offered = kinds.map((each) => ({
      text: viewTexts.kinds[each.kind],
      run: () => go(addressOf(each.kind)),
    }));
    return (
      <Menu
        label={viewTexts.views}
        class="button plain"
        face={
          <>
            <Icon of={(kindOf(kind) ?? kinds[0])?.icon ?? Bookmark} size={18} />
            <span class="name">{viewTexts.views}</span>
          </>
        }
        items={() => [...offered, ...itemsOf(board, saved)]}
      />
    );
  }
  return (
    <>
      <nav class="segments" aria-label={viewTexts.views}>
        {kinds.map((each) => (
          <a
            key={each.kind}
            href={addressOf(each.kind)}
            title={viewTexts.kinds[each.kind]}
            aria-current={each.kind === kind ? 'page' : undefined}
          >
            <Icon of={each.icon} />
            <span class={isRoomy.value ? '' : 'unseen'}>{viewTexts.kinds[each.kind]}</span>
          </a>
        ))}
      </nav>
      {saved.length > 0 && (
        <Menu
          label={viewTexts.saved}
          title={viewTexts.saved}
          class={current ? 'button plain small on' : 'button plain small'}
          face={
            <>
              <Icon of={Bookmark} />
              {current && <span class="one-line in">{current.name}</span>}
              <Icon of={ChevronDown} size={14} />
            </>
          }
          items={() => itemsOf(board, saved)}
        />
      )}
    </>
  );
}

/** The saved views; own ones below a line. */
const itemsOf = (board: OpenBoard, saved: readonly Saved[]): MenuItem[] =>
  saved.map((view, index) => ({
    text: view.name,
    isFirst: index > 0 && !view.shared && saved[index - 1]?.shared === true,
    run: () => go(addressOfSaved(board, view)),
  }));

/** Shows the filter of a saved view whose address does not say one. */
export function useFilterOf(board: OpenBoard, saved: Saved | undefined): void {
  const id = saved?.publicId;
  useEffect(() => {
    if (saved?.filter && toAddress(criteria.peek()) === '')
      go(addressOfSaved(board, saved), { replace: true });
  }, [board, id]);
}
