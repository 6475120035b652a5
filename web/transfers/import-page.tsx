import { useEffect } from 'preact/hooks';
import { type OwnWorkspace, readWorkspaces } from '../app/boards-data.ts';
import { Select } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { NotFound } from '../app/not-found.tsx';
import { useResource } from '../app/resource.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { openBoard } from '../board/open.ts';
import { transferTexts } from '../messages/transfers.ts';
import { recentBoards } from '../pages/recent.ts';
import { Head } from '../pages/settings-frame.tsx';
import type { WorkspacePart } from '../pages/workspace.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { FromProviders } from './from-provider.tsx';
import { Imports } from './imports.tsx';
import './transfers.css';

const texts = transferTexts.imports;

const useWorkspaces = () =>
  useResource<OwnWorkspace[]>('boards ', (signal) => readWorkspaces(undefined, signal));

/** Imports boards from other programs into a workspace. */
export function ImportPage({ known }: WorkspacePart) {
  const all = useWorkspaces();
  return (
    <Loaded of={all}>
      {(workspaces) => {
        const mine = workspaces.filter(({ mayCreate }) => mayCreate);
        const chosen = mine.find(({ id }) => id === known.workspace.publicId);
        return chosen ? <Parts workspace={chosen} all={mine} /> : <NotFound />;
      }}
    </Loaded>
  );
}

/** Without a workspace, boards go to the one used last. */
export function ImportAnywhere() {
  const all = useWorkspaces();
  return (
    <Shell title={texts.title}>
      <Loaded of={all}>
        {(workspaces) => {
          const mine = workspaces.filter(({ mayCreate }) => mayCreate);
          return mine.length > 0 ? <ToLastUsed of={mine} /> : <NotFound />;
        }}
      </Loaded>
    </Shell>
  );
}

/** Redirects to the workspace of the board opened last. */
function ToLastUsed({ of }: { of: readonly OwnWorkspace[] }) {
  useEffect(() => {
    const looked = [openBoard.peek()?.id, ...recentBoards()];
    const [last] = looked.flatMap(
      (board) => of.find(({ boards }) => boards.some(({ publicId }) => publicId === board)) ?? [],
    );
    go(`/w/${(last ?? of[0])?.id}/import`, { replace: true });
  }, []);
  return null;
}

const Parts = ({ workspace, all }: { workspace: OwnWorkspace; all: readonly OwnWorkspace[] }) => (
  <>
    <section>
      <Head title={texts.title} hint={texts.hint} />
      {all.length > 1 && (
        <Select
          label={texts.workspace}
          name="workspace"
          value={workspace.id}
          onChange={(id) => go(`/w/${id}/import`, { replace: true })}
        >
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <ChooseFiles workspace={workspace} />
      <FromProviders workspace={workspace.id} />
    </section>
    <Imports workspace={workspace.id} />
  </>
);
