import { useEffect, useRef, useState } from 'preact/hooks';
import { imports } from '../../contract/imports.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { problemOf, reasonOf } from '../app/problem.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { ago, time } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { transferTexts } from '../messages/transfers.ts';
import { toast } from '../ui/toast.tsx';
import { type Given, given, giveUp, retry, type Sending, send, sendings, started } from './sending.ts';

const texts = transferTexts.imports;

export type Import = ReplyOf<typeof imports.get>;

/** Milliseconds between two polls of running imports. */
const pause = 1000;

/** How many are shown at first. */
const most = 20;

/** Running and finished imports: they survive a reload, and are visible to all who may create boards here. */
export function Imports({ workspace }: { workspace: string }) {
  const all = useResource<Import[]>(
    `imports ${workspace}`,
    async (signal) =>
      (await server.ask(imports.list, { params: { workspacePublicId: workspace } }, { signal })).reply,
  );
  const arriving = sendings.value.filter((each) => each.workspace === workspace);
  const count = started.value;
  useEffect(() => {
    if (count > 0) void all.read();
  }, [count]);
  return (
    <section>
      <h2>{texts.all}</h2>
      {arriving.length > 0 && (
        <ul class="transfers">
          {arriving.map((each) => (
            <OneSending key={each.id} {...each} />
          ))}
        </ul>
      )}
      <Loaded of={all}>
        {(known) =>
          known.length > 0 ? (
            <Known all={all} known={known} />
          ) : (
            arriving.length === 0 && <p class="quiet">{texts.none}</p>
          )
        }
      </Loaded>
    </section>
  );
}

function OneSending({ id, file, state, sent, problem }: Sending) {
  const isFailed = state === 'failed';
  return (
    <li>
      <div class="transfer">
        <div class="grow">
          {file.name}
          {!isFailed && (
            <p class="quiet fine">{state === 'waiting' ? texts.queued : texts.uploading(sent, file.size)}</p>
          )}
        </div>
        {isFailed && (
          <button
            class="button small"
            type="button"
            aria-label={texts.retryNamed(file.name)}
            onClick={() => retry(id)}
          >
            {t.retry}
          </button>
        )}
        <button
          class="button plain small"
          type="button"
          aria-label={texts.cancelNamed(file.name)}
          onClick={() => giveUp(id)}
        >
          {t.cancel}
        </button>
      </div>
      {isFailed ? (
        <p class="problem" role="alert">
          {problem}
        </p>
      ) : (
        <progress value={sent} max={Math.max(1, file.size)} aria-label={texts.progressOf(file.name)} />
      )}
    </li>
  );
}

interface KnownProps {
  all: Resource<Import[]>;
  known: readonly Import[];
}

function Known({ all, known }: KnownProps) {
  const [isWhole, setWhole] = useState(false);
  const said = useEnded(known);
  useFollowed(all, known);
  const shown = isWhole ? known : known.slice(0, most);
  return (
    <>
      <ul class="transfers">
        {shown.map((each) => (
          <OneImport key={each.importPublicId} of={each} read={all.read} />
        ))}
      </ul>
      {shown.length < known.length && (
        <button class="button plain begin-plain" type="button" onClick={() => setWhole(true)}>
          {texts.more(known.length - shown.length)}
        </button>
      )}
      <p class="quiet fine">{texts.kept}</p>
      <p class="unseen" role="status">
        {said}
      </p>
    </>
  );
}

/** Polls running imports only: finished ones may have long reports. */
function useFollowed(all: Resource<Import[]>, known: readonly Import[]): void {
  const running = known.filter(({ endedAt }) => endedAt === null).map(({ importPublicId }) => importPublicId);
  useEffect(() => {
    if (running.length === 0) return undefined;
    const off = new AbortController();
    const { signal } = off;
    const before = started.peek();
    const look = async () => {
      try {
        const replies = await Promise.all(
          running.map((importPublicId) =>
            server.ask(imports.get, { params: { importPublicId } }, { signal }),
          ),
        );
        const fresh = new Map(replies.map(({ reply }) => [reply.importPublicId, reply]));
        if (signal.aborted) return;
        // An import has started meanwhile and is not among these: read all of them.
        if (started.peek() !== before) await all.read();
        else all.set(known.map((each) => fresh.get(each.importPublicId) ?? each));
      } catch {
        // Reading all of them reports the error and retries.
        if (!signal.aborted) await all.read();
      }
    };
    const timer = setTimeout(() => void look(), pause);
    return () => {
      off.abort();
      clearTimeout(timer);
    };
  }, [known]);
}

/** Announces imports that have ended while the page is open. */
function useEnded(known: readonly Import[]): string {
  const before = useRef<ReadonlySet<string>>(new Set());
  const [said, say] = useState('');
  useEffect(() => {
    const isNew = ({ importPublicId, endedAt }: Import) =>
      endedAt !== null && before.current.has(importPublicId);
    const [last] = known.filter(isNew);
    if (last?.state === 'completed' || last?.state === 'failed') say(texts.ended[last.state](nameOf(last)));
    before.current = new Set(
      known.filter(({ endedAt }) => endedAt === null).map(({ importPublicId }) => importPublicId),
    );
  }, [known]);
  return said;
}

/** Files have formats, providers have names. */
const sources: Readonly<Record<string, { name: string } | undefined>> = {
  ...transferTexts.formats,
  ...transferTexts.connections.providers,
};

const sourceOf = ({ source }: Import): string => sources[source]?.name ?? source;

const nameOf = (of: Import): string =>
  of.boardName ?? given.peek().get(of.importPublicId)?.file.name ?? texts.unnamed(sourceOf(of));

function OneImport({ of, read }: { of: Import; read: () => Promise<void> }) {
  const { importPublicId, state, boardPublicId, endedAt, report } = of;
  const error = reasonOf(of);
  const name = nameOf(of);
  const again = state === 'failed' ? given.value.get(importPublicId) : undefined;
  const cancel = async () => {
    try {
      await server.ask(imports.cancel, { params: { importPublicId } });
    } catch (problem) {
      toast(problemOf(problem));
    }
    await read();
  };
  return (
    <li data-state={state}>
      <div class="transfer">
        <div class="grow">
          {boardPublicId ? <a href={`/b/${boardPublicId}`}>{name}</a> : name}
          <p class="quiet fine">
            {[sourceOf(of), stateOf(of), endedAt && ago(endedAt)].filter(Boolean).join(' · ')}
          </p>
        </div>
        {again && <Again name={name} given={again} />}
        {endedAt === null && (
          <button
            class="button plain small"
            type="button"
            aria-label={texts.cancelNamed(name)}
            onClick={() => void cancel()}
          >
            {t.cancel}
          </button>
        )}
      </div>
      {endedAt === null && <Progress of={of} name={name} />}
      {error && (
        <div class={endedAt ? 'problem' : 'quiet fine'}>
          <p>{error}</p>
          {endedAt && !again && (
            <p class="fine">
              {of.source in transferTexts.formats ? texts.chooseAgain : transferTexts.connections.again}
            </p>
          )}
        </div>
      )}
      {report.length > 0 && <Report of={report} />}
    </li>
  );
}

function stateOf({ state, done, total, retryAt }: Import): string {
  if (retryAt) return texts.state.brokeOff(time(retryAt));
  if (state === 'running') return texts.state.running(done, total);
  return state === 'completed' ? texts.state.completed(done) : texts.state[state];
}

const Progress = ({ of: { done, total }, name }: { of: Import; name: string }) => (
  <progress
    aria-label={texts.progressOf(name)}
    {...(total === null ? {} : { value: done, max: Math.max(1, total) })}
  />
);

const Again = ({ name, given: file }: { name: string; given: Given }) => (
  <button class="button small" type="button" aria-label={texts.retryNamed(name)} onClick={() => send([file])}>
    {t.retry}
  </button>
);

/** What was not imported as it was: first what may need action, then the rest, folded. */
function Report({ of }: { of: Import['report'] }) {
  const toCheck = of.filter(({ needsAttention }) => needsAttention);
  const minor = of.filter(({ needsAttention }) => !needsAttention);
  return (
    <div class="report">
      {toCheck.length > 0 && (
        <>
          <p class="fine">{texts.toCheck}</p>
          <Losses of={toCheck} />
        </>
      )}
      {minor.length > 0 && (
        <details>
          <summary>{texts.minor(minor.length)}</summary>
          <Losses of={minor} />
        </details>
      )}
    </div>
  );
}

const Losses = ({ of }: { of: Import['report'] }) => (
  <ul>
    {of.map(({ kind, count, examples }) => (
      <li key={kind}>
        {texts.kind(kind, count)}
        {examples.length > 0 && <p class="quiet fine">{texts.examples(examples, count)}</p>}
      </li>
    ))}
  </ul>
);
