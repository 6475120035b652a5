import { useEffect } from 'preact/hooks';
import { type OwnWorkspace, readWorkspaces } from '../app/boards-data.ts';
import { Select } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { NotFound } from '../app/not-found.tsx';
import { useResource } from '../app/resource.ts';
import type { Tab } from '../app/route.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { openBoard } from '../board/open.ts';
import { transferTexts } from '../messages/transfers.ts';
import { recentBoards } from '../pages/recent.ts';
import { ChooseFiles } from './choose-files.tsx';
import { FromProviders } from './from-provider.tsx';
import { Imports } from './imports.tsx';
import '../pages/panel.css';
import '../pages/profile.css';
import './transfers.css';

const texts = transferTexts.imports;

/** Imports boards from other programs: into a given workspace, or the one used last. */
export function ImportPage({ into, tabs }: { into?: string; tabs: readonly Tab[] }) {
  const all = useResource<OwnWorkspace[]>('boards ', (signal) => readWorkspaces(undefined, signal));
  const mine = all.value.value?.filter(({ mayCreate }) => mayCreate);
  const chosen = mine?.find(({ id }) => id === into);
  return (
    <Shell title={chosen?.name ?? texts.title} {...(chosen ? { tabs, mayCreate: chosen.mayCreate } : {})}>
      <div class="settings">
        <Loaded of={all}>
          {() =>
            chosen ? (
              <Parts workspace={chosen} all={mine ?? []} />
            ) : into === undefined && mine && mine.length > 0 ? (
              <ToLastUsed of={mine} />
            ) : (
              <NotFound />
            )
          }
        </Loaded>
      </div>
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
      <h2>{texts.title}</h2>
      <p class="quiet">{texts.hint}</p>
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
