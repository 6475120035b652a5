import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../../contract/client.ts';
import type { ColumnUse } from '../../contract/import-columns.ts';
import { imports } from '../../contract/imports.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { problemOf } from '../app/problem.ts';
import { sendFile } from '../app/session.ts';
import { transferTexts } from '../messages/transfers.ts';
import { errorOf, withCodes } from '../sync/server.ts';

const texts = transferTexts.columns;

type Read = ReplyOf<typeof imports.columns>;

/** What users have columns become, by their places. */
export type Changed = ReadonlyMap<number, ColumnUse>;

/** Bytes of a file that are read for its columns. */
const beginning = 2 * 1024 * 1024;

/** Samples that are shown of a column. */
const mostSamples = 3;

interface ColumnsProps {
  workspace: string;
  file: File;
  isOpen: boolean;
  changed: Changed;
  change: (changed: Changed) => void;
}

/** The columns of a table, each with samples and with what it becomes, which can be changed. */
export function Columns({ workspace, file, isOpen, changed, change }: ColumnsProps) {
  const { read, problem } = useColumns(workspace, file);
  const first = useRef<HTMLSelectElement>(null);
  const hasTitle = read?.columns.some(({ column, use }) => (changed.get(column) ?? use) === 'title') ?? true;
  useEffect(() => first.current?.setCustomValidity(hasTitle ? '' : texts.noTitle), [hasTitle]);
  return (
    <details class="formats" open={isOpen || !hasTitle}>
      <summary>{texts.of(file.name)}</summary>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="quiet fine" role="status">
        {read ? texts.found(read.program, read.columns.length, read.empty) : !problem && texts.reading}
      </p>
      {!hasTitle && <p class="caution">{texts.noTitle}</p>}
      <ul class="rows">
        {read?.columns.map(({ column, heading, samples, use, choices }, index) => (
          <li key={column}>
            <div class="grow">
              <strong>{heading}</strong>
              <p class="quiet fine">{samples.slice(0, mostSamples).join(' · ')}</p>
            </div>
            <select
              class="input format"
              aria-label={texts.becomes(heading)}
              ref={index === 0 ? first : null}
              value={changed.get(column) ?? use}
              onChange={({ currentTarget: { value } }) => {
                const next = new Map(changed);
                if (value === use) next.delete(column);
                else next.set(column, value as ColumnUse);
                change(next);
              }}
            >
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {texts.uses[choice]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  );
}

function useColumns(workspacePublicId: string, file: File): { read?: Read; problem?: string } {
  const [state, setState] = useState<{ read?: Read; problem?: string }>({});
  useEffect(() => {
    const off = new AbortController();
    const { signal } = off;
    const look = async () => {
      try {
        const response = await sendFile({
          method: imports.columns.method,
          address: `/api/v1${addressOf(imports.columns, {}, { workspacePublicId })}`,
          headers: { ...withCodes, 'content-type': 'text/csv' },
          file: file.slice(0, beginning),
          signal,
          onProgress: () => {},
        });
        if (!response.ok) throw await errorOf(imports.columns, response);
        setState({ read: (await response.json()) as Read });
      } catch (error) {
        if (!signal.aborted) setState({ problem: problemOf(error) });
      }
    };
    void look();
    return () => off.abort();
  }, [workspacePublicId, file]);
  return state;
}
