import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, type InputOf } from '../../contract/client.ts';
import { type ExportFormat, exports } from '../../contract/exports.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { type OwnWorkspace, readWorkspaces } from '../app/boards-data.ts';
import { Form, Select } from '../app/form.tsx';
import { here } from '../app/location.ts';
import { problemOf, reasonOf } from '../app/problem.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { isFiltered } from '../board/filter.ts';
import type { OpenBoard } from '../board/open.ts';
import { dayOfYear, time } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { transferTexts } from '../messages/transfers.ts';
import { toast } from '../ui/toast.tsx';
import { filterText } from '../views/filter-text.ts';
import './transfers.css';
import { fileTexts } from '../messages/card.ts';

const texts = transferTexts.exports;
const formats = Object.entries(texts.formats) as [ExportFormat, { name: string; hint: string }][];

export type Export = ReplyOf<typeof exports.get>;

/** Boards of up to this many cards are streamed as a download, whose progress the browser shows. */
const small = 500;

/** Milliseconds between two polls of running exports, and the min validity of a file's URL. */
const pause = 1000;
const fresh = 4 * 60_000;

/** How long an export is kept. */
const kept = 3 * 86_400_000;

/** The export in a board's menu. */
export function BoardExport({ board }: { board: OpenBoard }) {
  const { store, id } = board;
  const count = store.lists.value.reduce((sum, list) => sum + store.cardsOf(list).value.length, 0);
  const all = useExports();
  const { only, check } = useOnly();
  return (
    <>
      <section>
        <h3>{texts.title}</h3>
        <p class="quiet">{texts.hint}</p>
        {check}
        {count <= small ? (
          <Download board={id} only={only} />
        ) : (
          <Start
            begin={(body) =>
              server.ask(exports.startBoard, { params: { boardPublicId: id }, body: { ...body, ...only } })
            }
            begun={all.read}
          />
        )}
      </section>
      <section>
        <h3>{texts.all}</h3>
        <ExportList all={all} board={board} />
      </section>
    </>
  );
}

/** Whether only the cards are wanted that the filter of the board shows. */
function useOnly() {
  const [isChosen, choose] = useState(false);
  const filter = isFiltered.value ? filterText() : '';
  const only = isChosen && filter !== '' ? { filter } : {};
  const check = filter !== '' && (
    <label class="check">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ currentTarget: { checked } }) => choose(checked)}
      />
      {texts.onlyShown}
    </label>
  );
  return { only, check };
}

export const useExports = (): Resource<Export[]> =>
  useResource<Export[]>('exports', async (signal) => (await server.ask(exports.list, {}, { signal })).reply);

function useFormat() {
  const [format, setFormat] = useState<ExportFormat>('native');
  const select = (
    <Select
      label={texts.format}
      name="format"
      value={format}
      hint={texts.formats[format].hint}
      onChange={(value) => setFormat(value as ExportFormat)}
    >
      {formats.map(([value, { name }]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
  return { format, select };
}

function Download({ board, only }: { board: string; only: { filter?: string } }) {
  const { format, select } = useFormat();
  const address = addressOf(exports.board, { boardPublicId: board }, { format, ...only });
  return (
    <div class="form">
      {select}
      <a class="button begin-plain" href={`/api/v1${address}`} download>
        {texts.download}
      </a>
    </div>
  );
}

type Wanted = InputOf<typeof exports.startBoard>['body'];

interface StartProps {
  begin: (wanted: Wanted) => Promise<unknown>;
  begun: () => Promise<void>;
}

export function Start({ begin, begun }: StartProps) {
  const { format, select } = useFormat();
  return (
    <Form
      submit={texts.start}
      isQuiet
      onSubmit={async () => {
        await begin({ format });
        await begun();
      }}
    >
      {select}
      <p class="quiet fine">{texts.later}</p>
    </Form>
  );
}

/** The user's own exports of all boards, because their number is limited. */
export const ExportList = ({ all, board }: { all: Resource<Export[]>; board?: OpenBoard }) => (
  <Loaded of={all}>
    {(known) =>
      known.length > 0 ? <Known all={all} known={known} board={board} /> : <p class="quiet">{texts.none}</p>
    }
  </Loaded>
);

interface KnownProps {
  all: Resource<Export[]>;
  known: readonly Export[];
  /** The open board: its name is known before those of others. */
  board: OpenBoard | undefined;
}

function Known({ all, known, board }: KnownProps) {
  const workspaces = useResource<OwnWorkspace[]>('boards ', (signal) => readWorkspaces(undefined, signal));
  const nameOf = ({ boardPublicId, workspacePublicId }: Export): string => {
    const of = workspaces.value.value ?? [];
    if (boardPublicId === board?.id) return board.store.get('board', board.id).value?.name ?? texts.board;
    if (boardPublicId === null) return of.find(({ id }) => id === workspacePublicId)?.name ?? texts.workspace;
    const boards = of.flatMap((each) => each.boards);
    return boards.find(({ publicId }) => publicId === boardPublicId)?.name ?? texts.board;
  };
  const said = useReady(known, nameOf);
  const isRunning = known.some(({ endedAt }) => endedAt === null);
  useEffect(() => {
    const timer = setTimeout(() => void all.read(), isRunning ? pause : fresh);
    return () => clearTimeout(timer);
  }, [known]);
  return (
    <>
      <ul class="transfers">
        {known.map((each) => (
          <OneExport key={each.exportPublicId} of={each} name={nameOf(each)} read={all.read} />
        ))}
      </ul>
      <p class="unseen" role="status">
        {said}
      </p>
    </>
  );
}

/** Announces exports that have become ready while the page is open. */
function useReady(known: readonly Export[], nameOf: (of: Export) => string): string {
  const before = useRef<ReadonlySet<string>>(new Set());
  const [said, say] = useState('');
  useEffect(() => {
    const ready = known.find(
      ({ exportPublicId, state }) => state === 'completed' && before.current.has(exportPublicId),
    );
    if (ready) say(texts.ready(nameOf(ready)));
    before.current = new Set(
      known.flatMap(({ exportPublicId, endedAt }) => (endedAt === null ? exportPublicId : [])),
    );
  }, [known]);
  return said;
}

interface OneExportProps {
  of: Export;
  name: string;
  read: () => Promise<void>;
}

function OneExport({ of, name, read }: OneExportProps) {
  const { exportPublicId, format, endedAt, url, done, total } = of;
  const error = reasonOf(of);
  const isRunning = endedAt === null;
  const remove = async () => {
    try {
      await server.ask(exports.delete, { params: { exportPublicId } });
    } catch (problem) {
      toast(problemOf(problem));
    }
    await read();
  };
  return (
    <li>
      <div class="transfer">
        <div class="grow">
          {name}
          <p class="quiet fine">
            {texts.formats[format].name} · {stateOf(of)}
          </p>
        </div>
        <span class="row">
          {url && (
            <a class="button small" href={here(url)} download aria-label={texts.downloadNamed(name)}>
              {texts.download}
            </a>
          )}
          <button
            class="button plain small"
            type="button"
            aria-label={isRunning ? texts.cancelNamed(name) : texts.deleteNamed(name)}
            onClick={() => void remove()}
          >
            {isRunning ? t.cancel : texts.delete}
          </button>
        </span>
      </div>
      {isRunning && <progress value={done} max={Math.max(1, total)} aria-label={texts.progressOf(name)} />}
      {error && <p class={endedAt ? 'problem' : 'quiet fine'}>{error}</p>}
    </li>
  );
}

function stateOf({ state, done, total, size, endedAt, retryAt }: Export): string {
  if (retryAt) return texts.state.brokeOff(time(retryAt));
  if (state === 'running') return texts.state.running(done, total);
  if (state !== 'completed' || endedAt === null) return texts.state[state === 'failed' ? state : 'waiting'];
  const until = new Date(Date.parse(endedAt) + kept);
  return [
    texts.state.completed(done),
    size !== null && fileTexts.size(size),
    texts.keptUntil(dayOfYear(until)),
  ]
    .filter(Boolean)
    .join(' · ');
}
