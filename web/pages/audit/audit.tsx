import { useEffect, useRef, useState } from 'preact/hooks';
import { problemOf } from '../../app/problem.ts';
import { auditTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { nameOf } from '../board-people.tsx';
import { Head } from '../settings-frame.tsx';
import type { WorkspacePart } from '../workspace.tsx';
import { EntryRow, nameOfUser } from './entry.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { FilterFields } from './filter.tsx';
import { type AuditFilter, isFiltered, noFilter } from './rules.ts';
import { nothing, type Scanned, scan } from './scan.ts';

interface Search {
  so: Scanned;
  isBusy: boolean;
  problem?: string;
}

/** Looks through the log, and further when asked. */
function useSearch(workspacePublicId: string, filter: AuditFilter) {
  const [{ so, isBusy, problem }, set] = useState<Search>({ so: nothing, isBusy: true });
  const look = async (after: Scanned, signal: AbortSignal) => {
    set({ so: after, isBusy: true });
    let seen = after;
    const onProgress = (next: Scanned) => {
      seen = next;
      if (!signal.aborted) set({ so: next, isBusy: true });
    };
    try {
      const next = await scan({ workspacePublicId, filter, after, signal, onProgress });
      if (!signal.aborted) set({ so: next, isBusy: false });
    } catch (error) {
      if (!signal.aborted) set({ so: seen, isBusy: false, problem: problemOf(error) });
    }
  };
  // Of the present filter.
  const looking = useRef(new AbortController());
  useEffect(() => {
    looking.current = new AbortController();
    void look(nothing, looking.current.signal);
    return () => looking.current.abort();
  }, [workspacePublicId, filter]);
  return { so, isBusy, problem, further: () => look(so, looking.current.signal) };
}

type Member = WorkspacePart['known']['workspace']['members'][number];

const personIn = (member: Member): [id: string, name: string][] =>
  member.user && !member.isPlaceholder ? [[member.user.id, nameOf(member)]] : [];

/** Who changed what in a workspace, newest first. */
export function Audit({ known: { workspace } }: WorkspacePart) {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const { so, isBusy, problem, further } = useSearch(workspace.publicId, filter);
  // Those who have left are known from what was found.
  const people = useRef(new Map(workspace.members.flatMap(personIn)));
  for (const { user } of so.found) if (user) people.current.set(user.id, nameOfUser(user));
  const isAtEnd = so.cursor === null;
  return (
    <section>
      <Head title={texts.title} hint={texts.hint} />
      <FilterFields people={people.current} filter={filter} change={setFilter} />
      <ExportButtons workspace={workspace.publicId} filter={filter} />
      {so.found.length > 0 && (
        <ul class="rows happenings">
          {so.found.map((entry) => (
            <EntryRow key={entry.publicId} entry={entry} />
          ))}
        </ul>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="quiet" role="status">
        {isBusy
          ? texts.searching
          : so.found.length === 0 && isAtEnd
            ? isFiltered(filter)
              ? texts.noneFound
              : texts.none
            : isFiltered(filter) && !isAtEnd
              ? texts.partly
              : ''}
      </p>
      {!isBusy && !isAtEnd && (
        <button class="button begin-plain" type="button" onClick={() => void further()}>
          {problem ? t.retry : isFiltered(filter) ? texts.further : texts.more}
        </button>
      )}
    </section>
  );
}
