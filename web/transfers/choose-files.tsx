import { Upload, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { UploadFormat } from '../../contract/imports.ts';
import type { Workspace } from '../app/boards-data.ts';
import { Select } from '../app/form.tsx';
import { lazy } from '../app/lazy.tsx';
import { fileTexts } from '../messages/card.ts';
import { transferTexts } from '../messages/transfers.ts';
import { takesFocus } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { Changed } from './columns.tsx';
import { guess } from './formats.ts';
import { send } from './sending.ts';

const texts = transferTexts.imports;
const Columns = lazy(() => import('./columns.tsx').then((all) => all.Columns));

const formats = Object.entries(transferTexts.formats);

interface Chosen {
  file: File;
  /** Undefined if it is not recognised. */
  format: UploadFormat | undefined;
  /** The board to import, by its name in the file. */
  board?: string;
  /** What columns of a table become, if it is not what is guessed. */
  changed?: Changed;
}

/** Chooses files by dialog or drop; the detected format of each can be corrected before it is sent. */
export function ChooseFiles({ workspace }: { workspace: Workspace }) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (files: readonly File[]) => {
    const fresh = await Promise.all(files.map(async (file) => ({ file, format: await guess(file) })));
    setChosen((before) => [...before, ...fresh]);
  };
  const isOver = useDrop((files) => void take(files));
  const keep = (next: readonly Chosen[]) => {
    setChosen(next);
    // The focused element was removed.
    if (next.length === 0) picker.current?.focus();
  };
  return (
    <>
      <div class="drop-zone" data-over={isOver || undefined}>
        <Icon of={Upload} size={24} />
        <div class="row">
          <label class="button">
            {texts.choose}
            <input
              class="unseen"
              type="file"
              multiple
              ref={picker}
              onChange={({ currentTarget }) => {
                void take([...(currentTarget.files ?? [])]);
                // The same file can be chosen again.
                currentTarget.value = '';
              }}
            />
          </label>
          <span class="quiet drop-hint">{isOver ? texts.dropNow : texts.drop}</span>
        </div>
      </div>
      {chosen.length > 0 && <ChosenFiles workspace={workspace} chosen={chosen} keep={keep} />}
      <details class="formats">
        <summary>{texts.which}</summary>
        <dl>
          {formats.map(([format, { name, hint }]) => (
            <div key={format}>
              <dt>{name}</dt>
              <dd class="quiet">{hint}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

interface ChosenFilesProps {
  workspace: Workspace;
  chosen: readonly Chosen[];
  keep: (chosen: readonly Chosen[]) => void;
}

function ChosenFiles({ workspace, chosen, keep }: ChosenFilesProps) {
  const [into, setInto] = useState('');
  const to = { workspace: workspace.id, into: into || undefined };
  const tables = chosen.flatMap((each, at) => (each.format === 'csv' ? [{ at, each }] : []));
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        send(chosen.flatMap(({ format, ...each }) => (format ? { ...each, ...to, format } : [])));
        keep([]);
      }}
    >
      <ul class="rows" aria-label={texts.chosen}>
        {chosen.map((each, index) => (
          <OneChosen
            key={`${index} ${each.file.name}`}
            of={each}
            change={(...to) => keep(chosen.toSpliced(index, 1, ...to))}
          />
        ))}
      </ul>
      {tables.map(({ at, each }) => (
        <Columns
          key={`${at} ${each.file.name}`}
          workspace={workspace.id}
          file={each.file}
          isOpen={tables.length === 1}
          changed={each.changed ?? new Map()}
          change={(changed) => keep(chosen.toSpliced(at, 1, { ...each, changed }))}
        />
      ))}
      {workspace.boards.length > 0 && (
        <Select
          label={texts.into}
          name="into"
          value={into}
          hint={into ? texts.intoHint : undefined}
          onChange={setInto}
        >
          <option value="">{texts.newBoard}</option>
          {workspace.boards.map(({ publicId, name }) => (
            <option key={publicId} value={publicId}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <div class="form-end">
        <button class="button primary" type="submit" ref={takesFocus}>
          {texts.start(chosen.length)}
        </button>
      </div>
    </form>
  );
}

/** `change` replaces the file with others, or with none. */
function OneChosen({ of, change }: { of: Chosen; change: (...to: Chosen[]) => void }) {
  const { file, format } = of;
  return (
    <li>
      <div class="grow">
        {file.name}
        <p class="quiet fine">{fileTexts.size(file.size)}</p>
        {format && transferTexts.formats[format].hasSeveral && (
          <input
            class="input"
            placeholder={texts.board}
            aria-label={texts.boardOf(file.name)}
            maxLength={255}
            value={of.board ?? ''}
            onInput={({ currentTarget: { value } }) => change({ file, format, board: value })}
          />
        )}
      </div>
      <select
        class="input format"
        aria-label={texts.formatOf(file.name)}
        required
        value={format ?? ''}
        onChange={({ currentTarget: { value } }) => change({ file, format: value as UploadFormat })}
      >
        {!format && <option value="">{texts.unknown}</option>}
        {formats.map(([id, { name }]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <IconButton icon={X} name={texts.remove(file.name)} run={() => change()} />
    </li>
  );
}

/** Accepts files dropped anywhere on the page; returns whether files are being dragged over it. */
function useDrop(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const off = new AbortController();
    const { signal } = off;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    });
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        latest.current([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => off.abort();
  }, []);
  return isOver;
}
