import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { addCard } from '../../board/commands.ts';
import { may } from '../../board/may.ts';
import { newPublicId } from '../../board/open.ts';
import { t } from '../../messages/t.ts';
import { viewTexts } from '../../messages/views.ts';
import { isComposing } from '../../ui/composing.ts';
import { takesFocus } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { everyCard } from '../arrange.ts';
import { GroupButton } from '../group-button.tsx';
import type { Line } from '../lines.ts';
import { placeOf } from './row.tsx';
import type { TableState } from './state.ts';

interface LineProps<K extends Line['kind']> {
  state: TableState;
  line: Extract<Line, { kind: K }>;
  index: number;
  top: number;
}

/** The name of a group, which folds it. */
export function GroupLine({ state, line, index, top }: LineProps<'group'>) {
  return (
    <div class="grid-line" role="row" aria-rowindex={index + 2} style={{ insetBlockStart: `${top}px` }}>
      <div
        class="row cell"
        role="gridcell"
        aria-colindex={1}
        aria-colspan={state.columns.value.length}
        style={{ gridColumn: '1 / -1', paddingInline: '0.125rem' }}
      >
        <GroupButton line={line} folded={state.folded} />
      </div>
    </div>
  );
}

/** Below a group: where a card is added, and what its columns add up to. */
export function FootLine({ state, line: { group }, index, top }: LineProps<'foot'>) {
  const { board, columns, shown } = state;
  // One signal for all of them: a group may have ten thousand.
  everyCard(board.store);
  const cards = group.cards.flatMap((id) => board.store.peek('card', id) ?? []);
  const list = listOf(state, group.id);
  return (
    <div class="grid-line quiet" role="row" aria-rowindex={index + 2} style={{ insetBlockStart: `${top}px` }}>
      {shown.value.map((at) => {
        const column = columns.value[at];
        return (
          column && (
            <div
              key={column.id}
              class={column.id === 'title' ? 'row cell name' : 'row cell'}
              style={placeOf(column, at)}
              role="gridcell"
              aria-colindex={at + 1}
            >
              {column.id === 'title' && list !== undefined && may(board, 'card:create') ? (
                <Adding state={state} list={list} />
              ) : (
                column.foot?.(cards)
              )}
            </div>
          )
        );
      })}
    </div>
  );
}

/** The list to which a card is added below a group. */
function listOf({ settings, board }: TableState, group: string): string | undefined {
  const { groupBy } = settings.value;
  return groupBy === 'list' ? group : groupBy === null ? board.store.lists.value[0] : undefined;
}

function Adding({ state: { board }, list }: { state: TableState; list: string }) {
  const isOpen = useSignal(false);
  if (!isOpen.value) {
    return (
      <button class="button plain small" type="button" tabIndex={-1} onClick={() => (isOpen.value = true)}>
        <Icon of={Plus} /> {viewTexts.addTo}
      </button>
    );
  }
  const add = (title: string) => {
    const after = board.store.cardsOf(list).peek().at(-1) ?? null;
    board.do(addCard(board.store, newPublicId(), title, { listId: list, after, before: null }), {
      isQuiet: true,
    });
  };
  return (
    <input
      class="input"
      maxLength={2000}
      autocomplete="off"
      placeholder={t.board.cardTitle}
      aria-label={t.board.cardTitle}
      ref={takesFocus}
      onBlur={() => (isOpen.value = false)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        event.stopPropagation();
        if (event.key === 'Escape') isOpen.value = false;
        const title = event.currentTarget.value.trim();
        if (event.key !== 'Enter' || title === '') return;
        add(title);
        event.currentTarget.value = '';
      }}
    />
  );
}
