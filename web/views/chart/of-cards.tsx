import type { OpenBoard } from '../../board/open.ts';
import { chartTexts as texts } from '../../messages/charts.ts';
import { day as dayName } from '../../messages/formats.ts';
import { type Chart, type Mark, type Place, someOf } from './chart.ts';
import { between, duration, type Flow, nameOfCard, secondsOfDay, shortDay } from './words.ts';

/* The charts whose marks are cards: how long they took, and how old they are. */

export type Since = 'lead' | 'cycle';

type FlowCard = Flow['open'][number];

const beganAt = ({ createdAt, startedAt }: FlowCard, since: Since): string | null =>
  since === 'lead' ? createdAt : startedAt;

const days = (seconds: number): string => (Math.round((seconds / secondsOfDay) * 100) / 100).toString();

/** What the reader's clock shows, as if it were UTC: days are such. */
const localTime = (at: string): number => Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000;

const dots = (marks: readonly Mark[], { x, y }: Place) =>
  marks.map(({ x: at, y: value = 0, card }) => (
    <circle key={card} cx={x(at)} cy={y(value)} r={4} fill="var(--accent)" fill-opacity={0.55} />
  ));

const line = ({ left, right, y }: Place, value: number, name: string) => (
  <g key={name}>
    <line x1={left} x2={right} y1={y(value)} y2={y(value)} stroke="var(--text-soft)" stroke-dasharray="4 3" />
    <text x={right} y={y(value) - 4} text-anchor="end" fill="var(--text-soft)">
      {name}
    </text>
  </g>
);

const summaryOf = (times: Flow['leadTime']): string =>
  times === null ? '' : `${texts.median(duration(times.median))}, ${texts.most(duration(times.most))}`;

/** Says so if not all cards are listed. */
const cut = (summary: string, shown: number, all: number): string =>
  shown < all ? [summary, texts.firstOf(shown, all)].filter(Boolean).join(', ') : summary;

/** How long the completed cards took, on the day on which they were completed. */
export function timesChart(board: OpenBoard, flow: Flow, since: Since): Chart {
  const times = since === 'lead' ? flow.leadTime : flow.cycleTime;
  const first = Date.parse(flow.days[0]?.day ?? '');
  const span = Math.max(1, flow.days.length) * secondsOfDay * 1000;
  const cards = flow.completed.toReversed().flatMap((card) => {
    const began = beganAt(card, since);
    return began === null ? [] : { card, took: Math.max(0, between(began, card.completedAt)) };
  });
  const marks = cards.map(({ card, took }) => ({
    x: Math.min(1, Math.max(0, (localTime(card.completedAt) - first) / span)),
    y: took / secondsOfDay,
    card: card.publicId,
    says: texts.times.says(nameOfCard(board, card), dayName(card.completedAt), duration(took)),
  }));
  return {
    key: 'times',
    title: texts.times[since],
    summary: cut(summaryOf(times), flow.completed.length, flow.completedCount),
    columns: [texts.card, texts.created, texts.started, texts.completed, texts.duration],
    rows: cards.map(({ card, took }) => [
      nameOfCard(board, card),
      card.createdAt,
      card.startedAt ?? '',
      card.completedAt,
      days(took),
    ]),
    marks,
    most: Math.max(0, ...marks.map(({ y }) => y)),
    labels: someOf(flow.days.length, 6).map((index) => ({
      at: index / Math.max(1, flow.days.length),
      text: shortDay(flow.days[index]?.day ?? ''),
    })),
    legend: [],
    draw: (place) => [
      ...dots(marks, place),
      ...(times
        ? [
            line(place, times.most / secondsOfDay, texts.most(duration(times.most))),
            times.median < times.most &&
              line(place, times.median / secondsOfDay, texts.median(duration(times.median))),
          ]
        : []),
    ],
    empty: since === 'cycle' && flow.completed.length > 0 ? texts.noCycles : texts.noTimes,
  };
}

/** How old the open cards of each list are. */
export function agesChart(board: OpenBoard, flow: Flow, since: Since): Chart {
  const now = new Date().toISOString();
  const { lists, open } = flow;
  const cards = lists.flatMap(({ publicId: list, name }, index) =>
    open
      .filter(({ listPublicId }) => listPublicId === list)
      .flatMap((card) => {
        const began = beganAt(card, since);
        return began === null ? [] : { card, name, index, age: Math.max(0, between(began, now)) };
      })
      .sort((a, b) => b.age - a.age),
  );
  const marks = cards.map(({ card, name, index, age }, order) => ({
    // Beside each other, so that cards of the same age are seen.
    x: (index + 0.5 + ((((order * 5) % 9) - 4) / 9) * 0.6) / lists.length,
    y: age / secondsOfDay,
    card: card.publicId,
    says: texts.ages.says(nameOfCard(board, card), name, duration(age)),
  }));
  return {
    key: 'ages',
    title: texts.ages.title,
    summary: cut(texts.ages.summary(flow.openCount), open.length, flow.openCount),
    columns: [texts.card, texts.list, texts.created, texts.started, texts.duration],
    rows: cards.map(({ card, name, age }) => [
      nameOfCard(board, card),
      name,
      card.createdAt,
      card.startedAt ?? '',
      days(age),
    ]),
    marks,
    most: Math.max(0, ...marks.map(({ y }) => y)),
    labels: someOf(lists.length, 8).map((index) => ({
      at: (index + 0.5) / lists.length,
      text: lists[index]?.name ?? '',
    })),
    legend: [],
    draw: (place) => dots(marks, place),
    empty: since === 'cycle' && open.length > 0 ? texts.ages.noneStarted : texts.empty,
  };
}
