import { initial } from './0001-initial.ts';
import { cardBlocks } from './0002-card-blocks.ts';
import { search } from './0003-search.ts';
import { versions } from './0004-versions.ts';
import { accounts } from './0005-accounts.ts';
import { order } from './0006-order.ts';
import { searchDeletions } from './0007-search-deletions.ts';
import { installation } from './0008-installation.ts';
import { webhookEvents } from './0009-webhook-events.ts';
import { oldSlugs } from './0010-old-slugs.ts';
import { heldBoards } from './0011-held-boards.ts';
import { changePositions } from './0012-change-positions.ts';
import { boardAccess } from './0013-board-access.ts';
import { webhookQueue } from './0014-webhook-queue.ts';
import { keptPositions } from './0015-kept-positions.ts';
import { claimedIds } from './0016-claimed-ids.ts';
import { activityKeys } from './0018-activity-keys.ts';
import { presences } from './0019-presences.ts';
import { changeKeys } from './0020-change-keys.ts';
import { imports } from './0022-imports.ts';
import { calendars } from './0023-calendars.ts';
import { exports } from './0026-exports.ts';
import { merges } from './0027-merges.ts';
import { previews } from './0028-previews.ts';
import { touchedCards } from './0029-touched-cards.ts';
import { archivedLists } from './0030-archived-lists.ts';
import { clustered } from './0031-clustered.ts';
import { boardSharing } from './0032-board-sharing.ts';
import { deathsOfWork } from './0033-deaths-of-work.ts';
import { lookUpIndexes } from './0034-look-up-indexes.ts';
import { leasedKeys } from './0035-leased-keys.ts';
import { deathsOfMerges } from './0036-deaths-of-merges.ts';
import { attempts } from './0037-attempts.ts';
import { changesOfFields } from './0038-changes-of-fields.ts';
import { startDates } from './0039-start-dates.ts';
import { deletedAttachments } from './0040-deleted-attachments.ts';
import { indexedBoards } from './0041-indexed-boards.ts';
import { shownInvitations } from './0042-shown-invitations.ts';
import { completedCards } from './0043-completed-cards.ts';
import { errorIssues } from './0045-error-issues.ts';
import { notifications } from './0046-notifications.ts';
import { timeZones } from './0047-time-zones.ts';
import { completingLists } from './0048-completing-lists.ts';
import { itemWork } from './0049-item-work.ts';
import { newsOfMore } from './0050-news-of-more.ts';
import { notificationSettings } from './0051-notification-settings.ts';
import { push } from './0052-push.ts';
import { channels } from './0053-channels.ts';
import { notificationMails } from './0054-notification-mails.ts';
import { recurringCards } from './0055-recurring-cards.ts';
import { answersAndReactions } from './0057-answers-and-reactions.ts';
import { notificationBatches } from './0058-notification-batches.ts';
import { alarms } from './0059-alarms.ts';
import { mailboxes } from './0060-mailboxes.ts';
import { keysForBoards } from './0061-keys-for-boards.ts';
import { feeds } from './0062-feeds.ts';
import { summaries } from './0066-summaries.ts';
import { fields } from './0067-fields.ts';
import { cardRelations } from './0068-card-relations.ts';
import { views } from './0069-views.ts';
import { listLimits } from './0070-list-limits.ts';
import { webhooksOfBoards } from './0072-webhooks-of-boards.ts';
import { earlierZones } from './0073-earlier-zones.ts';
import { covers } from './0075-covers.ts';
import { rules } from './0076-rules.ts';
import { cardTemplates } from './0077-card-templates.ts';
import { importedRelations } from './0079-imported-relations.ts';
import { boardBackgrounds } from './0080-board-backgrounds.ts';
import { boardPictures } from './0081-board-pictures.ts';
import { filtersOfExports } from './0082-filters-of-exports.ts';
import { ownViews } from './0083-own-views.ts';
import { runsOfRules } from './0084-runs-of-rules.ts';
import { workspaceFields } from './0085-workspace-fields.ts';
import { bots } from './0086-bots.ts';
import { oauth } from './0087-oauth.ts';
import { acceptanceChecks } from './0088-acceptance-checks.ts';
import { code } from './0089-code.ts';
import { cardClaims } from './0090-card-claims.ts';
import { questions } from './0091-questions.ts';
import { codeComments } from './0092-code-comments.ts';
import { undoSteps } from './0093-undo-steps.ts';
import { proposals } from './0094-proposals.ts';
import { secondFactors } from './0095-second-factors.ts';
import { workspacePolicies } from './0096-workspace-policies.ts';
import { operator } from './0100-operator.ts';
import { endsOfKeys } from './0101-ends-of-keys.ts';
import { knownBrowsers } from './0102-known-browsers.ts';
import { sessionsOfProviders } from './0103-sessions-of-providers.ts';
import { groupRoles } from './0104-group-roles.ts';
import { scim } from './0105-scim.ts';
import { claimedSlugs } from './0106-claimed-slugs.ts';
import { idleSessions } from './0107-idle-sessions.ts';
import { channelLanguages } from './0110-channel-languages.ts';
import { factorDemands } from './0111-factor-demands.ts';
import { storageQuotas } from './0112-storage-quotas.ts';
import { givenUpWork } from './0113-given-up-work.ts';
import { wholeBackups } from './0114-whole-backups.ts';
import type { Migration } from './migration.ts';

/** Append only: never change a migration that has landed, because databases exist that have run it. */
export const migrations: readonly Migration[] = [
  initial,
  cardBlocks,
  search,
  versions,
  accounts,
  order,
  searchDeletions,
  installation,
  webhookEvents,
  oldSlugs,
  heldBoards,
  changePositions,
  boardAccess,
  webhookQueue,
  keptPositions,
  claimedIds,
  activityKeys,
  presences,
  changeKeys,
  imports,
  calendars,
  exports,
  merges,
  previews,
  touchedCards,
  archivedLists,
  clustered,
  boardSharing,
  deathsOfWork,
  lookUpIndexes,
  leasedKeys,
  deathsOfMerges,
  attempts,
  changesOfFields,
  startDates,
  deletedAttachments,
  indexedBoards,
  shownInvitations,
  completedCards,
  errorIssues,
  notifications,
  timeZones,
  completingLists,
  itemWork,
  newsOfMore,
  notificationSettings,
  push,
  channels,
  notificationMails,
  recurringCards,
  answersAndReactions,
  notificationBatches,
  alarms,
  mailboxes,
  keysForBoards,
  feeds,
  summaries,
  fields,
  cardRelations,
  views,
  listLimits,
  webhooksOfBoards,
  earlierZones,
  covers,
  rules,
  cardTemplates,
  importedRelations,
  boardBackgrounds,
  boardPictures,
  filtersOfExports,
  ownViews,
  runsOfRules,
  workspaceFields,
  bots,
  oauth,
  acceptanceChecks,
  code,
  cardClaims,
  questions,
  codeComments,
  undoSteps,
  proposals,
  secondFactors,
  workspacePolicies,
  operator,
  endsOfKeys,
  knownBrowsers,
  sessionsOfProviders,
  groupRoles,
  scim,
  claimedSlugs,
  idleSessions,
  channelLanguages,
  factorDemands,
  storageQuotas,
  givenUpWork,
  wholeBackups,
];
