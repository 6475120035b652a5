import { ChevronLeft, ChevronRight, Rss } from 'lucide';
import { isCompact } from '../../board/narrow.ts';
import { dayNames, locale } from '../../messages/formats.ts';
import { viewTexts } from '../../messages/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { dateOn } from '../days.ts';
import type { ViewProps } from '../kind.ts';
import { type CalendarState, turn } from './state.ts';

/** Which month or week a calendar shows, and what leads to others. */
export function Bar({ state, change }: { state: CalendarState; change: ViewProps['change'] }) {
  const { at, isWeek, today, isTrayOpen } = state;
  const undated = state.undated.value.length;
  const texts = viewTexts.calendar;
  const kind = isWeek.value ? 'week' : 'month';
  return (
    <>
      <h2 aria-live="polite" style={{ paddingInlineStart: '0.25rem' }}>
        {isWeek.value ? weekText(state) : dayNames.month(dateOn(at.value))}
      </h2>
      <span class="row">
        <IconButton icon={ChevronLeft} name={texts.before[kind]} run={() => turn(state, -1)} />
        <IconButton icon={ChevronRight} name={texts.next[kind]} run={() => turn(state, 1)} />
        <button class="button small" type="button" onClick={() => (at.value = today.peek())}>
          {texts.today}
        </button>
      </span>
      <span class="segments" role="group" aria-label={texts.shows}>
        {(['month', 'week'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            onClick={() => change({ layout: each })}
          >
            {texts[each]}
          </button>
        ))}
      </span>
      <button
        class="button plain small"
        type="button"
        aria-pressed={isTrayOpen.value}
        onClick={() => (isTrayOpen.value = !isTrayOpen.peek())}
      >
        {texts.undated(undated)}
      </button>
      {!isCompact.value && (
        <a class="button plain small" href={`/b/${state.board.id}/calendar`}>
          <Icon of={Rss} /> {texts.subscribe}
        </a>
      )}
    </>
  );
}

function weekText({ days }: CalendarState): string {
  const format = new Intl.DateTimeFormat(locale.value, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const [first = 0, last = first] = [days.value[0], days.value.at(-1)];
  return format.formatRange(new Date(dateOn(first)), new Date(dateOn(last)));
}
