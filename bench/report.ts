import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from './against.ts';
import type { Report } from './alone.ts';

/** The machine of the measurement; figures of different machines are not comparable. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${memory} GB, Node ${process.version}`;
}

export function tableOf({ engine, startedIn, restMemory, idleStream, measured }: Report): string {
  const lines = measured.map(({ scenario, load, bare }) => {
    const { perSecond, p50, p99, bytes, cpu, failed } = load;
    const size = bytes === 0 ? '–' : (bytes / 1024).toFixed(1);
    const ratio = bare === null ? '–' : `${Math.round((perSecond / bare) * 100)} % of ${bare}`;
    return `| ${scenario} | ${perSecond} | ${p50} | ${p99} | ${cpu.service} | ${cpu.database} | ${size} | ${ratio} | ${failed} |`;
  });
  return [
    `## ${engine}`,
    `Starts in ${Math.round(startedIn)} ms, ${restMemory} MB at rest.`,
    ...(idleStream
      ? [`Each of ${idleStream.count} idle streams takes ${idleStream.kilobytes.toFixed(1)} KB.`]
      : []),
    '',
    '| scenario | requests/s | p50 ms | p99 ms | CPU µs/request | database’s | KB/reply | of the bare query/s | failed |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

export function comparisonOf({ engine, older, rows }: Comparison): string {
  const hasLimits = rows.some(({ limit }) => limit !== undefined);
  const head = [
    'scenario',
    ...older.map((name) => `CPU µs/request, ${name}`),
    'now',
    ...older.map((name) => `ratio to ${name}`),
    ...older.map(() => 'of all rounds'),
    ...(hasLimits ? ['limit', 'ratio to it'] : []),
    'failed',
  ];
  const lines = rows.map(({ scenario, older: before, newer, ratios, limit, failed }) => [
    scenario,
    ...before.map(({ cpu }) => Math.round(cpu)),
    Math.round(newer.cpu),
    ...ratios.map((ratio) => `**${ratio.median.toFixed(2)}**`),
    ...ratios.map(({ min, max }) => `${min.toFixed(2)} to ${max.toFixed(2)}`),
    ...(limit === undefined ? [] : [Math.round(limit), (newer.cpu / limit).toFixed(2)]),
    failed,
  ]);
  return [
    `## ${engine}`,
    '',
    rowOf(head),
    rowOf(head.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...lines.map(rowOf),
  ].join('\n');
}

/** Figures by the name of the row. */
export type Costs = Map<string, number>;

/** A table of costs by size. */
export function growthOf(
  engine: string,
  sizes: readonly string[],
  columns: readonly Costs[],
  digits = 0,
): string {
  const [first = new Map<string, number>()] = columns;
  const last = columns.at(-1) ?? first;
  const head = ['scenario', ...sizes, 'last by first'];
  const rows = [...first.keys()].map((name) => [
    name,
    ...columns.map((costs) => costs.get(name)?.toFixed(digits) ?? '–'),
    ((last.get(name) ?? 0) / (first.get(name) ?? 1)).toFixed(2),
  ]);
  const line = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [`## ${engine}`, '', rowOf(head), rowOf(line), ...rows.map(rowOf)].join('\n');
}

export const rowOf = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Prints a report, and saves it in `results` if it has a name. */
export function publish(tables: readonly string[], name: string | undefined): void {
  const text = [machine(), ...tables].join('\n\n');
  console.log(text);
  if (name === undefined) return;
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), `${text}\n`);
}
