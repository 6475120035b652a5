import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { go } from '../../app/location.ts';
import { locale } from '../../messages/formats.ts';
import { type Chart, type Mark, type Place, scaleTo } from './chart.ts';

const height = 240;

/** The width that an element has, in pixels. */
function useWidth(of: RefObject<HTMLElement | null>): number {
  const width = useSignal(0);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return undefined;
    const measure = () => {
      width.value = element.clientWidth;
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, []);
  return width.value;
}

function placeIn(width: number, top: number): Place {
  const [left, right, bottom] = [36, width - 8, height - 24];
  return {
    left,
    right,
    top: 8,
    bottom,
    x: (fraction) => left + fraction * (right - left),
    y: (value) => bottom - (value / top) * (bottom - 8),
  };
}

interface PlotProps {
  chart: Chart;
  picture: RefObject<SVGSVGElement | null>;
}

/** Its marks are stepped through by arrow keys, as the values of a slider, or pointed at. */
export function Plot({ chart, picture }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const chosen = useSignal<number | undefined>(undefined);
  const { top, steps } = scaleTo(chart.most);
  const place = placeIn(width, top);
  const { marks } = chart;
  const at = Math.min(chosen.value ?? marks.length - 1, marks.length - 1);
  const mark = marks[at];
  const open = (of: Mark | undefined) => of?.card && go(`/c/${of.card}`);
  return (
    <div ref={box} style={{ minInlineSize: 0 }}>
      {width > 0 && (
        <svg
          ref={picture}
          width={width}
          height={height}
          role="slider"
          // In SVG, names of attributes have a case.
          tabindex={0}
          aria-label={chart.title}
          aria-valuemin={1}
          aria-valuemax={marks.length}
          aria-valuenow={at + 1}
          aria-valuetext={mark?.says}
          style={{ display: 'block', fontSize: '11px', direction: 'ltr', touchAction: 'pan-y' }}
          onKeyDown={(event) => {
            const next = stepOf(event.key, at, marks.length);
            if (event.key === 'Enter') open(mark);
            if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            event.stopPropagation();
            chosen.value = next;
          }}
          onPointerMove={(event) => {
            chosen.value = nearest(marks, place, event);
          }}
          onPointerDown={(event) => {
            chosen.value = nearest(marks, place, event);
          }}
          onClick={(event) => {
            const found = marks[nearest(marks, place, event)];
            if (found && distance(found, place, event) < 12) open(found);
          }}
        >
          <Axes chart={chart} place={place} steps={steps} />
          {chart.draw(place)}
          {mark && chosen.value !== undefined && <Cursor mark={mark} place={place} />}
        </svg>
      )}
      <p class="quiet" style={{ fontSize: 'var(--size-s)', minBlockSize: '2.6em' }} aria-hidden="true">
        {chosen.value === undefined ? '' : mark?.says}
      </p>
    </div>
  );
}

function stepOf(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 7,
    PageUp: at + 7,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

type Pointed = { clientX: number; clientY: number; currentTarget: Element };

/** Pixels from the pointer to a mark; to the side, if it has all of the height. */
function distance(mark: Mark, { x, y }: Place, { clientX, clientY, currentTarget }: Pointed): number {
  const { left, top } = currentTarget.getBoundingClientRect();
  return Math.hypot(x(mark.x) - (clientX - left), mark.y === undefined ? 0 : y(mark.y) - (clientY - top));
}

function nearest(marks: readonly Mark[], place: Place, event: Pointed): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, mark] of marks.entries()) {
    const far = distance(mark, place, event);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

interface AxesProps {
  chart: Chart;
  place: Place;
  steps: readonly number[];
}

const Axes = ({ chart, place, steps }: AxesProps) => (
  <g aria-hidden="true">
    {steps.map((step) => (
      <g key={step}>
        <line x1={place.left} x2={place.right} y1={place.y(step)} y2={place.y(step)} stroke="var(--line)" />
        <text x={place.left - 6} y={place.y(step) + 4} text-anchor="end" fill="var(--text-soft)">
          {step.toLocaleString(locale.value)}
        </text>
      </g>
    ))}
    {chart.labels.map(({ at, text }) => {
      const x = place.x(at);
      // None stands out at the side.
      const anchor = at > 0.97 ? 'end' : 'middle';
      return (
        <text key={`${at} ${text}`} x={x} y={height - 6} text-anchor={anchor} fill="var(--text-soft)">
          {short(text, (place.right - place.left) / chart.labels.length)}
        </text>
      );
    })}
  </g>
);

/** As much of a text as there is room for. */
function short(text: string, pixels: number): string {
  const most = Math.max(3, Math.floor(pixels / 6.5));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const Cursor = ({ mark, place }: { mark: Mark; place: Place }) =>
  mark.y === undefined ? (
    <line
      data-cursor
      x1={place.x(mark.x)}
      x2={place.x(mark.x)}
      y1={place.top}
      y2={place.bottom}
      stroke="var(--text)"
      stroke-dasharray="2 2"
    />
  ) : (
    <circle
      data-cursor
      cx={place.x(mark.x)}
      cy={place.y(mark.y)}
      r={7}
      fill="none"
      stroke="var(--text)"
      stroke-width={2}
    />
  );
