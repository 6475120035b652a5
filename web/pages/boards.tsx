import { Import, Plus, Search, Star } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { type OwnWorkspace, readWorkspaces, type Summary } from '../app/boards-data.ts';
import { Field, Form, problemOf } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { NotFound } from '../app/not-found.tsx';
import { type Resource, useResource } from '../app/resource.ts';
import type { Tab } from '../app/route.ts';
import { me, server } from '../app/session.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { ArchivedBoards } from './archived-boards.tsx';
import { Emblem } from './emblem.tsx';
import { NewBoard } from './new-board.tsx';
import { recentBoards } from './recent.ts';
import './boards.css';

/** All boards of the user by workspace, or those of one workspace. */
export function Boards({ only, tabs }: { only?: string; tabs: readonly Tab[] }) {
  const all = useResource<OwnWorkspace[]>(`boards ${only ?? ''}`, (signal) => readWorkspaces(only, signal));
  const [text, setText] = useState('');
  const title = only ? (all.value.value?.[0]?.name ?? t.boards.title) : t.boards.title;
  return (
    <Shell title={title} tabs={tabs} mayCreate={all.value.value?.[0]?.mayCreate}>
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
  const recent = useMemo(recentBoards, []).flatMap(
    (id) => boards.find(({ board }) => board.publicId === id) ?? [],
  );
  const favourites = boards.filter(({ board }) => board.favorite);
  const star = (board: Summary) => void turnStar(all, workspaces, board);
  const shown = workspaces
    .map((workspace) => ({ ...workspace, boards: workspace.boards.filter(({ name }) => isFound(name)) }))
    .filter((workspace) => words.length === 0 || workspace.boards.length > 0);
  const isSearched = words.length > 0;
  const fromAll = !isSearched && boards.length > 4;
  return (
    <>
      {boards.length > 0 && <BoardSearch text={text} setText={setText} first={shown[0]?.boards[0]} />}
      {boards.length === 0 && !only && <p class="quiet hint">{t.boards.emptyHint}</p>}
      {!isSearched && favourites.length > 0 && (
        <Section title={t.boards.favourites}>
          {favourites.map(({ board, of }) => (
            <Tile key={board.publicId} board={board} note={only ? undefined : of} star={star} />
          ))}
        </Section>
      )}
      {fromAll && !only && recent.length > 0 && (
        <Section title={t.boards.recent}>
          {recent.slice(0, 4).map(({ board, of }) => (
            <Tile key={board.publicId} board={board} note={of} star={star} />
          ))}
        </Section>
      )}
      {shown.map((workspace) => (
        <Section
          key={workspace.id}
          title={only ? t.boards.title : workspace.name}
          href={only ? undefined : `/w/${workspace.id}`}
        >
          {workspace.boards.map((board) => (
            <Tile key={board.publicId} board={board} star={star} />
          ))}
          {!isSearched && workspace.mayCreate && (
            <>
              <li>
                <button class="tile new" type="button" onClick={() => setMakeIn(workspace.id)}>
                  <Icon of={Plus} /> {t.boards.new}
                </button>
              </li>
              <li>
                <a class="tile new" href={`/w/${workspace.id}/import`}>
                  <Icon of={Import} /> {t.boards.import}
                </a>
              </li>
            </>
          )}
        </Section>
      ))}
      {isSearched && (
        <p class="quiet" role="status">
          {shown.length === 0 && `${t.boards.noneFound(text)} `}
          <a href={`/search?q=${encodeURIComponent(text)}`}>{t.boards.searchCards(text)}</a>
        </p>
      )}
      {!isSearched && (
        <>
          {!only && <NewWorkspace made={all.read} />}
          <ArchivedBoards only={only} changed={all.read} />
        </>
      )}
      {makeIn && <NewBoard workspaces={workspaces} makeIn={makeIn} close={() => setMakeIn(undefined)} />}
    </>
  );
}

/** Adds a board to the favourites or removes it: shown at once, and reverted if it is refused. */
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
      placeholder={t.boards.filter}
      aria-label={t.boards.filter}
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setText('');
        if (key === 'Enter' && text && first) go(`/b/${first.publicId}`);
      }}
    />
  </search>
);

interface SectionProps {
  title: string;
  href?: string | undefined;
  children: preact.ComponentChildren;
}

const Section = ({ title, href, children }: SectionProps) => (
  <section>
    <h2>{href ? <a href={href}>{title}</a> : title}</h2>
    <ul class="tiles">{children}</ul>
  </section>
);

interface TileProps {
  board: Summary;
  /** The workspace, if the page does not show it already. */
  note?: string | undefined;
  star: (board: Summary) => void;
}

function Tile({ board, note, star }: TileProps) {
  const { publicId, name, favorite, listCount } = board;
  return (
    <li class="tile">
      <Emblem id={publicId} name={name} />
      <div class="tile-text">
        <a href={`/b/${publicId}`}>{name}</a>
        <span class="quiet one-line">{note ?? t.boards.lists(listCount)}</span>
      </div>
      <button
        class="button plain icon-only small star"
        type="button"
        aria-label={t.boards.favourite(name)}
        aria-pressed={favorite}
        onClick={() => star(board)}
      >
        <Icon of={Star} />
      </button>
    </li>
  );
}

const FirstWorkspace = ({ made }: { made: () => Promise<void> }) => (
  <section class="first">
    <h2>{t.boards.noWorkspace}</h2>
    <p class="quiet">{t.boards.noWorkspaceHint}</p>
    <WorkspaceForm
      made={made}
      value={me.value?.name ? t.boards.ownWorkspace(me.value.name.split(' ')[0] ?? '') : ''}
    />
  </section>
);

const WorkspaceForm = ({ made, value = '' }: { made: () => Promise<void>; value?: string }) => (
  <Form
    submit={t.boards.createWorkspace}
    onSubmit={async ({ name = '' }) => {
      await server.ask(routes.workspaces.create, { body: { name } });
      await made();
    }}
  >
    <Field label={t.boards.workspaceName} name="name" value={value} maxLength={64} isFirst />
  </Form>
);

function NewWorkspace({ made }: { made: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button class="button plain begin" type="button" onClick={() => setOpen(true)}>
        <Icon of={Plus} /> {t.boards.newWorkspace}
      </button>
    );
  }
  return (
    // biome-ignore lint: Escape closes a form that opened in place.
    <section class="new-workspace" onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <WorkspaceForm
        made={async () => {
          await made();
          setOpen(false);
        }}
      />
    </section>
  );
}
