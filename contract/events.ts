/** Every type of activity that a card records; the list comes from the decisions page, "Activities". */
export const activityTypes = [
  'card.created',
  'card.updated.title',
  'card.updated.description',
  'card.updated.list',
  'card.updated.index',
  'card.updated.dueDate.added',
  'card.updated.dueDate.updated',
  'card.updated.dueDate.removed',
  'card.updated.startDate',
  'card.updated.completed',
  'card.updated.reopened',
  'card.updated.recurrence',
  'card.updated.reminders',
  'card.updated.fields',
  'card.updated.cover',
  'card.updated.template',
  'card.updated.label.added',
  'card.updated.label.removed',
  'card.updated.member.added',
  'card.updated.member.removed',
  'card.updated.comment.added',
  'card.updated.comment.updated',
  'card.updated.comment.deleted',
  'card.updated.checklist.added',
  'card.updated.checklist.renamed',
  'card.updated.checklist.deleted',
  'card.updated.checklist.item.added',
  'card.updated.checklist.item.updated',
  'card.updated.checklist.item.completed',
  'card.updated.checklist.item.uncompleted',
  'card.updated.checklist.item.deleted',
  'card.updated.attachment.added',
  'card.updated.attachment.renamed',
  'card.updated.attachment.removed',
  'card.updated.relation.added',
  'card.updated.relation.removed',
  'card.updated.pullRequest.opened',
  'card.updated.pullRequest.drafted',
  'card.updated.pullRequest.merged',
  'card.updated.pullRequest.closed',
  'card.updated.claim.made',
  'card.updated.claim.returned',
  'card.updated.claim.revoked',
  'card.updated.claim.expired',
  'card.archived',
  'card.restored',
  'card.deleted',
] as const;

export type ActivityType = (typeof activityTypes)[number];

/** What is in the histories of cards; one that was proposed was not there yet when it happened. */
export type HistoryType = ActivityType | 'card.proposed';

/**
 * Activity types with a `from` and a `to` that belong to the card itself. The feed merges consecutive ones by the same
 * user into one entry if they occurred within `mergeWindow` of the first.
 */
export const mergedActivityTypes: readonly ActivityType[] = [
  'card.updated.title',
  'card.updated.description',
  'card.updated.dueDate.updated',
  'card.updated.startDate',
  'card.updated.list',
  'card.updated.index',
];

/** Microseconds. */
export const mergeWindow = 5 * 60 * 1_000_000;

/** Events of a workspace that are not card activities. */
export const workspaceEventTypes = [
  'board.created',
  'board.updated',
  'board.deleted',
  'list.created',
  'list.updated',
  'list.deleted',
  'label.created',
  'label.updated',
  'label.deleted',
  'field.created',
  'field.updated',
  'field.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'import.completed',
] as const;

export type WorkspaceEventType = (typeof workspaceEventTypes)[number];
export type EventType = ActivityType | WorkspaceEventType;

export const eventTypes: readonly EventType[] = [...activityTypes, ...workspaceEventTypes];

/**
 * Events that only the event stream of a workspace sends, in addition to those that webhooks can subscribe to.
 * `list.archived` and `list.restored` replace `list.updated` there.
 */
export const liveEventTypes = [
  'workspace.updated',
  'workspace.deleted',
  'workspace.restored',
  'role.created',
  'role.updated',
  'role.deleted',
  'board.changed',
  'board.relations.changed',
  'list.archived',
  'list.restored',
  'card.updated.checklist.moved',
  'card.updated.attachment.previewed',
  'card.updated.comment.reacted',
  'card.updated.comment.answered',
  'card.updated.comment.withdrawn',
  'card.updated.comment.reopened',
  'card.updated.relation.changed',
  'card.updated.code',
  'card.updated.claim.renewed',
  'view.changed',
  'view.own.changed',
  'rule.changed',
  'plan.proposed',
  'plan.accepted',
  'plan.discarded',
] as const;

/**
 * What has changed elsewhere shows on the board: nobody there learns who did it, as they may not see where. It is nothing
 * that happened on the board.
 */
export const shownFromElsewhere: ReadonlySet<string> = new Set<LiveEventType>([
  'board.relations.changed',
  'card.updated.relation.changed',
]);

export type LiveEventType = (typeof liveEventTypes)[number];
/** The types of entries in the change log. */
export type LoggedType = EventType | LiveEventType;

/** What a rule sends to a webhook. Nobody subscribes to it: the rule says where it goes. */
export const ruleEvent = 'rule.ran';

/** An entry of the audit log. It has to be subscribed to by name, and goes only to webhooks whose creator may read the log. */
export const auditEvent = 'audit.entry';

/** The types of what is delivered to webhooks. */
export type DeliveredType = EventType | typeof ruleEvent | typeof auditEvent;

/** Groups of event types: `card`, `card.updated`, … */
const groups = [
  ...new Set(
    eventTypes.flatMap((type) => {
      const words = type.split('.');
      return words.slice(1).map((_, more) => words.slice(0, more + 1).join('.'));
    }),
  ),
];

/** Names that similar services use for our event types. */
const aliases: Readonly<Record<string, EventType>> = { 'card.moved': 'card.updated.list' };

const auditPatterns: readonly string[] = [auditEvent, 'audit.*', 'audit'];

/** Whether a pattern stands for the audit log: `*` does not, as it is older than these events. */
export const matchesAudit = (pattern: string): boolean => auditPatterns.includes(pattern);

/** What can be subscribed to on a board: a type, a group with or without `*`, `*` for everything, or an alias. */
export const boardEventPatterns: readonly string[] = [
  ...eventTypes,
  '*',
  ...groups.map((group) => `${group}.*`),
  ...groups,
  ...Object.keys(aliases),
];

/** What a webhook can subscribe to. */
export const eventPatterns: readonly string[] = [...boardEventPatterns, ...auditPatterns];

/** `card.*` and `card` match `card.created` and everything else below `card.`; any other pattern matches only itself. */
export function matchesEvent(pattern: string, type: string): boolean {
  if (pattern === '*' || (aliases[pattern] ?? pattern) === type) return true;
  return type.startsWith(`${pattern.replace(/\.\*$/, '')}.`);
}
