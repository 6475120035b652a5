import { Search } from 'lucide';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { go, query } from '../app/location.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { ago } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { takesFocus } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { Emblem } from './emblem.tsx';
import { marked, snippetOf } from './marks.ts';
import { SavedFilters } from './saved-filters.tsx';
import './search.css';
import { archiveTexts, searchTexts } from '../messages/pages.ts';

type Found = ReplyOf<typeof routes.search.workspace>[number] & { workspace: string };

/** Results shown of each workspace at first, and after "more". */
const few = 15;
const most = 50;

const kinds = ['all', 'card', 'board'] as const;

/** Searches boards and cards of all workspaces; the query is in the address. */
export function SearchPage() {
  const text = (query.value.get('q') ?? '').trim().slice(0, 100);
  const kind = kinds.find((each) => each === query.value.get('kind')) ?? 'all';
  const filter = query.value.get('filter') ?? '';
  const change = (given: Record<string, string>) => {
    const next = new URLSearchParams(query.peek());
    for (const [name, value] of Object.entries(given)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    go(`/search?${next}`, { replace: true });
  };
  return (
    <Shell title={t.search.title}>
      <div class="search-page" onKeyDown={walk}>
        <div class="search-tools">
          <Question text={text} ask={(q) => change({ q })} />
          <div class="segments" role="group" aria-label={searchTexts.kind}>
            {kinds.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={kind === each}
                onClick={() => change({ kind: each })}
              >
                {searchTexts.kinds[each]}
              </button>
            ))}
          </div>
        </div>
        <SavedFilters filter={filter} isOn={filter !== ''} show={(given) => change({ filter: given })} />
        {text ? (
          <Results key={`${text} ${filter}`} text={text} filter={filter} kind={kind} />
        ) : (
          <p class="quiet">{searchTexts.hint}</p>
        )}
      </div>
    </Shell>
  );
}

/** Milliseconds after the last key before the search starts. */
const pause = 200;

function Question({ text, ask }: { text: string; ask: (text: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search class="search-field">
      <Icon of={Search} />
      <input
        class="input"
        type="search"
        maxLength={100}
        placeholder={searchTexts.placeholder}
        aria-label={searchTexts.placeholder}
        defaultValue={text}
        ref={takesFocus}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(value), pause);
        }}
      />
    </search>
  );
}

interface Asked {
  text: string;
  filter: string;
}

async function searchAll({ text, filter }: Asked, limit: number, signal: AbortSignal): Promise<Found[]> {
  const { reply } = await server.ask(routes.workspaces.list, {}, { signal });
  const found: Found[] = [];
  for (const { workspace } of reply) {
    const asked = { query: text, limit, ...(filter ? { filter } : {}) };
    const input = { params: { workspacePublicId: workspace.publicId }, query: asked };
    const results = (await server.ask(routes.search.workspace, input, { signal })).reply;
    found.push(...results.map((each) => ({ ...each, workspace: workspace.name })));
  }
  return found;
}

function Results({ text, filter, kind }: Asked & { kind: (typeof kinds)[number] }) {
  const [limit, setLimit] = useState(few);
  const all = useResource(`search ${limit} ${text} ${filter}`, (signal) =>
    searchAll({ text, filter }, limit, signal),
  );
  return (
    <Loaded of={all}>
      {(found) => {
        const shown = found.filter(({ type }) => kind === 'all' || type === kind);
        const perWorkspace = Map.groupBy(found, ({ workspace }) => workspace);
        const mayBeMore = limit < most && [...perWorkspace.values()].some((each) => each.length >= limit);
        return (
          <>
            <p class="quiet" role="status">
              {searchTexts.count(shown.length)}
            </p>
            <ol class="results">
              {shown.map((each) => (
                <Result key={each.publicId} found={each} text={text} />
              ))}
            </ol>
            {mayBeMore && (
              <button class="button" type="button" onClick={() => setLimit(most)}>
                {archiveTexts.more}
              </button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Result({ found, text }: { found: Found; text: string }) {
  const { type, publicId, title, description, boardName, listName, workspace, updatedAt, createdAt } = found;
  const snippet = snippetOf(description ?? '', text);
  const places = [workspace, boardName, listName].filter(Boolean);
  return (
    <li>
      <Emblem id={found.boardPublicId ?? publicId} name={boardName ?? title} />
      <div>
        <a class="whole" href={type === 'board' ? `/b/${publicId}` : `/c/${publicId}`}>
          <Marked text={title} wanted={text} />
        </a>
        {snippet && (
          <p dir="auto">
            <Marked text={snippet} wanted={text} />
          </p>
        )}
        <p class="quiet fine where">
          <span title={places.join(' › ')}>
            {places.map((name, index) => (
              // biome-ignore lint: places have no other key, and stay in their order.
              <Fragment key={index}>
                {index > 0 && ' › '}
                <bdi>{name}</bdi>
              </Fragment>
            ))}
          </span>
          <span class="between-facts"> · </span>
          <span>{searchTexts.changed(ago(updatedAt ?? createdAt))}</span>
        </p>
      </div>
    </li>
  );
}

const Marked = ({ text, wanted }: { text: string; wanted: string }) =>
  marked(text, wanted).map(({ part, isFound }, index) =>
    // biome-ignore lint: the parts of a text have no other key.
    isFound ? <mark key={index}>{part}</mark> : part,
  );

/** Arrow keys move from the field to the results, and between them. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const page = event.currentTarget as HTMLElement;
  const stops = [...page.querySelectorAll<HTMLElement>('input[type="search"], .results a')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
