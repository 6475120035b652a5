import { useRef, useState } from 'preact/hooks';
import { problemOf } from '../../app/problem.ts';
import { auditTexts as texts } from '../../messages/settings.ts';
import { save } from '../../ui/csv.ts';
import { toast } from '../../ui/toast.tsx';
import { csvOf, jsonLinesOf } from './export.ts';
import type { AuditFilter } from './rules.ts';
import { type Entry, nothing, scan } from './scan.ts';

/** A browser holds so many in memory without effort; older ones are exported with an earlier last day. */
const most = 50_000;

const formats = [
  { text: texts.jsonLines, ending: 'jsonl', type: 'application/jsonl', write: jsonLinesOf },
  { text: texts.csv, ending: 'csv', type: 'text/csv', write: csvOf },
] as const;

interface ExportProps {
  workspace: string;
  /** Part of the file's name. */
  slug: string;
  filter: AuditFilter;
}

/** Saves the entries that match the filter as a file; it is made here, page by page. */
export function ExportButtons({ workspace, slug, filter }: ExportProps) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const start = async ({ ending, type, write }: (typeof formats)[number]) => {
    const { signal } = (running.current = new AbortController());
    setCount(0);
    try {
      const { found, cursor } = await scan({
        workspacePublicId: workspace,
        filter,
        after: nothing,
        most: { found: most, looked: Number.POSITIVE_INFINITY },
        signal,
        onProgress: (so) => setCount(so.found.length),
      });
      const entries: readonly Entry[] = found.slice(0, most);
      save(`audit-${slug}.${ending}`, type, write(entries));
      toast(cursor === null ? texts.exported(entries.length) : texts.bounded(most));
    } catch (error) {
      if (!signal.aborted) toast(problemOf(error));
    } finally {
      setCount(undefined);
    }
  };
  if (count !== undefined)
    return (
      <div class="row wrap">
        <span class="quiet" role="status">
          {texts.exporting(count)}
        </span>
        <button class="button small" type="button" onClick={() => running.current?.abort()}>
          {texts.stop}
        </button>
      </div>
    );
  return (
    <div class="row wrap" role="group" aria-label={texts.export}>
      <span class="quiet">{texts.export}</span>
      {formats.map((format) => (
        <button key={format.ending} class="button small" type="button" onClick={() => void start(format)}>
          {format.text}
        </button>
      ))}
    </div>
  );
}
