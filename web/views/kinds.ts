import { Calendar, ChartLine, ChartNoAxesGantt, SquareKanban, Table2 } from 'lucide';
import { lazy } from '../app/lazy.tsx';
import type { KindOfView } from './kind.ts';

/*
 * The kinds of views, in the order of the bar. A new one takes
 *
 * 1. its name in `viewKinds` of contract/views.ts and in `kinds` of
 *    messages/en/views.ts;
 * 2. a row below, whose part is loaded when it is first shown: a component with `ViewProps` of kind.ts, of at most 25 KB;
 * 3. in that component, as in `table/table.tsx`: one element with the class `view`, in which what stands for a card has
 *    `data-card`; and `useInstead()`, by which the keys, the selection, menus and pickers of the board work there.
 *
 * What a part gets:
 * - `cards`: the ids of the cards that the filter lets through, in the order of the board. It follows all changes, those of
 *   others as well; a component that shows a card reads it by `board.store.get('card', id).value`.
 * - `settings` and `change()`: what the view is set to. Changes are kept in this browser until they are saved in the view.
 *   `layout` is for the kind alone.
 * - `board.do(mutations)` changes cards, with undo; `setDates`, `complete` and others of board/doing.ts make the mutations;
 *   `show()` of board/overlay.ts opens the picker of a property.
 * - Properties of cards, for columns, groups and dates: `propertiesOf(board)` of properties.tsx.
 */

export const kinds: readonly KindOfView[] = [
  {
    kind: 'board',
    icon: SquareKanban,
    has: ['groupBy'],
    first: { groupBy: 'members' },
    Part: lazy(() => import('./lanes/lanes.tsx').then((all) => all.Lanes)),
  },
  {
    kind: 'table',
    icon: Table2,
    has: ['groupBy', 'sort', 'columns'],
    first: { groupBy: 'list' },
    Part: lazy(() => import('./table/table.tsx').then((all) => all.Table)),
  },
  {
    kind: 'calendar',
    icon: Calendar,
    has: [],
    first: {},
    Part: lazy(() => import('./calendar/calendar.tsx').then((all) => all.Calendar)),
  },
  {
    kind: 'timeline',
    icon: ChartNoAxesGantt,
    has: ['groupBy', 'sort'],
    first: { groupBy: 'list' },
    Part: lazy(() => import('./timeline/timeline.tsx').then((all) => all.Timeline)),
  },
  {
    kind: 'chart',
    icon: ChartLine,
    has: [],
    first: {},
    Part: lazy(() => import('./chart/charts.tsx').then((all) => all.Charts)),
  },
];

export const kindOf = (kind: string): KindOfView | undefined => kinds.find((each) => each.kind === kind);
