import { TriangleAlert } from 'lucide';
import { viewTexts } from '../../messages/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ViewProps } from '../kind.ts';
import { type TimelineState, zooms } from './state.ts';

interface BarProps {
  state: TimelineState;
  change: ViewProps['change'];
  toToday: () => void;
}

/** How large the days of a timeline are, and what leads to today. */
export function Bar({ state, change, toToday }: BarProps) {
  const broken = state.broken.value;
  return (
    <>
      <button class="button small" type="button" onClick={toToday}>
        {viewTexts.calendar.today}
      </button>
      <span class="segments" role="group" aria-label={viewTexts.calendar.shows}>
        {zooms.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={state.zoom.value === each}
            onClick={() => change({ layout: each })}
          >
            {viewTexts.timeline.zooms[each]}
          </button>
        ))}
      </span>
      <span role="status">
        {broken > 0 && (
          <span class="badge overdue">
            <Icon of={TriangleAlert} size={14} /> {viewTexts.timeline.broken(broken)}
          </span>
        )}
      </span>
    </>
  );
}
