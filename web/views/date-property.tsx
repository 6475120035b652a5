import type { IconNode } from 'lucide';
import { longDate, shortDate } from '../board/due.ts';
import { DueChip } from '../board/due-chip.tsx';
import { DatePicks } from '../card/date-picks.tsx';
import type { PicksProps } from '../card/picks.tsx';
import { endOf, localOf, wholeDayOf } from '../messages/days.ts';
import { viewTexts } from '../messages/views.ts';
import type { Card, Property } from './property.ts';
import { changeDate, dateFrom } from './written.ts';

const dayMs = 86_400_000;

/** The day this many days from now. */
const inDays = (days: number): string => {
  const now = new Date();
  return wholeDayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

/** A date in full, where the text is for programs. */
export const titleOf = (date: string | null): string => (date === null ? '' : longDate(date));

/** The due date or the start of cards; grouped by how soon it is. */
export function dateOf(id: 'due' | 'start', field: 'dueDate' | 'startDate', icon: IconNode): Property {
  const { days, without } = viewTexts;
  const put: Record<string, () => string | null> = {
    '': () => null,
    today: () => inDays(0),
    week: () => inDays(7),
  };
  const groupOf = (card: Card): string => {
    const date = card[field];
    if (date === null) return '';
    const start = localOf(inDays(0)).getTime();
    const at = localOf(date).getTime();
    if (id === 'due' && card.completedAt === null && endOf(date) <= Date.now()) return 'overdue';
    if (at < start + dayMs) return id === 'start' || at >= start ? 'today' : 'overdue';
    return at < start + 8 * dayMs ? 'week' : 'later';
  };
  return {
    id,
    name: viewTexts.properties[id],
    icon,
    width: 10,
    ...(id === 'due' ? { isUsual: true as const } : {}),
    sortBy: (card) => {
      const date = card[field];
      return date === null ? undefined : localOf(date).getTime();
    },
    groups: () => ({
      all: [
        ...(id === 'due' ? [{ id: 'overdue', name: days.overdue }] : []),
        { id: 'today', name: days.today },
        { id: 'week', name: days.week },
        { id: 'later', name: days.later },
        { id: '', name: without[id] },
      ],
      of: (card) => [groupOf(card)],
      put: (card, to) => {
        const day = put[to]?.();
        return day === undefined ? undefined : changeDate(card, field, day);
      },
    }),
    cell: (card) => {
      const date = card[field];
      if (date === null) return null;
      return id === 'due' ? <DueChip date={date} isDone={card.completedAt !== null} /> : shortDate(date);
    },
    text: (card) => card[field]?.replace('T00:00:00.000Z', '') ?? '',
    title: (card) => titleOf(card[field]),
    write: (card, given) => {
      const date = dateFrom(given);
      return date === undefined ? undefined : changeDate(card, field, date);
    },
    Picks: id === 'due' ? DatePicks : (props: PicksProps) => <DatePicks {...props} first="startDate" />,
    ...(id === 'due'
      ? {
          foot: (cards: readonly Card[]) => {
            const late = cards.filter(
              (card) => groupOf(card) === 'overdue' && card.completedAt === null,
            ).length;
            return late > 0 ? viewTexts.overdue(late) : '';
          },
        }
      : {}),
  };
}
