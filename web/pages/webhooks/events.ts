import { auditEvent, eventTypes, matchesAudit, matchesEvent } from '../../../contract/events.ts';
import { eventGroupTexts, webhookTexts as texts } from '../../messages/settings.ts';

/* What a webhook sends: patterns, as the service stores them, and the events that they stand for. */

export type EventGroup = keyof typeof eventGroupTexts;

/** The first that matches an event is its group; the pattern stands for events that are added later, too. */
const patterns: readonly (readonly [EventGroup, string])[] = [
  ['comments', 'card.updated.comment.*'],
  ['checklists', 'card.updated.checklist.*'],
  ['attachments', 'card.updated.attachment.*'],
  ['cards', 'card.*'],
  ['boards', 'board.*'],
  ['lists', 'list.*'],
  ['labels', 'label.*'],
  ['members', 'member.*'],
  ['imports', 'import.*'],
];

export const groupOf = (type: string): EventGroup =>
  patterns.find(([, pattern]) => matchesEvent(pattern, type))?.[0] ?? 'cards';

/** The events of each group. */
export const eventsOf = (group: EventGroup): string[] => eventTypes.filter((type) => groupOf(type) === group);

/** The groups in the order in which they are shown. */
export const eventGroups = Object.keys(eventGroupTexts) as EventGroup[];

/** The events that patterns stand for; entries of the audit log besides the others. */
export const chosenBy = (events: readonly string[]): Set<string> =>
  new Set([
    ...eventTypes.filter((type) => events.some((pattern) => matchesEvent(pattern, type))),
    ...(events.some(matchesAudit) ? [auditEvent] : []),
  ]);

/** Whether all events are chosen; the audit log is a choice of its own. */
export const isEverything = (chosen: ReadonlySet<string>): boolean =>
  eventTypes.every((type) => chosen.has(type));

/** The fewest patterns for the chosen events: whole groups as such, so that they include what is added later. */
export function patternsFor(chosen: ReadonlySet<string>): string[] {
  const audit = chosen.has(auditEvent) ? [auditEvent] : [];
  if (isEverything(chosen)) return ['*', ...audit];
  const isWhole = (pattern: string) =>
    eventTypes.every((type) => !matchesEvent(pattern, type) || chosen.has(type));
  const whole = patterns.map(([, pattern]) => pattern).filter(isWhole);
  const others = [...chosen].filter((type) => !whole.some((pattern) => matchesEvent(pattern, type)));
  // `card.*` includes the groups below it.
  const shortest = whole.includes('card.*')
    ? whole.filter((pattern) => !pattern.startsWith('card.updated.'))
    : whole;
  return [...shortest, ...others];
}

/** What a webhook sends, in a few words. */
export function wordsFor(events: readonly string[]): string {
  const chosen = chosenBy(events);
  const audit = chosen.delete(auditEvent) ? [texts.auditLog] : [];
  if (isEverything(chosen)) return [texts.everything, ...audit].join(', ');
  const whole = eventGroups.filter((group) => eventsOf(group).every((type) => chosen.has(type)));
  const left = chosen.size - whole.reduce((sum, group) => sum + eventsOf(group).length, 0);
  const words = whole.map((group) => eventGroupTexts[group]);
  return [...words, ...(left > 0 ? [texts.someEvents(left)] : []), ...audit].join(', ');
}
