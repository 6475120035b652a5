import { hues } from '../../../contract/hues.ts';
import type { OpenBoard } from '../../board/open.ts';
import { chartTexts as texts } from '../../messages/charts.ts';
import { locale } from '../../messages/formats.ts';
import { type Chart, type Place, someOf } from './chart.ts';
import { type Flow, shortDay } from './words.ts';

/* The charts whose marks are days and weeks: cumulative flow and throughput. */

/** The color of a list: its own, or one that differs from those of its neighbors. */
function colourOf({ store }: OpenBoard, id: string, index: number): string {
  const own = store.peek('list', id)?.colour;
  return own ?? `oklch(0.64 0.14 ${hues[(index * 5 + 8) % hues.length] ?? 0})`;
}

export const doneColour = 'oklch(0.62 0.1 155)';

/** Across a day, so that a line has an end on each side; a single day is in the middle. */
const across = (index: number, count: number): number => (count < 2 ? 0.5 : index / (count - 1));

const labelsOf = (days: readonly { day: string }[], at: (index: number, count: number) => number) =>
  someOf(days.length, 6).map((index) => ({
    at: at(index, days.length),
    text: shortDay(days[index]?.day ?? ''),
  }));

/** Without the days before there was any card; a week at least. */
function sinceFirst(days: Flow['days']): Flow['days'] {
  const first = days.findIndex(({ open, completed }) => completed > 0 || open.some((count) => count > 0));
  return first < 0 ? days : days.slice(Math.max(0, Math.min(first - 1, days.length - 7)));
}

/** How many cards each list had on each day, one above the other, and the completed ones below. */
export function flowChart(board: OpenBoard, flow: Flow): Chart {
  const { lists, openCount, completedCount } = flow;
  const days = sinceFirst(flow.days);
  const bands = [
    { name: texts.completed, colour: doneColour, of: (day: Flow['days'][number]) => day.completed },
    ...lists
      .map(({ publicId, name }, index) => ({
        name,
        colour: colourOf(board, publicId, index),
        of: (day: Flow['days'][number]) => day.open[index] ?? 0,
      }))
      .reverse(),
  ];
  const tops = days.map((day) => {
    let sum = 0;
    return bands.map(({ of }) => (sum += of(day)));
  });
  const upTo = (band: number, { x, y }: Place) =>
    days.map((_, index) => `${x(across(index, days.length))},${y(tops[index]?.[band] ?? 0)}`);
  const says = (day: Flow['days'][number]) =>
    texts.flow.says(
      shortDay(day.day),
      lists.map(({ name }, index) => texts.flow.of(name, day.open[index] ?? 0)).join(', '),
      day.completed,
    );
  const most = Math.max(0, ...tops.map((each) => each.at(-1) ?? 0));
  return {
    key: 'flow',
    title: texts.flow.title,
    summary: texts.flow.summary(openCount, completedCount),
    columns: [texts.day, ...lists.map(({ name }) => name), texts.completed],
    rows: days.map(({ day, open, completed }) => [day, ...open.map(String), String(completed)]),
    marks: most === 0 ? [] : days.map((day, index) => ({ x: across(index, days.length), says: says(day) })),
    most,
    labels: labelsOf(days, across),
    legend: bands.map(({ name, colour }) => ({ name, colour })).reverse(),
    draw: (place) =>
      bands.map(({ name, colour }, band) => (
        <polygon
          key={`${band} ${name}`}
          points={[
            ...upTo(band, place),
            ...(band === 0
              ? [`${place.right},${place.bottom}`, `${place.left},${place.bottom}`]
              : upTo(band - 1, place).reverse()),
          ].join(' ')}
          fill={colour}
          stroke="var(--surface)"
          stroke-width={days.length > 1 ? 1 : 0}
        />
      )),
    empty: texts.empty,
  };
}

/** How many cards were completed in each week. */
export function weeksChart({ weeks, completedCount }: Flow): Chart {
  const middle = (index: number, count: number) => (index + 0.5) / count;
  const most = Math.max(0, ...weeks.map(({ completed }) => completed));
  const average = (completedCount / Math.max(1, weeks.length)).toLocaleString(locale.value, {
    maximumFractionDigits: 1,
  });
  return {
    key: 'weeks',
    title: texts.weeks.title,
    summary: texts.weeks.summary(average),
    columns: [texts.week, texts.completed],
    rows: weeks.map(({ day, completed }) => [day, String(completed)]),
    marks:
      most === 0
        ? []
        : weeks.map(({ day, completed }, index) => ({
            x: middle(index, weeks.length),
            says: texts.weeks.says(shortDay(day), completed),
          })),
    most,
    labels: labelsOf(weeks, middle),
    legend: [],
    draw: ({ x, y, left, right, bottom }) => {
      const width = Math.max(2, Math.min(40, ((right - left) / weeks.length) * 0.7));
      return weeks.map(({ day, completed }, index) => (
        <rect
          key={day}
          x={x(middle(index, weeks.length)) - width / 2}
          y={y(completed)}
          width={width}
          height={Math.max(0, bottom - y(completed))}
          rx={2}
          fill={doneColour}
        />
      ));
    },
    empty: texts.noTimes,
  };
}
