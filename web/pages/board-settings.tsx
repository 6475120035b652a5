import { routes } from '../../contract/routes.ts';
import { type OwnWorkspace, readWorkspaces } from '../app/boards-data.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, problemOf, Select } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { close, type OpenBoard } from '../board/open.ts';
import { editBoard } from '../board/panel-commands.ts';
import { t } from '../messages/en.ts';
import { toast } from '../ui/toast.tsx';
import type { BoardInfo, PanelPart } from './board-info.ts';

export const BoardSettings = ({ board, info }: PanelPart) => (
  <Loaded of={info}>
    {(known) => (
      <>
        <Favourite board={board} info={info} />
        {known.may('board:edit') && <Basics board={board} />}
        {known.may('board:edit') && <PublicAccess board={board} known={known} />}
        <Copy board={board} known={known} />
        {(known.may('board:edit') || known.may('board:delete')) && <Ends board={board} known={known} />}
      </>
    )}
  </Loaded>
);

function Favourite({ board, info }: PanelPart) {
  const known = info.value.value;
  if (!known) return null;
  const turn = async (favorite: boolean) => {
    info.set({ ...known, favourite: favorite });
    try {
      await server.ask(routes.boards.update, { params: { boardPublicId: board.id }, body: { favorite } });
    } catch (error) {
      toast(problemOf(error));
      await info.read();
    }
  };
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={known.favourite}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      {t.panel.favourite}
    </label>
  );
}

/** The board's name and slug. */
function Basics({ board }: { board: OpenBoard }) {
  const shown = board.store.get('board', board.id).value;
  if (!shown) return null;
  const { name, slug } = shown;
  return (
    <section>
      <h3>{t.panel.nameAndAddress}</h3>
      <Form
        key={`${name} ${slug}`}
        submit={t.save}
        isQuiet
        onSubmit={async (given) => {
          const fields = { name: given.name?.trim() ?? name, slug: given.slug?.toLowerCase() ?? slug };
          // The slug may be taken, so wait for the reply.
          const params = { boardPublicId: board.id };
          const { reply } = await server.ask(routes.boards.update, { params, body: fields });
          board.store.put('board', board.id, { ...shown, name: reply.name, slug: reply.slug });
          toast(t.panel.saved);
        }}
      >
        <Field label={t.boards.name} name="name" value={name} maxLength={100} />
        <Field label={t.panel.slug} name="slug" value={slug} maxLength={64} hint={t.panel.slugHint} />
      </Form>
    </section>
  );
}

/** Whether everyone may read the board. */
function PublicAccess({ board, known }: { board: OpenBoard; known: BoardInfo }) {
  const shown = board.store.get('board', board.id).value;
  if (!shown) return null;
  const { visibility } = shown;
  if (!known.may('board:share')) {
    return (
      <section>
        <h3>{t.panel.visibility}</h3>
        <p>{t.panel.visibilities[visibility]}</p>
        <p class="quiet fine">{t.panel.shareHint}</p>
      </section>
    );
  }
  return <PublicAccessChoice board={board} known={known} shown={shown} />;
}

interface Choice {
  board: OpenBoard;
  known: BoardInfo;
  shown: Parameters<typeof editBoard>[0];
}

function PublicAccessChoice({ board, known, shown }: Choice) {
  const { visibility, access } = shown;
  const workspace = useResource(`sharing in ${known.workspace}`, async (signal) => {
    const input = { params: { workspacePublicId: known.workspace } };
    return (await server.ask(routes.workspaces.get, input, { signal })).reply;
  });
  const isForbidden = workspace.value.value?.allowPublicBoards === false;
  const hint = access === 'members' ? t.panel.closedHint : t.panel.visibilityHint[visibility];
  return (
    <section>
      <Select
        label={t.panel.visibility}
        name="visibility"
        value={visibility}
        hint={isForbidden ? t.panel.notAllowed : hint}
        // A public board can be made private even if public boards are not allowed.
        disabled={isForbidden && visibility === 'private'}
        onChange={(value) => board.outbox.add(editBoard(shown, { visibility: value as typeof visibility }))}
      >
        {Object.entries(t.panel.visibilities).map(([value, text]) => (
          <option
            key={value}
            value={value}
            disabled={value === 'public' && (isForbidden || access === 'members')}
          >
            {text}
          </option>
        ))}
      </Select>
      {isForbidden && (
        <p class="quiet fine">
          {known.may('workspace:edit') ? (
            <a href={`/w/${known.workspace}/settings`}>{t.panel.allowIn}</a>
          ) : (
            t.panel.askAdmin
          )}
        </p>
      )}
    </section>
  );
}

function Copy({ board, known }: { board: OpenBoard; known: BoardInfo }) {
  const name = board.store.get('board', board.id).value?.name ?? '';
  return (
    <section>
      <h3>{t.panel.copy}</h3>
      <Form
        submit={t.panel.makeCopy}
        isQuiet
        onSubmit={async ({ name: chosen = '', type }) => {
          const { reply } = await server.ask(routes.boards.create, {
            params: { workspacePublicId: known.workspace },
            body: {
              name: chosen,
              sourceBoardPublicId: board.id,
              type: type === 'template' ? 'template' : 'regular',
            },
          });
          go(`/b/${reply.publicId}`);
        }}
      >
        <Field
          label={t.panel.copyName}
          name="name"
          value={t.panel.copyOf(name).slice(0, 100)}
          maxLength={100}
        />
        <Select label={t.panel.copyAs} name="type" hint={t.panel.copyHint}>
          <option value="regular">{t.panel.asBoard}</option>
          <option value="template">{t.panel.asTemplate}</option>
        </Select>
      </Form>
    </section>
  );
}

/** Actions that remove the board from here. */
function Ends({ board, known }: { board: OpenBoard; known: BoardInfo }) {
  const shown = board.store.get('board', board.id).value;
  if (!shown) return null;
  const params = { boardPublicId: board.id };
  const leave = (text: string, back: () => Promise<unknown>) => {
    go('/', { replace: true });
    close();
    const undo = () =>
      void back().then(
        () => go(`/b/${board.id}`),
        (error: unknown) => toast(problemOf(error)),
      );
    toast(text, { label: t.undo.undo, run: undo });
  };
  const archive = async (isArchived: boolean) =>
    server.ask(routes.boards.update, { params, body: { isArchived } });
  return (
    <section>
      <h3>{t.panel.ends}</h3>
      <div class="row wrap">
        {known.may('board:edit') &&
          (shown.isArchived ? (
            <button
              class="button"
              type="button"
              onClick={() => board.outbox.add(editBoard(shown, { isArchived: false }))}
            >
              {t.boards.restore}
            </button>
          ) : (
            <button
              class="button"
              type="button"
              onClick={() =>
                void archive(true).then(
                  () => leave(t.panel.archived(shown.name), () => archive(false)),
                  (error: unknown) => toast(problemOf(error)),
                )
              }
            >
              {t.panel.archiveBoard}
            </button>
          ))}
        {known.may('board:delete') && (
          <Confirm
            label={t.panel.deleteBoard}
            question={t.panel.deleteBoardQuestion}
            yes={t.panel.deleteBoard}
            run={async () => {
              await server.ask(routes.boards.delete, { params });
              board.follower.lose();
              leave(t.panel.deleted(shown.name), () => server.ask(routes.boards.restore, { params }));
            }}
          />
        )}
      </div>
      {known.may('board:delete') && <Move board={board} known={known} />}
    </section>
  );
}

/** Moves the board to another workspace and reloads the page: only the server knows its members there. */
function Move({ board, known }: { board: OpenBoard; known: BoardInfo }) {
  const all = useResource<OwnWorkspace[]>('boards ', (signal) => readWorkspaces(undefined, signal));
  const others = (all.value.value ?? []).filter(({ id, mayCreate }) => mayCreate && id !== known.workspace);
  if (others.length === 0) return null;
  return (
    <Form
      submit={t.panel.move}
      isQuiet
      onSubmit={async ({ workspace = '' }) => {
        const params = { boardPublicId: board.id };
        await server.ask(routes.boards.move, { params, body: { targetWorkspacePublicId: workspace } });
        location.assign(`/b/${board.id}`);
      }}
    >
      <Select label={t.panel.moveTo} name="workspace" hint={t.panel.moveHint}>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Form>
  );
}
