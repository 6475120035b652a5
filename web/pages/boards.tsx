import { LogOut, Plus, Star } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { Field, Form, problemOf } from './form.tsx';
import { go } from './location.ts';
import { me, server, signOut } from './session.ts';
import './boards.css';

type Summary = ReplyOf<typeof routes.boards.list>[number];

interface Workspace {
  id: string;
  name: string;
  boards: readonly Summary[];
}

async function readAll(): Promise<Workspace[]> {
  const { reply } = await server.ask(routes.workspaces.list, {});
  return Promise.all(
    reply.map(async ({ workspace: { publicId, name } }) => {
      const params = { workspacePublicId: publicId };
      const boards = await server.ask(routes.boards.list, { params, query: { type: 'regular' } });
      return { id: publicId, name, boards: boards.reply };
    }),
  );
}

/** All boards of someone, by workspace. */
export function Boards() {
  const [workspaces, setWorkspaces] = useState<readonly Workspace[]>();
  const [problem, setProblem] = useState<string>();
  const read = async () => {
    try {
      setWorkspaces(await readAll());
      setProblem(undefined);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  useEffect(() => void read(), []);
  const favourites = workspaces?.flatMap(({ boards }) => boards.filter(({ favorite }) => favorite)) ?? [];
  return (
    <div class="boards-page">
      <header class="top">
        <img src="/icon.svg" alt="" width="24" height="24" />
        <h1>{t.boards.title}</h1>
        <span class="room" />
        <Avatar id={me.value?.id ?? ''} name={me.value?.name ?? me.value?.email ?? ''} size="large" />
        <button
          class="button plain icon-only"
          type="button"
          title={t.signIn.out}
          aria-label={t.signIn.out}
          onClick={() => void signOut()}
        >
          <Icon of={LogOut} />
        </button>
      </header>
      <main>
        {problem && (
          <p class="problem" role="alert">
            {problem}{' '}
            <button class="button small" type="button" onClick={() => void read()}>
              {t.retry}
            </button>
          </p>
        )}
        {favourites.length > 0 && (
          <section>
            <h2>{t.boards.favourites}</h2>
            <Tiles boards={favourites} changed={read} />
          </section>
        )}
        {workspaces?.map((workspace) => (
          <section key={workspace.id}>
            <h2>{workspace.name}</h2>
            <Tiles boards={workspace.boards} changed={read} makeIn={workspace.id} />
          </section>
        ))}
        {workspaces?.length === 0 && <FirstWorkspace made={read} />}
      </main>
    </div>
  );
}

interface TilesProps {
  boards: readonly Summary[];
  changed: () => Promise<void>;
  /** The workspace that a new board is made in. */
  makeIn?: string;
}

const Tiles = ({ boards, changed, makeIn }: TilesProps) => (
  <ul class="tiles">
    {boards.map((board) => (
      <li key={board.publicId} class="tile">
        <a href={`/b/${board.publicId}`}>{board.name}</a>
        <Favourite board={board} changed={changed} />
      </li>
    ))}
    {makeIn && (
      <li>
        <NewBoard workspace={makeIn} />
      </li>
    )}
  </ul>
);

function Favourite({ board, changed }: { board: Summary; changed: () => Promise<void> }) {
  const { publicId, name, favorite } = board;
  const turn = async () => {
    try {
      await server.ask(routes.boards.update, {
        params: { boardPublicId: publicId },
        body: { favorite: !favorite },
      });
      await changed();
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <button
      class="button plain icon-only small star"
      type="button"
      aria-label={t.boards.favourite(name)}
      aria-pressed={favorite}
      onClick={() => void turn()}
    >
      <Icon of={Star} />
    </button>
  );
}

function NewBoard({ workspace }: { workspace: string }) {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <button class="tile new" type="button" onClick={() => setOpen(true)}>
        <Icon of={Plus} /> {t.boards.new}
      </button>
    );
  }
  return (
    // biome-ignore lint: Escape in a form that opened in place puts it away.
    <div class="tile open" onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <Form
        submit={t.boards.create}
        onSubmit={async ({ name = '' }) => {
          const { reply } = await server.ask(routes.boards.create, {
            params: { workspacePublicId: workspace },
            body: { name, lists: t.boards.firstLists },
          });
          go(`/b/${reply.publicId}`);
        }}
      >
        <Field label={t.boards.name} name="name" isFirst />
      </Form>
    </div>
  );
}

const FirstWorkspace = ({ made }: { made: () => Promise<void> }) => (
  <section class="first">
    <h2>{t.boards.noWorkspace}</h2>
    <p class="quiet">{t.boards.noWorkspaceHint}</p>
    <Form
      submit={t.boards.createWorkspace}
      onSubmit={async ({ name = '' }) => {
        await server.ask(routes.workspaces.create, { body: { name } });
        await made();
      }}
    >
      <Field
        label={t.boards.workspaceName}
        name="name"
        value={me.value?.name ? t.boards.ownWorkspace(me.value.name.split(' ')[0] ?? '') : ''}
        isFirst
      />
    </Form>
  </section>
);
