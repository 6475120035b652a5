import { routes } from '../../contract/routes.ts';
import { readBoards, type Workspace } from '../app/boards-data.ts';
import { problemOf } from '../app/problem.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { homeTexts } from '../messages/home.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';

interface ArchivedBoardsProps {
  /** Only of this workspace. */
  only: string | undefined;
  /** Called when a board was restored. */
  changed: () => Promise<void>;
}

export const ArchivedBoards = ({ only, changed }: ArchivedBoardsProps) => (
  <Rows
    only={only}
    which={{ type: 'regular', archived: true }}
    none={homeTexts.noArchived}
    restored={changed}
  />
);

export const Templates = ({ only }: Pick<ArchivedBoardsProps, 'only'>) => (
  <Rows only={only} which={{ type: 'template' }} none={homeTexts.noTemplates} />
);

interface RowsProps {
  only: string | undefined;
  which: { type: 'regular' | 'template'; archived?: boolean };
  none: string;
  /** Called after a board was restored; absent for templates, which are not archived. */
  restored?: () => Promise<void>;
}

function Rows({ only, which, none, restored }: RowsProps) {
  const found = useResource<Workspace[]>(`${JSON.stringify(which)} ${only ?? ''}`, (signal) =>
    readBoards(which, only, signal),
  );
  const restore = async (id: string, name: string) => {
    try {
      await server.ask(routes.boards.update, { params: { boardPublicId: id }, body: { isArchived: false } });
      toast(homeTexts.restored(name));
      await Promise.all([found.read(), restored?.()]);
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <Loaded of={found}>
      {(workspaces) => {
        const boards = workspaces.flatMap(({ name, boards: all }) =>
          all.map((board) => ({ ...board, workspace: name })),
        );
        if (boards.length === 0) return <p class="quiet">{none}</p>;
        return (
          <ul class="rows">
            {boards.map(({ publicId, name, workspace }) => (
              <li key={publicId}>
                <a href={`/b/${publicId}`}>{name}</a>
                <span class="quiet">{workspace}</span>
                {restored && (
                  <button
                    class="button small"
                    type="button"
                    aria-label={homeTexts.restoreNamed(name)}
                    onClick={() => void restore(publicId, name)}
                  >
                    {t.boards.restore}
                  </button>
                )}
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
