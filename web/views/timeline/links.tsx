import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { Static } from 'typebox';
import type { relations } from '../../../contract/relations.ts';
import { routes } from '../../../contract/routes.ts';
import { server } from '../../app/session.ts';
import { everyCard } from '../arrange.ts';
import type { Span } from '../days.ts';
import { placeOf, spanNow, type TimelineState } from './state.ts';

/*
 * What blocks what, as arrows between the bars in view. Tiles do not say it, so it is asked of the service for the cards in
 * view, again when they or what is on them change.
 */

type Relation = Static<typeof relations.among.reply>['relations'][number];

/** The most cards of one request. */
const most = 100;

/** Milliseconds without a change before the service is asked. */
const calm = 400;

/** What blocks what among the cards in view. */
export function useBlocking(
  { board }: TimelineState,
  ids: ReadonlySignal<string>,
): ReadonlySignal<readonly Relation[]> {
  const found = useSignal<readonly Relation[]>([]);
  useSignalEffect(() => {
    everyCard(board.store);
    const cardPublicIds = ids.value.split(' ').filter(Boolean).slice(0, most);
    if (cardPublicIds.length < 2) return undefined;
    const ended = new AbortController();
    const ask = async () => {
      const input = { params: { boardPublicId: board.id }, query: { cardPublicIds } };
      // Without a connection, those that are known stay.
      const answer = await server
        .ask(routes.relations.among, input, { signal: ended.signal })
        .catch(() => undefined);
      if (answer && !ended.signal.aborted)
        found.value = answer.reply.relations.filter(({ type }) => type === 'blocks');
    };
    const timer = setTimeout(() => void ask(), calm);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  });
  return found;
}

/** Pixels between the end of a bar and where its arrow turns. */
const out = 10;

interface LinksProps {
  state: TimelineState;
  blocking: ReadonlySignal<readonly Relation[]>;
  /** The index of the line of each card. */
  places: ReadonlySignal<ReadonlyMap<string, number>>;
  height: number;
  names: string;
}

export function Links({ state, blocking, places, height, names }: LinksProps) {
  const arrows = useComputed(() =>
    blocking.value.flatMap(({ publicId, cardPublicId, otherPublicId }) => {
      const [from, to] = [spanNow(state, cardPublicId), spanNow(state, otherPublicId)];
      const [row, other] = [places.value.get(cardPublicId), places.value.get(otherPublicId)];
      if (!from || !to || row === undefined || other === undefined) return [];
      const isDone = state.board.store.get('card', cardPublicId).value?.completedAt !== null;
      return [{ publicId, from, to, row, other, isBroken: !isDone && to.from < from.to }];
    }),
  );
  const broken = useComputed(() => arrows.value.filter(({ isBroken }) => isBroken).length);
  useSignalEffect(() => {
    state.broken.value = broken.value;
  });
  return (
    <svg
      aria-hidden="true"
      style={{
        position: 'absolute',
        insetBlock: 0,
        insetInlineStart: names,
        inlineSize: `calc(100% - ${names})`,
        blockSize: '100%',
        zIndex: 2,
        fill: 'none',
        strokeWidth: '1.5',
        pointerEvents: 'none',
        ...(document.dir === 'rtl' ? { transform: 'scaleX(-1)' } : {}),
      }}
    >
      {arrows.value.map(({ publicId, from, to, row, other, isBroken }) => (
        <path
          key={publicId}
          d={pathOf(ends(state, from, to), (row + 1.5) * height, (other + 1.5) * height, height)}
          style={{ stroke: isBroken ? 'var(--danger)' : 'var(--line-strong)' }}
          stroke-dasharray={isBroken ? '4 3' : undefined}
        />
      ))}
    </svg>
  );
}

function ends(state: TimelineState, from: Span, to: Span): { left: number; right: number } {
  const { start, size } = placeOf(state, from);
  return { left: start + size, right: placeOf(state, to).start };
}

/** From the end of a bar to the start of another, over a gap between rows if that is further back. */
function pathOf(
  { left, right }: { left: number; right: number },
  y1: number,
  y2: number,
  height: number,
): string {
  const head = `m-4 -4 l4 4 l-4 4`;
  if (right - left >= 2 * out) return `M${left} ${y1} h${out} V${y2} H${right} ${head}`;
  const between = y2 > y1 ? y2 - height / 2 : y2 + height / 2;
  return `M${left} ${y1} h${out} V${between} H${right - out} V${y2} h${out} ${head}`;
}
