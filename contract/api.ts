import { activities } from './activities.ts';
import { attachments } from './attachments.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { boardActivities } from './board-activities.ts';
import { boardMembers } from './board-members.ts';
import { boardPictures } from './board-pictures.ts';
import { boards } from './boards.ts';
import { bots } from './bots.ts';
import { calendars } from './calendars.ts';
import { cards } from './cards.ts';
import { channels } from './channels.ts';
import { checklists } from './checklists.ts';
import { claims } from './claims.ts';
import { cardCode, codeHosts } from './code-hosts.ts';
import { comments } from './comments.ts';
import { exports } from './exports.ts';
import { feeds } from './feeds.ts';
import { fields } from './fields.ts';
import { filters } from './filter-check.ts';
import { flow } from './flow.ts';
import { groups } from './groups.ts';
import { health } from './health.ts';
import { imports } from './imports.ts';
import { integrations } from './integrations.ts';
import { invites } from './invites.ts';
import { labels } from './labels.ts';
import { lists } from './lists.ts';
import { live } from './live.ts';
import { mailboxes } from './mailboxes.ts';
import { members } from './members.ts';
import { notificationSettings } from './notification-settings.ts';
import { notifications } from './notifications.ts';
import { oauth } from './oauth.ts';
import { openid } from './openid.ts';
import type { Operation } from './operation.ts';
import { operator } from './operator.ts';
import { ownViews } from './own-views.ts';
import { plans } from './plans.ts';
import { policies } from './policies.ts';
import { presence } from './presence.ts';
import { proposals } from './proposals.ts';
import { publicPages } from './public-pages.ts';
import { push } from './push.ts';
import { questions } from './questions.ts';
import { relations } from './relations.ts';
import { roles } from './roles.ts';
import { rules } from './rules.ts';
import { search } from './search.ts';
import { secondFactors } from './second-factors.ts';
import { trash } from './trash.ts';
import { undo } from './undo.ts';
import { users } from './users.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';
import { workspaceKeys } from './workspace-keys.ts';
import { workspaces } from './workspaces.ts';

/** Every operation, grouped by resource. */
export const api = {
  auth,
  openid,
  oauth,
  users,
  workspaces,
  policies,
  workspaceKeys,
  roles,
  members,
  bots,
  invites,
  groups,
  boards,
  boardMembers,
  boardPictures,
  boardActivities,
  undo,
  flow,
  publicPages,
  lists,
  labels,
  views,
  ownViews,
  fields,
  rules,
  cards,
  plans,
  relations,
  claims,
  trash,
  checklists,
  comments,
  questions,
  secondFactors,
  attachments,
  activities,
  notifications,
  notificationSettings,
  push,
  webhooks,
  channels,
  live,
  presence,
  proposals,
  codeHosts,
  cardCode,
  integrations,
  imports,
  exports,
  mailboxes,
  calendars,
  feeds,
  filters,
  audit,
  search,
  operator,
  health,
};

/** Every operation, in the order of the OpenAPI document. */
export const operations: readonly Operation[] = Object.values(api).flatMap((group) => Object.values(group));
