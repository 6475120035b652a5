import type { CDPSession, Page } from 'playwright-core';

/* The tasks of the main threads of pages, by Chromium's trace: processor time, so that other load on the machine matters little. */

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const categories = ['disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'];

/** The events of the main threads during some work. */
async function eventsOf(cdp: CDPSession, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  });
  await work();
  const ended = new Promise<void>((done) => void cdp.once('Tracing.tracingComplete', () => done()));
  await cdp.send('Tracing.end');
  await ended;
  cdp.off('Tracing.dataCollected', collect);
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events.filter(({ pid, tid }) => isMain.has(`${pid} ${tid}`));
}

const isTask = ({ name }: TraceEvent): boolean => name === 'RunTask';
const cost = ({ tdur = 0 }: TraceEvent): number => tdur / 1000;

/** The milliseconds of processor time of each task. */
export const tasksOf = async (cdp: CDPSession, work: () => Promise<unknown>): Promise<number[]> =>
  (await eventsOf(cdp, work)).filter(isTask).map(cost);

/** The same of the tasks in which a frame was made: what scripts did for it, its style, layout and paint. */
export async function framesOf(cdp: CDPSession, work: () => Promise<unknown>): Promise<number[]> {
  const events = await eventsOf(cdp, work);
  const painted = events.filter(({ name }) => name === 'PrePaint').map(({ ts, pid }) => ({ ts, pid }));
  return events
    .filter(isTask)
    .filter((task) =>
      painted.some(({ ts, pid }) => pid === task.pid && ts >= task.ts && ts < task.ts + (task.dur ?? 0)),
    )
    .map(cost);
}

export const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

export function at(share: number, all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const rounded = (figure: number): string => figure.toFixed(figure < 100 ? 1 : 0);

export const framed = (page: Page, frames = 2) =>
  page.evaluate(`new Promise((done) => {
    let left = ${frames};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
    next();
  })`);

/**
 * Waits until an element is there, and for four more frames. It uses the browser's own protocol, because the script that the
 * driver injects to find elements takes 30 ms of the main thread, which would count as the page's.
 */
export const shown = (cdp: CDPSession, selector: string) =>
  cdp.send('Runtime.evaluate', {
    awaitPromise: true,
    expression: `new Promise((done) => {
      let left = 4;
      const next = () =>
        document.querySelector(${JSON.stringify(selector)}) && left-- === 0 ? done() : requestAnimationFrame(next);
      next();
    })`,
  });

/** Repeats a step; returns the milliseconds of each run. */
export async function each(
  page: Page,
  cdp: CDPSession,
  times: number,
  step: (n: number) => Promise<unknown>,
) {
  const costs: number[] = [];
  for (let n = 0; n < times; n++) {
    costs.push(
      sum(
        await tasksOf(cdp, async () => {
          await step(n);
          await framed(page);
        }),
      ),
    );
  }
  return costs;
}
