import {
  Download,
  GitBranch,
  KeyRound,
  Link,
  ScrollText,
  Settings,
  Shapes,
  Shield,
  ShieldCheck,
  Trash,
  Upload,
  Users,
  Webhook,
} from 'lucide';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import type { Permission } from '../../contract/permissions.ts';
import { roles as roleOperations } from '../../contract/roles.ts';
import { routes } from '../../contract/routes.ts';
import { go } from '../app/location.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { me, server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { settingsTexts as texts } from '../messages/settings.ts';
import { t } from '../messages/t.ts';
import { type NavGroup, SettingsFrame } from './settings-frame.tsx';

type ListedRole = ReplyOf<typeof roleOperations.list>['roles'][number];

export interface Role extends ListedRole {
  permissions: readonly Permission[];
}

export interface Known {
  workspace: ReplyOf<typeof routes.workspaces.get>;
  /** Highest rank first; none without `withPeople`, or if the user may not see them. */
  roles: readonly Role[];
  /** The user's role and permissions here. */
  role: string;
  may: ReadonlySet<Permission>;
}

/** What each part of the page shows and reloads. */
export interface WorkspacePart {
  of: Resource<Known>;
  known: Known;
  /** The last word of the address, if the part has pages of its own. */
  item: string;
}

interface Place {
  /** The word in its address. */
  part: string;
  group: 'workspace' | 'connected' | 'data';
  text: string;
  icon: typeof Users;
  /** Whether somebody with these permissions has use for it; others are not shown it. */
  isOpen: (may: ReadonlySet<Permission>) => boolean;
}

const having = (permission: Permission) => (may: ReadonlySet<Permission>) => may.has(permission);

const places: readonly Place[] = [
  {
    part: 'settings',
    group: 'workspace',
    text: texts.general,
    icon: Settings,
    isOpen: (may) => may.has('workspace:edit') || may.has('workspace:delete'),
  },
  // Anyone may leave.
  { part: 'members', group: 'workspace', text: texts.members, icon: Users, isOpen: () => true },
  { part: 'roles', group: 'workspace', text: texts.roles, icon: Shield, isOpen: having('member:view') },
  {
    part: 'fields',
    group: 'workspace',
    text: texts.fields,
    icon: Shapes,
    isOpen: having('workspace:manage'),
  },
  {
    part: 'security',
    group: 'workspace',
    text: texts.security,
    icon: ShieldCheck,
    isOpen: having('workspace:manage'),
  },
  {
    part: 'invite-link',
    group: 'workspace',
    text: texts.inviteLink,
    icon: Link,
    isOpen: having('member:invite'),
  },
  {
    part: 'webhooks',
    group: 'connected',
    text: texts.webhooks,
    icon: Webhook,
    isOpen: having('workspace:manage'),
  },
  {
    part: 'code-hosts',
    group: 'connected',
    text: texts.codeHosts,
    icon: GitBranch,
    isOpen: having('workspace:manage'),
  },
  { part: 'keys', group: 'connected', text: texts.keys, icon: KeyRound, isOpen: having('workspace:manage') },
  { part: 'import', group: 'data', text: texts.import, icon: Upload, isOpen: having('board:create') },
  { part: 'export', group: 'data', text: texts.export, icon: Download, isOpen: having('board:view') },
  { part: 'audit', group: 'data', text: texts.audit, icon: ScrollText, isOpen: having('workspace:manage') },
  { part: 'trash', group: 'data', text: texts.trash, icon: Trash, isOpen: having('board:view') },
];

function groupsOf(id: string, known: Known | undefined): NavGroup[] {
  if (!known) return [];
  const entriesOf = (group: Place['group']) =>
    places
      .filter((place) => place.group === group && place.isOpen(known.may))
      .map(({ part, text, icon }) => ({ href: `/w/${id}/${part}`, text, icon }));
  return [
    { name: known.workspace.name, href: `/w/${id}`, entries: entriesOf('workspace') },
    { name: texts.connected, entries: entriesOf('connected') },
    { name: texts.data, entries: entriesOf('data') },
  ];
}

interface WorkspacePageProps {
  id: string;
  part: string;
  item: string;
  Part: ComponentType<WorkspacePart>;
  /** Whether the part shows people and their roles. */
  withPeople: boolean;
}

/** A page of the settings of a workspace. */
export function WorkspacePage({ id, part, item, Part, withPeople }: WorkspacePageProps) {
  const of = useResource<Known>(`workspace ${id} ${withPeople}`, (signal) => read(id, withPeople, signal));
  const now = of.value.value;
  const isOpen = places.find((place) => place.part === part)?.isOpen ?? (() => true);
  const isMisled = part === 'settings' && now !== undefined && !isOpen(now.may);
  // Links to the settings lead everyone here: those who may not change them see the members.
  useEffect(() => {
    if (isMisled) go(`/w/${id}/members`, { replace: true });
  }, [isMisled]);
  return (
    <SettingsFrame title={now?.workspace.name ?? t.boards.workspace} groups={groupsOf(id, now)}>
      <Loaded of={of}>
        {(known) =>
          isOpen(known.may) ? (
            <Part of={of} known={known} item={item} />
          ) : (
            <p class="quiet">{texts.notYours}</p>
          )
        }
      </Loaded>
    </SettingsFrame>
  );
}

async function read(workspacePublicId: string, withPeople: boolean, signal: AbortSignal): Promise<Known> {
  const input = { params: { workspacePublicId } };
  const query = withPeople ? {} : ({ workspaceMembers: 'none' } as const);
  const [workspace, mine, roles] = await Promise.all([
    server.ask(routes.workspaces.get, { ...input, query }, { signal }),
    server.ask(routes.members.myPermissions, input, { signal }),
    // Users who may not see members may not see roles either.
    withPeople ? readRoles(workspacePublicId, signal).catch(() => []) : [],
  ]);
  const { role, permissions } = mine.reply;
  return { workspace: workspace.reply, role, roles, may: new Set(permissions as Permission[]) };
}

/** The roles of a workspace with what they permit, highest rank first. */
async function readRoles(workspacePublicId: string, signal: AbortSignal): Promise<Role[]> {
  const input = { params: { workspacePublicId } };
  const [listed, permitting] = await Promise.all([
    server.ask(roleOperations.list, input, { signal }),
    server.ask(roleOperations.listPermissions, input, { signal }),
  ]);
  const permissions = new Map(permitting.reply.roles.map((role) => [role.publicId, role.permissions]));
  return listed.reply.roles.map((role) => ({
    ...role,
    permissions: (permissions.get(role.publicId) ?? []) as Permission[],
  }));
}

/** The rank of the user's own role; a lower number ranks higher. Without one, everything ranks above them. */
export const ownRank = ({ roles, role }: Known): number =>
  roles.find(({ name }) => name === role)?.hierarchyLevel ?? Number.POSITIVE_INFINITY;

/** Whether the user may give somebody a role: it must not rank above theirs, nor permit what they may not do. */
export const mayGive = (known: Known, { hierarchyLevel, permissions }: Role): boolean =>
  hierarchyLevel >= ownRank(known) && permissions.every((permission) => known.may.has(permission));

type Member = Known['workspace']['members'][number];

/** Nobody can change people who rank above them. */
export const outranks = (known: Known, { role }: Member): boolean =>
  known.roles.some(({ name, hierarchyLevel }) => name === role && hierarchyLevel < ownRank(known));

/** Whether the user may change somebody's role or rights, or pause them. */
export const mayChangeMember = (known: Known, member: Member): boolean =>
  known.may.has('member:edit') &&
  !member.isPlaceholder &&
  member.user?.id !== me.value?.id &&
  !outranks(known, member);
