import type { ComponentType } from 'preact';
import { lazy } from './app/lazy.tsx';
import { NotFound } from './app/not-found.tsx';
import { AccountPage } from './pages/account.tsx';
import { WorkspacePage, type WorkspacePart } from './pages/workspace.tsx';

/* The pages of settings: their addresses, and what each shows. They come with it, or when they are visited. */

const inImport = () => import('./transfers/import-page.tsx');
const inWebhooks = () => import('./pages/webhooks/webhooks.tsx');

export const ImportAnywhere = lazy(async () => (await inImport()).ImportAnywhere);

/** Of the user's account, by the last word of the address. */
const ofAccount: ReadonlyMap<string, ComponentType> = new Map(
  Object.entries({
    '': lazy(() => import('./pages/profile.tsx').then((all) => all.OwnAccount)),
    appearance: lazy(() => import('./pages/appearance.tsx').then((all) => all.Appearance)),
    connections: lazy(() => import('./transfers/connections.tsx').then((all) => all.Connections)),
    'deleted-workspaces': lazy(() =>
      import('./pages/deleted-workspaces.tsx').then((all) => all.DeletedWorkspaces),
    ),
    keys: lazy(() => import('./pages/keys/keys.tsx').then((all) => all.ApiKeys)),
    notifications: lazy(() => import('./pages/notifications/settings.tsx').then((all) => all.ToldSettings)),
    security: lazy(() => import('./pages/security.tsx').then((all) => all.Security)),
  }),
);

interface PartOfWorkspace {
  Part: ComponentType<WorkspacePart>;
  /** A page of its own for one of what it shows. */
  Item?: ComponentType<WorkspacePart>;
  /** Whether it shows people and their roles. */
  withPeople?: boolean;
}

/** Of a workspace. */
const ofWorkspace: ReadonlyMap<string, PartOfWorkspace> = new Map<string, PartOfWorkspace>(
  Object.entries({
    audit: { Part: lazy(() => import('./pages/audit/audit.tsx').then((all) => all.Audit)), withPeople: true },
    'code-hosts': {
      Part: lazy(() => import('./pages/code-hosts/code-hosts.tsx').then((all) => all.CodeHosts)),
    },
    export: { Part: lazy(() => import('./transfers/export-page.tsx').then((all) => all.ExportPage)) },
    fields: {
      Part: lazy(() => import('./pages/workspace-fields.tsx').then((all) => all.WorkspaceFields)),
    },
    import: { Part: lazy(async () => (await inImport()).ImportPage) },
    'invite-link': {
      Part: lazy(() => import('./pages/invite-link.tsx').then((all) => all.InviteLinkPage)),
      withPeople: true,
    },
    keys: {
      Part: lazy(() => import('./pages/workspace-keys/keys.tsx').then((all) => all.WorkspaceKeys)),
      withPeople: true,
    },
    members: {
      Part: lazy(() => import('./pages/workspace-members.tsx').then((all) => all.WorkspaceMembers)),
      Item: lazy(() => import('./pages/member-rights/member-rights.tsx').then((all) => all.MemberRights)),
      withPeople: true,
    },
    roles: { Part: lazy(() => import('./pages/roles/roles.tsx').then((all) => all.Roles)), withPeople: true },
    settings: {
      Part: lazy(() => import('./pages/workspace-settings.tsx').then((all) => all.WorkspaceSettings)),
    },
    security: {
      Part: lazy(() => import('./pages/workspace-security.tsx').then((all) => all.WorkspaceSecurity)),
      withPeople: true,
    },
    trash: {
      Part: lazy(() => import('./pages/workspace-trash.tsx').then((all) => all.WorkspaceTrash)),
      withPeople: true,
    },
    webhooks: {
      Part: lazy(async () => (await inWebhooks()).Webhooks),
      Item: lazy(() => import('./pages/webhooks/one.tsx').then((all) => all.OneWebhook)),
    },
  }),
);

export function AccountSettings({ part }: { part: string }) {
  const Part = ofAccount.get(part);
  return Part ? <AccountPage Part={Part} /> : <NotFound />;
}

interface WorkspaceSettingsProps {
  id: string;
  part: string;
  item: string;
}

export function WorkspaceSettings({ id, part, item }: WorkspaceSettingsProps) {
  const { Part, Item, withPeople = false } = ofWorkspace.get(part) ?? {};
  const Shown = item === '' ? Part : Item;
  if (!Shown) return <NotFound />;
  const key = `${id} ${part} ${item}`;
  return <WorkspacePage key={key} id={id} part={part} item={item} Part={Shown} withPeople={withPeople} />;
}
