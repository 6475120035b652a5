import { useComputed, useSignal } from '@preact/signals';
import { RefreshCw } from 'lucide';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { routes } from '../../../contract/routes.ts';
import { problemOf } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import { announce } from '../../board/announce.ts';
import { isNarrow } from '../../board/narrow.ts';
import { chartTexts as texts } from '../../messages/charts.ts';
import { t } from '../../messages/t.ts';
import { viewTexts } from '../../messages/views.ts';
import { Choose } from '../../ui/choose.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import { filterText } from '../filter-text.ts';
import { useInstead } from '../instead.ts';
import type { ViewProps } from '../kind.ts';
import { Figure } from './figure.tsx';
import { agesChart, type Since, timesChart } from './of-cards.tsx';
import { flowChart, weeksChart } from './of-days.tsx';
import type { Flow } from './words.ts';

const periods = [30, 90, 180, 366] as const;

/** What charts are set to, as the layout of their view. */
interface Layout {
  days: number;
  since: Since;
  start: string;
}

function layoutFrom(text: string | null): Layout {
  const given = new URLSearchParams(text ?? '');
  const days = Number(given.get('days'));
  return {
    days: periods.find((each) => each === days) ?? 90,
    since: given.get('since') === 'lead' ? 'lead' : 'cycle',
    start: given.get('start') ?? '',
  };
}

const layoutText = ({ days, since, start }: Layout): string =>
  new URLSearchParams({ days: String(days), since, ...(start ? { start } : {}) }).toString();

/** Milliseconds without a change of the filter or the settings after which charts are read. */
const rest = 300;

/** How cards went through the board: four charts of its history. */
export function Charts(props: ViewProps) {
  const { board, bar } = props;
  const root = useRef<HTMLDivElement>(null);
  const reading = useReading(props);
  const none = useComputed((): readonly string[] => []);
  const instead = useMemo(
    () => ({ cards: none, reveal: async () => undefined, neighbourOf: (card: string | undefined) => card }),
    [],
  );
  useInstead(board, root, instead);
  useLayoutEffect(() => {
    bar.value = <Bar reading={reading} change={props.change} />;
    return () => {
      bar.value = null;
    };
  }, [reading]);
  const { flow, problem, layout } = reading;
  const { since } = layout.value;
  const name = board.store.get('board', board.id).value?.name ?? '';
  const { value } = flow;
  return (
    <div
      class="view"
      ref={root}
      role="region"
      aria-label={viewTexts.kinds.chart}
      style={{ flex: 1, minBlockSize: 0, overflow: 'auto', ...(isNarrow.value ? room.narrow : room.wide) }}
    >
      {value && (
        <div style={grid}>
          {[
            flowChart(board, value),
            timesChart(board, value, since),
            weeksChart(value),
            agesChart(board, value, since),
          ].map((chart) => (
            <Figure key={chart.key} chart={chart} board={name} />
          ))}
        </div>
      )}
      {value && value.openCount + value.completedCount === 0 && <p class="quiet">{texts.nothing}</p>}
      {!value && problem.value !== undefined && (
        <section class="trouble">
          <p role="alert">{problemOf(problem.value)}</p>
          <button class="button" type="button" onClick={() => void reading.read()}>
            {t.retry}
          </button>
        </section>
      )}
      {!value && problem.value === undefined && (
        <p class="quiet" role="status">
          {t.loading}
        </p>
      )}
    </div>
  );
}

const room = { narrow: { padding: '0 0.5rem 0.5rem' }, wide: { padding: '0 0.875rem 0.875rem' } };
const grid = {
  display: 'grid',
  gap: '0.75rem',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(24rem, 34%)), 1fr))',
};

type Reading = ReturnType<typeof useReading>;

/** Reads what the charts are made of: at first, when asked to, and when the filter or the settings have changed. */
function useReading({ board, settings }: ViewProps) {
  const flow = useSignal<Flow | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const isReading = useSignal(false);
  /** The number of changes of the board when they were read. */
  const readAt = useSignal(0);
  const layout = useComputed(() => layoutFrom(settings.value.layout));
  const asked = useComputed(() => {
    const { days, start } = layout.value;
    const filter = filterText();
    return { days, ...(start ? { startListPublicId: start } : {}), ...(filter ? { filter } : {}) };
  });
  const key = useComputed(() => JSON.stringify(asked.value));
  const isOld = useComputed(() => flow.value !== undefined && board.changed.value.count !== readAt.value);
  const state = useMemo(() => {
    let current = new AbortController();
    const read = async (): Promise<void> => {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      const count = board.changed.peek().count;
      isReading.value = true;
      try {
        const params = { boardPublicId: board.id };
        const { reply } = await server.ask(routes.flow.read, { params, query: asked.peek() }, { signal });
        if (signal.aborted) return;
        [flow.value, problem.value, readAt.value] = [reply, undefined, count];
      } catch (error) {
        if (signal.aborted) return;
        [flow.value, problem.value] = [undefined, error];
      }
      isReading.value = false;
    };
    return { flow, problem, layout, isReading, isOld, read, end: () => current.abort() };
  }, [board]);
  const asks = key.value;
  useEffect(() => {
    const timer = setTimeout(() => void state.read(), flow.peek() ? rest : 0);
    return () => clearTimeout(timer);
  }, [state, asks]);
  useEffect(() => state.end, [state]);
  return state;
}

type Set = (given: Partial<Layout>) => void;

/** The period, where work starts, and what reads the charts again. */
function Bar({ reading, change }: { reading: Reading; change: ViewProps['change'] }) {
  const { flow, layout, isReading, isOld, read } = reading;
  const { since } = layout.value;
  const set: Set = (given) => change({ layout: layoutText({ ...layout.peek(), ...given }) });
  return (
    <>
      <Period days={layout.value.days} set={set} />
      {/* On a phone, in a row of its own below the others. */}
      <span class="segments" role="group" aria-label={texts.from} style={isNarrow.value ? { order: 1 } : {}}>
        {(['cycle', 'lead'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={since === each} onClick={() => set({ since: each })}>
            {texts[each]}
          </button>
        ))}
      </span>
      {since === 'cycle' && <Start lists={flow.value?.lists ?? []} start={layout.value.start} set={set} />}
      <button
        class={isOld.value ? 'button plain small on' : 'button plain small'}
        type="button"
        title={isOld.value ? texts.changed : texts.update}
        aria-busy={isReading.value}
        onClick={() => void read().then(() => announce(texts.updated))}
      >
        <Icon of={RefreshCw} />
        <span class={isNarrow.value ? 'unseen' : ''}>{texts.update}</span>
      </button>
    </>
  );
}

const option = (id: string, text: string, isHeld: boolean) => ({
  id,
  text,
  shown: <span class="name one-line">{text}</span>,
  held: isHeld ? ('all' as const) : ('none' as const),
});

const hide = (id: string): void => document.getElementById(id)?.hidePopover();

const Period = ({ days, set }: { days: number; set: Set }) => (
  <PopoverButton id="chart-days" label={texts.period} class="button plain small" face={texts.days(days)}>
    <div class="account">
      <Choose
        label={texts.period}
        isSingle
        options={periods.map((each) => option(String(each), texts.days(each), each === days))}
        turn={(id) => {
          set({ days: Number(id) });
          hide('chart-days');
        }}
      />
    </div>
  </PopoverButton>
);

function Start({ lists, start, set }: { lists: Flow['lists']; start: string; set: Set }) {
  const from = lists.find(({ publicId }) => publicId === start)?.name ?? texts.firstMove;
  return (
    <PopoverButton
      id="chart-start"
      label={texts.startLabel}
      class="button plain small"
      face={
        <span class="one-line" style={{ maxInlineSize: isNarrow.value ? '8rem' : '24rem' }}>
          {isNarrow.value ? from : texts.start(from)}
        </span>
      }
    >
      <div class="account">
        <Choose
          label={texts.findList}
          isSingle
          options={[
            option('', texts.firstMove, start === ''),
            ...lists.map(({ publicId, name }) => option(publicId, name, publicId === start)),
          ]}
          turn={(id) => {
            set({ start: id });
            hide('chart-start');
          }}
        />
      </div>
    </PopoverButton>
  );
}
