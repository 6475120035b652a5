import type { IconNode } from 'lucide';
import { Archive, Clock, FolderPlus, Import, LayoutTemplate, Plus, Search, Star } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { type OwnWorkspace, readWorkspaces, type Summary } from '../app/boards-data.ts';
import { Field, Form } from '../app/form.tsx';
import { lazy } from '../app/lazy.tsx';
import { go } from '../app/location.ts';
import { NotFound } from '../app/not-found.tsx';
import { problemOf } from '../app/problem.ts';
import { type Resource, useResource } from '../app/resource.ts';
import type { Tab } from '../app/route.ts';
import { me, server } from '../app/session.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { homeTexts } from '../messages/home.ts';
import { t } from '../messages/t.ts';
import { isComposing } from '../ui/composing.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { ArchivedBoards, Templates } from './archived-boards.tsx';
import { Tile } from './board-tile.tsx';
import { NewBoard } from './new-board.tsx';
import { recentBoards } from './recent.ts';
import './boards.css';

const ClosedWorkspaces = lazy(async () => (await import('./closed-workspaces.tsx')).ClosedWorkspaces);

/** All boards of the user by workspace, or those of one workspace. */
export function Boards({ only, tabs }: { only?: string; tabs: readonly Tab[] }) {
  const ask = (signal: AbortSignal) => readWorkspaces(only, signal);
  const all = useResource<OwnWorkspace[]>(`boards ${only ?? ''}`, ask, { isKept: true });
  const [text, setText] = useState('');
  const title = only ? (all.value.value?.[0]?.name ?? t.boards.title) : t.boards.title;
  return (
    <Shell title={title} tabs={tabs}>
      <Loaded of={all}>
        {(workspaces) =>
          workspaces.length > 0 ? (
            <Overview all={all} workspaces={workspaces} text={text} setText={setText} only={only} />
          ) : only ? (
            <NotFound />
          ) : (
            <FirstWorkspace made={all.read} />
          )
        }
      </Loaded>
      {!only && all.value.value && <ClosedWorkspaces />}
    </Shell>
  );
}

interface OverviewProps {
  all: Resource<OwnWorkspace[]>;
  workspaces: readonly OwnWorkspace[];
  text: string;
  setText: (text: string) => void;
  only: string | undefined;
}

function Overview({ all, workspaces, text, setText, only }: OverviewProps) {
  const [makeIn, setMakeIn] = useState<string>();
  const boards = workspaces.flatMap((workspace) =>
    workspace.boards.map((board) => ({ board, of: workspace.name })),
  );
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (name: string) => words.every((word) => name.toLocaleLowerCase().includes(word));
  const seen = useMemo(recentBoards, []);
  // Those that are starred are above already.
  const recent = seen.flatMap(
    ({ id }) => boards.find(({ board }) => board.publicId === id && !board.favorite) ?? [],
  );
  const starred = boards.filter(({ board }) => board.favorite);
  const star = (board: Summary) => void turnStar(all, workspaces, board);
  const tile = (board: Summary, note?: string) => (
    <Tile
      key={board.publicId}
      board={board}
      lists={seen.find(({ id }) => id === board.publicId)?.lists}
      note={note}
      star={star}
    />
  );
  const shown = workspaces
    .map((workspace) => ({ ...workspace, boards: workspace.boards.filter(({ name }) => isFound(name)) }))
    .filter((workspace) => words.length === 0 || workspace.boards.length > 0);
  const isSearched = words.length > 0;
  const fromAll = !isSearched && boards.length > 4;
  return (
    <>
      {boards.length > 0 && <BoardSearch text={text} setText={setText} first={shown[0]?.boards[0]} />}
      {boards.length === 0 && !only && <p class="quiet hint">{homeTexts.emptyHint}</p>}
      {!isSearched && starred.length > 0 && (
        <Section title={homeTexts.starred} icon={Star}>
          {starred.map(({ board, of }) => tile(board, only ? undefined : of))}
        </Section>
      )}
      {fromAll && !only && recent.length > 0 && (
        <Section title={homeTexts.recent} icon={Clock}>
          {recent.slice(0, 4).map(({ board, of }) => tile(board, of))}
        </Section>
      )}
      {shown.map((workspace) => (
        <Section
          key={workspace.id}
          title={only ? t.boards.title : workspace.name}
          href={only ? undefined : `/w/${workspace.id}`}
          end={
            !isSearched &&
            workspace.mayCreate && (
              <button class="button small" type="button" onClick={() => setMakeIn(workspace.id)}>
                <Icon of={Plus} /> {homeTexts.new}
              </button>
            )
          }
        >
          {workspace.boards.map((board) => tile(board))}
        </Section>
      ))}
      {isSearched && (
        <p class="quiet" role="status">
          {shown.length === 0 && `${homeTexts.noneFound(text)} `}
          <a href={`/search?q=${encodeURIComponent(text)}`}>{homeTexts.searchCards(text)}</a>
        </p>
      )}
      {!isSearched && (
        <PutAway
          only={only}
          mayImport={!only && workspaces.some(({ mayCreate }) => mayCreate)}
          changed={all.read}
        />
      )}
      {makeIn && <NewBoard workspaces={workspaces} makeIn={makeIn} close={() => setMakeIn(undefined)} />}
    </>
  );
}

/** Stars a board, or takes the star off: shown at once, and reverted if it is refused. */
async function turnStar(all: Resource<OwnWorkspace[]>, before: readonly OwnWorkspace[], board: Summary) {
  const turned = { ...board, favorite: !board.favorite };
  all.set(
    before.map((workspace) => ({
      ...workspace,
      boards: workspace.boards.map((each) => (each.publicId === board.publicId ? turned : each)),
    })),
  );
  try {
    await server.ask(routes.boards.update, {
      params: { boardPublicId: board.publicId },
      body: { favorite: turned.favorite },
    });
  } catch (error) {
    toast(problemOf(error));
    await all.read();
  }
}

interface BoardSearchProps {
  text: string;
  setText: (text: string) => void;
  first: Summary | undefined;
}

const BoardSearch = ({ text, setText, first }: BoardSearchProps) => (
  <search class="search-field">
    <Icon of={Search} />
    <input
      class="input"
      type="search"
      id="filter"
      placeholder={homeTexts.filter}
      aria-label={homeTexts.filter}
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        const { key } = event;
        if (key === 'Escape') setText('');
        if (key === 'Enter' && text && first) go(`/b/${first.publicId}`);
      }}
    />
  </search>
);

interface SectionProps {
  title: string;
  icon?: IconNode;
  href?: string | undefined;
  /** Next to the title. */
  end?: ComponentChildren;
  children: ComponentChildren;
}

const Section = ({ title, icon, href, end, children }: SectionProps) => (
  <section>
    <header>
      {icon && <Icon of={icon} />}
      <h2>{href ? <a href={href}>{title}</a> : title}</h2>
      {end}
    </header>
    <ul class="tiles">{children}</ul>
  </section>
);

const FirstWorkspace = ({ made }: { made: () => Promise<void> }) => (
  <section class="first">
    <h2>{homeTexts.noWorkspace}</h2>
    <p class="quiet">{homeTexts.noWorkspaceHint}</p>
    <WorkspaceForm
      made={made}
      value={me.value?.name ? homeTexts.ownWorkspace(me.value.name.split(' ')[0] ?? '') : ''}
    />
  </section>
);

const WorkspaceForm = ({ made, value = '' }: { made: () => Promise<void>; value?: string }) => (
  <Form
    submit={homeTexts.createWorkspace}
    onSubmit={async ({ name = '' }) => {
      await server.ask(routes.workspaces.create, { body: { name } });
      await made();
    }}
  >
    <Field label={t.boards.workspaceName} name="name" value={value} maxLength={64} isFirst />
  </Form>
);

interface PutAwayProps {
  only: string | undefined;
  mayImport: boolean;
  /** Called when there are other boards or workspaces. */
  changed: () => Promise<void>;
}

/** What is rarely needed, at the end; one part is open at a time. */
function PutAway({ only, mayImport, changed }: PutAwayProps) {
  const [open, setOpen] = useState<'templates' | 'archived' | 'workspace'>();
  const turn = (part: typeof open, icon: IconNode, text: string) => (
    <button
      class="button plain small"
      type="button"
      aria-expanded={open === part}
      onClick={() => setOpen(open === part ? undefined : part)}
    >
      <Icon of={icon} /> {text}
    </button>
  );
  return (
    <section class="put-away">
      <div class="row wrap">
        {turn('templates', LayoutTemplate, homeTexts.templates)}
        {mayImport && (
          <a class="button plain small" href="/import">
            <Icon of={Import} /> {homeTexts.import}
          </a>
        )}
        {turn('archived', Archive, homeTexts.archived)}
        {!only && turn('workspace', FolderPlus, homeTexts.newWorkspace)}
      </div>
      {open === 'templates' && <Templates only={only} />}
      {open === 'archived' && <ArchivedBoards only={only} changed={changed} />}
      {open === 'workspace' && (
        // biome-ignore lint: Escape closes a form that opened in place.
        <div class="new-workspace" onKeyDown={({ key }) => key === 'Escape' && setOpen(undefined)}>
          <WorkspaceForm
            made={async () => {
              await changed();
              setOpen(undefined);
            }}
          />
        </div>
      )}
    </section>
  );
}
