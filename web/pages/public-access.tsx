import { routes } from '../../contract/routes.ts';
import { Select } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { editBoard } from '../board/panel-commands.ts';
import { panelTexts } from '../messages/pages.ts';
import type { BoardInfo } from './board-info.ts';
import { PublicLink } from './public-link.tsx';

/** Whether everyone may read the board. */
export function PublicAccess({ board, known }: { board: OpenBoard; known: BoardInfo }) {
  const shown = board.store.get('board', board.id).value;
  if (!shown) return null;
  const { visibility } = shown;
  if (!known.may('board:share')) {
    return (
      <section>
        <h3>{panelTexts.visibility}</h3>
        <p>{panelTexts.visibilities[visibility]}</p>
        {visibility === 'public' && <PublicLink board={board.id} slug={shown.slug} mayShare={false} />}
        <p class="quiet fine">{panelTexts.shareHint}</p>
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
  const hint = access === 'members' ? panelTexts.closedHint : panelTexts.visibilityHint[visibility];
  return (
    <section>
      <Select
        label={panelTexts.visibility}
        name="visibility"
        value={visibility}
        hint={isForbidden ? panelTexts.notAllowed : hint}
        // A public board can be made private even if public boards are not allowed.
        disabled={isForbidden && visibility === 'private'}
        onChange={(value) => board.outbox.add(editBoard(shown, { visibility: value as typeof visibility }))}
      >
        {Object.entries(panelTexts.visibilities).map(([value, text]) => (
          <option
            key={value}
            value={value}
            disabled={value === 'public' && (isForbidden || access === 'members')}
          >
            {text}
          </option>
        ))}
      </Select>
      {visibility === 'public' && !isForbidden && <PublicLink board={board.id} slug={shown.slug} mayShare />}
      {isForbidden && (
        <p class="quiet fine">
          {known.mayInWorkspace('workspace:edit') ? (
            <a href={`/w/${known.workspace}/settings`}>{panelTexts.allowIn}</a>
          ) : (
            panelTexts.askAdmin
          )}
        </p>
      )}
    </section>
  );
}
