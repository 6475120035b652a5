import type { Permission } from '../../../contract/permissions.ts';
import { counted } from './counts.ts';

export const rightTexts: Readonly<Record<Permission, string>> = {
  'workspace:view': 'See the workspace',
  'workspace:edit': 'Change its settings',
  'workspace:delete': 'Delete it',
  'workspace:manage': 'Manage roles and webhooks, read the audit log',
  'board:view': 'See boards',
  'board:create': 'Create and import boards',
  'board:edit': 'Change boards, their labels and members',
  'board:delete': 'Delete boards',
  'list:view': 'See lists',
  'list:create': 'Create lists',
  'list:edit': 'Change and move lists',
  'list:delete': 'Delete lists',
  'card:view': 'See cards',
  'card:create': 'Create cards',
  'card:edit': 'Change and move cards',
  'card:delete': 'Delete cards',
  'comment:view': 'See comments',
  'comment:create': 'Write comments',
  'comment:edit': 'Edit comments of others',
  'comment:delete': 'Delete comments of others',
  'member:view': 'See members',
  'member:invite': 'Invite people',
  'member:edit': 'Change roles, pause members',
  'member:remove': 'Remove members',
  'board:share': 'Change who can see boards',
};

export const rightGroupTexts: Readonly<Record<string, string>> = {
  workspace: 'Workspace',
  board: 'Boards',
  list: 'Lists',
  card: 'Cards',
  comment: 'Comments',
  member: 'Members',
};

export const rolesTexts = {
  title: 'Roles',
  hint: 'A role says what its members may do. You can give only permissions that you have yourself, and change only roles that do not rank above yours.',
  new: 'New role',
  create: 'Create role',
  name: 'Name',
  nameTaken: 'Another role has this name.',
  description: 'What it is for',
  startFrom: 'Starts with the permissions of',
  noRights: 'No permissions',
  rank: 'Rank',
  rankHint: 'Nobody can change or remove people who rank above them.',
  rankLike: (name: string) => `Like ${name}`,
  rankBetween: (above: string, below: string) => `Between ${above} and ${below}`,
  rankBelow: (name: string) => `Below ${name}`,
  rankKept: 'As now',
  members: (count: number) => counted(count, 'member', 'members'),
  purposes: {
    Everything: 'Can do everything',
    'Works on boards and cards': 'Creates and changes boards, lists and cards',
    'Looks on': 'Sees all boards of the workspace, changes nothing',
    'Sees only the boards of which it is a member': 'Sees only the boards they are added to',
  } as Readonly<Record<string, string>>,
  builtIn: 'Built in',
  yours: 'Your role',
  edit: (name: string) => `Edit ${name}`,
  delete: 'Delete role',
  deleteQuestion: (name: string) => `${name} will be gone for good. No member has it.`,
  deleted: (name: string) => `${name} deleted`,
  matrix: 'Permissions',
  right: 'Permission',
  may: (right: string, role: string) => `${right}: ${role}`,
  yes: 'Yes',
  no: 'No',
};

export const memberRightsTexts = {
  back: 'All members',
  hint: (role: string) =>
    `What the role ${role} permits, and what differs for this member. Differences stay in another role.`,
  reset: 'Reset to the role',
  own: 'Differs',
  not: 'May not:',
};
