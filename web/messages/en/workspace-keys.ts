import type { ClosedBy } from '../../../contract/policies.ts';
import { counted } from './counts.ts';

/* The API keys that open a workspace, and what it demands of them. */

export const workspaceKeyTexts = {
  title: 'API keys',
  hint: 'The keys of members, bots and applications that open this workspace. How long keys last is set under Security.',
  none: 'No API key opens this workspace.',
  of: (owner: string) => `of ${owner}`,
  unnamed: 'someone without a name',
  made: (day: string) => `created ${day}`,
  hereOnly: 'this workspace only',
  someBoards: (count: number) => counted(count, 'board', 'boards'),
  endsByPolicy: (day: string) => `ends here ${day}, as set under Security`,
  closed: 'Closed here',
  /** Why a key does not open the workspace. */
  closedBy: {
    secondFactor: 'its owner has no second factor',
    personalKeys: 'only keys of bots open the workspace',
    longestKeyLife: 'it is too old',
    unusedKeyLife: 'it was not used for too long',
    provider: 'it is not limited to this workspace',
  } as Readonly<Partial<Record<ClosedBy, string>>>,
  end: 'End',
  revokeQuestion: (name: string, owner: string) =>
    `“${name}” is for this workspace alone, so it is revoked: programs that use it stop working at once. ${owner} is told.`,
  endQuestion: (name: string, owner: string) =>
    `“${name}” no longer opens this workspace, and cannot be let in again. It goes on opening other workspaces of its owner. ${owner} is told.`,
  ended: (name: string) => `“${name}” no longer opens this workspace`,
  policies: {
    personalKeys: 'Members may use API keys',
    personalKeysHint:
      'If not, the workspace opens to keys of bots only, and to no application that a member has allowed.',
    longest: 'API keys end after',
    longestHint:
      'Whatever end they have. Their owners are told seven days before. Keys that open other workspaces go on doing so.',
    unused: 'Unused API keys end after',
    unusedHint: 'Their owners are told seven days before. Use elsewhere counts as well.',
    noLimit: 'No limit',
    days: (days: number) => counted(days, 'day', 'days'),
    exports: 'Who may export',
    exporters: {
      members: 'Everyone who sees the boards',
      admins: 'Only those who manage the workspace',
    },
    exportsHint: 'It does not keep anybody from copying the cards that they see one by one.',
  },
};
