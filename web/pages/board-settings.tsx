import { routes } from '../../contract/routes.ts';
import { type OwnWorkspace, readWorkspaces } from '../app/boards-data.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, Select } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { close, type OpenBoard } from '../board/open.ts';
import { editBoard } from '../board/panel-commands.ts';
import { panelTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { Background } from './background.tsx';
import type { BoardInfo, PanelPart } from './board-info.ts';
import { BoardPicture } from './board-picture.tsx';

export const BoardSettings = ({ board, info }: PanelPart) => (
  <Loaded of={info}>
    {(known) => (
      <>
        <Favourite board={board} info={info} />
        {known.may('board:edit') && <Basics board={board} />}
        {known.may('board:edit') && <Background board={board} />}
        {known.may('board:edit') && <BoardPicture board={board} />}
        {known.mayInWorkspace('board:create') && <Copy board={board} known={known} />}
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
      {panelTexts.favourite}
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
      <h3>{panelTexts.nameAndAddress}</h3>
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
          toast(panelTexts.saved);
        }}
      >
        <Field label={t.boards.name} name="name" value={name} maxLength={100} />
        <Field label={panelTexts.slug} name="slug" value={slug} maxLength={64} hint={panelTexts.slugHint} />
      </Form>
    </section>
  );
}

function Copy({ board, known }: { board: OpenBoard; known: BoardInfo }) {
  const name = board.store.get('board', board.id).value?.name ?? '';
  return (
    <section>
      <h3>{panelTexts.copy}</h3>
      <Form
        submit={panelTexts.makeCopy}
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
          label={panelTexts.copyName}
          name="name"
          value={panelTexts.copyOf(name).slice(0, 100)}
          maxLength={100}
        />
        <Select label={panelTexts.copyAs} name="type" hint={panelTexts.copyHint}>
          <option value="regular">{panelTexts.asBoard}</option>
          <option value="template">{panelTexts.asTemplate}</option>
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
      <h3>{panelTexts.ends}</h3>
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
                  () => leave(panelTexts.archived(shown.name), () => archive(false)),
                  (error: unknown) => toast(problemOf(error)),
                )
              }
            >
              {panelTexts.archiveBoard}
            </button>
          ))}
        {known.may('board:delete') && (
          <Confirm
            label={panelTexts.deleteBoard}
            question={panelTexts.deleteBoardQuestion}
            yes={panelTexts.deleteBoard}
            run={async () => {
              await server.ask(routes.boards.delete, { params });
              board.follower.lose();
              leave(panelTexts.deleted(shown.name), () => server.ask(routes.boards.restore, { params }));
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
      submit={panelTexts.move}
      isQuiet
      onSubmit={async ({ workspace = '' }) => {
        const params = { boardPublicId: board.id };
        await server.ask(routes.boards.move, { params, body: { targetWorkspacePublicId: workspace } });
        location.assign(`/b/${board.id}`);
      }}
    >
      <Select label={panelTexts.moveTo} name="workspace" hint={panelTexts.moveHint}>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Form>
  );
}
