import type { Declared } from './ownership.ts';
import { breachesIn } from './workspace-comparison.ts';

/* Every statement of the service compares the workspace at each of its tables, but for those of one list. */

/** Statements that leave out the workspace somewhere, by the reason. */
const exceptions: Record<string, readonly string[]> = {
  'an id is looked up, and its row says which workspace it is of': [
    'locate.workspace',
    'locate.trashedWorkspace',
    'locate.board',
    'locate.trashedBoard',
    'locate.list',
    'locate.trashedList',
    'locate.label',
    'locate.card',
    'locate.trashedCard',
    'locate.checklist',
    'locate.checklistItem',
    'locate.comment',
    'locate.attachment',
    'locate.import',
    'attachments.file',
    'uploads.issued',
    'claimed_ids.taken',
    'cards.known.cards',
    'cards.known.lists',
    'cards.known.labels',
    'cards.membersOnCards',
    'lock.boards',
    'lock.imports',
    'lock.cards',
    'lock.lists',
    'lock.labels',
    'lock.members',
    'lock.workspaces',
  ],
  'a slug is looked up: it is of one workspace among all': [
    'workspaces.named',
    'workspaces.slugHolder',
    'boards.public',
    'boards.presentAddress',
  ],
  'my workspaces: an account, and what it has in all of them': [
    'workspaces.mine',
    'users.memberships',
    'users.anyMembership',
    'users.membershipsOf',
    'members.full.user_id',
    'members.endOfUser',
    'members.anonymise',
    'members.forgetInvited',
    'members.setAddress',
    'card_members.takeOffOfUser',
    'favourites.forgetUser',
    'invites.withdrawLinks',
    'workspaces.trashEmptied',
  ],
  'my cards, in all workspaces': ['cards.mine'],
  'my exports, of all workspaces': ['exports.ofUser', 'exports.kept'],
  'invitations: by their code, by an address, or counted for whoever sends them': [
    'invites.byHash',
    'users.knownOrInvited',
    'users.mailedInvitation',
    'invites.withdrawOfAddress',
    'sent_invitations.limiting',
    'sent_invitations.forgetAddress',
  ],
  'jobs look for what is due, wherever it is': [
    'imports.nextDue',
    'imports.endAllClaims',
    'imports.leftFiles',
    'imports.forget',
    'members.removeUnshown',
    'uploads.expired',
    'uploads.forget',
    'audit_entries.removeOld',
    'webhook_deliveries.removeOld',
    'webhook_events.removeOld',
    'webhook_events.endOfNext',
    'webhook_deliveries.queues',
    'webhook_deliveries.giveAllBack',
    'old_board_slugs.forget',
    'old_workspace_slugs.forget',
    'sent_invitations.forget',
    'trash.expired.boards',
    'trash.expired.cards',
    'trash.expired.lists',
    'workspaces.nextExpired',
    'changes.oldest',
    'presences.removeExpired',
    'search.nextWorkspace',
    'exports.nextDue',
    'exports.old',
  ],
  'one look at all workspaces that are followed': ['changes.reached', 'presences.present'],
  'a backup has the files of all workspaces': ['backup.knownFiles'],
  'a board goes from one workspace to another': [
    'boards.transfer.boards',
    'boards.transfer.favourites',
    'boards.transfer.board_members',
    'boards.transfer.lists',
    'boards.transfer.labels',
    'boards.transfer.cards',
    'boards.transfer.card_labels',
    'boards.transfer.card_members',
    'boards.transfer.checklists',
    'boards.transfer.uploads',
    'boards.transfer.attachments',
    'boards.transfer.checklist_items',
    'boards.transfer.comments',
    'boards.transfer.activities',
  ],
  'while a board goes, rows of two workspaces name one file: it is asked whether there is another': [
    'trash.files',
    'workspaces.someFiles',
  ],
  'the index of words is asked first; knowing the workspace, PostgreSQL would walk that instead, and plan each search anew':
    [
      'search.textsWith',
      'search.textsWithOnBoards',
      'search.textsAndWaiting',
      'search.textsAndWaitingOnBoards',
    ],
};

/** Every statement that leaves a workspace out, and every exception that excuses none. */
export function distributionBreaches(declared: readonly Declared[]): string[] {
  const excused = new Set(Object.values(exceptions).flat());
  const found = declared.map(({ name, path, sql }) => ({
    name,
    breaches: breachesIn(sql.postgres).map((breach) => `${path}: ${name} ${breach}`),
  }));
  const breaking = new Set(found.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name));
  return [
    ...found.filter(({ name }) => !excused.has(name)).flatMap(({ breaches }) => breaches),
    ...[...excused].filter((name) => !breaking.has(name)).map((name) => `${name} needs no exception`),
  ];
}
