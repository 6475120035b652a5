import { cpus, totalmem } from 'node:os';
import type { Comparison } from './against.ts';
import type { Report } from './alone.ts';

/** The machine that was measured on; another one's figures are not to be compared. */
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

export function comparisonOf({ engine, rows }: Comparison): string {
  const lines = rows.map(({ scenario, older, newer, ratio, failed }) => {
    const [median, least, most] = [ratio.median, ratio.least, ratio.most].map((each) => each.toFixed(2));
    const rates = `${Math.round(older.perSecond)} | ${Math.round(newer.perSecond)}`;
    const cpu = `${Math.round(older.cpu)} | ${Math.round(newer.cpu)}`;
    return `| ${scenario} | ${rates} | ${cpu} | **${median}** | ${least} to ${most} | ${failed} |`;
  });
  return [
    `## ${engine}`,
    '',
    '| scenario | requests/s before | now | CPU µs/request before | now | ratio | of all rounds | failed |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}
