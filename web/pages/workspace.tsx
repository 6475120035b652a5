import type { ComponentType } from 'preact';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { type Resource, useResource } from '../app/resource.ts';
import type { Tab } from '../app/route.ts';
import { server } from '../app/session.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { namesOf, TrashOf } from './archive.tsx';
import './panel.css';
import './profile.css';

interface Known {
  workspace: ReplyOf<typeof routes.workspaces.get>;
  roles: readonly { publicId: string; name: string }[];
  may: ReadonlySet<string>;
}

/** What each part of the page shows and reloads. */
export interface WorkspacePart {
  of: Resource<Known>;
  known: Known;
}

interface WorkspacePageProps {
  id: string;
  tabs: readonly Tab[];
  Part: ComponentType<WorkspacePart>;
  /** Set if the part shows no members. */
  workspaceMembers: 'none' | undefined;
}

/** A part of the pages about a workspace: its people, settings or trash. */
export function WorkspacePage({ id, tabs, Part, workspaceMembers }: WorkspacePageProps) {
  const of = useResource<Known>(`workspace ${id} ${workspaceMembers}`, async (signal) => {
    const input = { params: { workspacePublicId: id } };
    const [workspace, permissions, roles] = await Promise.all([
      server.ask(
        routes.workspaces.get,
        { ...input, query: workspaceMembers ? { workspaceMembers } : {} },
        { signal },
      ),
      server.ask(routes.members.myPermissions, input, { signal }),
      // Users who may not see members may not see roles either.
      server.ask(routes.roles.list, input, { signal }).then(
        ({ reply }) => reply.roles,
        () => [],
      ),
    ]);
    return { workspace: workspace.reply, roles, may: new Set(permissions.reply.permissions) };
  });
  return (
    <Shell
      title={of.value.value?.workspace.name ?? t.boards.workspace}
      tabs={tabs}
      mayCreate={of.value.value?.may.has('board:create')}
    >
      <div class="settings">
        <Loaded of={of}>{(known) => <Part of={of} known={known} />}</Loaded>
      </div>
    </Shell>
  );
}

/** Does something, shows the error if it fails, and reads the page's data again. */
export async function attempt({ of }: WorkspacePart, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(problemOf(error));
  }
  await of.read();
}

export const Trash = ({ known: { workspace } }: WorkspacePart) => (
  <TrashOf workspace={workspace.publicId} people={namesOf(workspace.members)} />
);
