/*
 * Metrics in the Prometheus text format. The usual library (prom-client) takes 22 MB of memory and half a microsecond per
 * request; this implements all that is needed.
 */

/** A metric with all its samples. */
export interface Metric {
  /** With its unit as suffix, as Prometheus requires: `_seconds`, `_bytes`, `_total`. */
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

export interface Sample {
  value: number;
  labels?: Labels;
  /** Appended to the name of the metric. */
  suffix?: string;
}

export type Labels = Readonly<Record<string, string>>;

/** A metric with a single sample. */
export const single = (type: 'counter' | 'gauge', name: string, help: string, value: number): Metric => ({
  name,
  help,
  type,
  samples: [{ value }],
});

/** Counts values by size. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** `bounds` are the upper bounds of the buckets, rising; greater values have their own bucket. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let index = 0;
    while (value > (this.#bounds[index] ?? Number.POSITIVE_INFINITY)) index++;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  /** Buckets are cumulative, as Prometheus requires. */
  samples(labels: Labels = {}): Sample[] {
    let count = 0;
    const classes = this.#counts.map((own, index): Sample => {
      count += own;
      const bound = this.#bounds[index];
      return {
        suffix: '_bucket',
        labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound) },
        value: count,
      };
    });
    return [
      ...classes,
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: count },
    ];
  }
}

/** The media type of `textOf`. */
export const textType = 'text/plain; version=0.0.4; charset=utf-8';

/** The Prometheus text format. Metrics without samples are omitted. */
export const textOf = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`,
        ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`),
      ].join(''),
    )
    .join('');

function labelText(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
