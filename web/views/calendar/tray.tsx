import { useComputed } from '@preact/signals';
import { isNarrow } from '../../board/narrow.ts';
import { selected } from '../../board/select.ts';
import { viewTexts } from '../../messages/views.ts';
import type { CalendarState } from './state.ts';

/** Cards that are shown at most: more would not be found here, but by a filter. */
const most = 100;

/** The cards without a date, from where they are dragged to a day, and to where others are dragged to lose theirs. */
export function Tray({ state }: { state: CalendarState }) {
  const isOver = useComputed(() => state.over.value === 'none').value;
  const ids = state.undated.value;
  const texts = viewTexts.calendar;
  return (
    <aside
      data-day="none"
      aria-label={texts.undatedCards}
      style={{
        overflow: 'auto',
        padding: '0.5rem',
        background: isOver ? 'var(--accent-soft)' : 'var(--sunken)',
        ...(isNarrow.value
          ? { maxBlockSize: '40%', borderBlockStart: '1px solid var(--line)' }
          : { flex: '0 0 15rem', borderInlineStart: '1px solid var(--line)' }),
      }}
    >
      <ul style={{ display: 'grid', gap: '0.375rem', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {ids.slice(0, most).map((id) => (
          <Tile key={id} state={state} id={id} />
        ))}
        {ids.length > most && <li class="quiet fine">{texts.more(ids.length - most)}</li>}
      </ul>
      <p class="quiet fine" style={{ padding: '0.5rem' }}>
        {texts.dropHere}
      </p>
    </aside>
  );
}

function Tile({ state, id }: { state: CalendarState; id: string }) {
  const card = state.board.store.get('card', id).value;
  const isSelected = useComputed(() => selected.value.has(id)).value;
  if (!card) return null;
  return (
    <li class={isSelected ? 'card selected' : 'card'} data-card={id}>
      <a
        class="card-title whole"
        href={`/c/${id}`}
        draggable={false}
        tabIndex={state.stop.value === id ? 0 : -1}
      >
        {card.title}
      </a>
    </li>
  );
}
