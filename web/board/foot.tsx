import { PanelRight, Plus } from 'lucide';
import type { ComponentType, RefObject } from 'preact';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { listInView } from './bar.tsx';
import { isPrepared } from './card-page.tsx';
import { Filter } from './filter-menu.tsx';
import { may } from './may.ts';
import { isNarrow } from './narrow.ts';
import type { OpenBoard } from './open.ts';
import { panelOf } from './panel-address.ts';
import { Proposed } from './standing.tsx';

interface FootProps {
  board: OpenBoard;
  /** Absent in other views. */
  lists?: RefObject<HTMLUListElement | null>;
  /** What switches between views of the board. */
  Switch: ComponentType<{ board: OpenBoard }>;
}

/** On a phone, the controls of a board, where a thumb reaches them; cards are added to the list in view. */
export function Foot({ board, lists, Switch }: FootProps) {
  if (!isNarrow.value) return null;
  const add = () => {
    const list = lists?.current && listInView(lists.current);
    if (list) lists?.current?.querySelector<HTMLElement>(`[data-add="${CSS.escape(list)}"]`)?.click();
  };
  return (
    <div class="foot">
      <Filter board={board} />
      <a class="button plain" href={panelOf(board)} aria-label={t.tabs.title}>
        <Icon of={PanelRight} size={18} />
        <span class="name">{t.tabs.panel}</span>
      </a>
      {/* Loaded later, so nothing may follow but what stands at the other end. */}
      {isPrepared.value && <Switch board={board} />}
      <Proposed board={board} />
      {lists && board.store.lists.value.length > 0 && may(board, 'card:create') && (
        <button class="button primary" type="button" onClick={add}>
          <Icon of={Plus} /> <span class="one-line">{t.board.addCard}</span>
        </button>
      )}
    </div>
  );
}
