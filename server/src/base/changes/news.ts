import type { ActivityType } from '../../../../contract/events.ts';
import { everyMention } from '../../../../contract/mentions.ts';
import type { NotificationKind } from '../../../../contract/notifications.ts';
import type { Recipients } from './watching.ts';

/* What an activity tells whom. */

/** Activities of which watchers are not told: small steps, and what takes news away. */
const untold: ReadonlySet<ActivityType> = new Set<ActivityType>([
  'card.updated.index',
  'card.updated.comment.updated',
  'card.updated.comment.deleted',
  'card.updated.claim.made',
  'card.updated.claim.returned',
]);

/** Whether somebody may be told of activities of this type, apart from those whom its text mentions. */
export const tells = (type: ActivityType): boolean => !untold.has(type);

const ofWatchers: Partial<Record<ActivityType, NotificationKind>> = {
  'card.updated.comment.added': 'commented',
  'card.updated.completed': 'completed',
  'card.updated.list': 'moved',
};

/** Activities whose member has been given something to do. */
const assigning: ReadonlySet<ActivityType> = new Set<ActivityType>([
  'card.updated.member.added',
  'card.updated.checklist.item.added',
  'card.updated.checklist.item.updated',
]);

/** The members whom a text mentions, as `@[Ada](member:…)`; at most twenty. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(everyMention)].slice(0, 20).map(([, , id]) => id ?? '')),
];

/** Whether somebody watches a card from now on, because they have commented on it. */
export const begins = ({ follows }: Pick<Recipients, 'follows'>): boolean => Number(follows ?? 1) === 0;

/** Whom a question is asked. */
export interface Asked {
  /** Ids of users. */
  users: readonly string[];
  /** Whether it is for whoever knows: those who watch the card, and those whom it mentions. */
  watchers: boolean;
}

/** Each user is told once, of what is most personal. */
export function newsOf(
  type: ActivityType,
  { watchers, mentioned, concerned }: Pick<Recipients, 'watchers' | 'mentioned' | 'concerned'>,
  answered?: string,
  asked?: Asked,
): { userId: string; kind: NotificationKind }[] {
  const news = new Map<string, NotificationKind>();
  for (const id of idsIn(watchers)) news.set(id, asked?.watchers ? 'asked' : (ofWatchers[type] ?? 'changed'));
  if (assigning.has(type) && concerned !== null) news.set(concerned, 'assigned');
  if (answered !== undefined) news.set(answered, 'replied');
  for (const id of idsIn(mentioned)) news.set(id, asked?.watchers ? 'asked' : 'mentioned');
  for (const id of asked?.users ?? []) news.set(id, 'asked');
  return [...news].map(([userId, kind]) => ({ userId, kind }));
}

const idsIn = (text: string | null): string[] => text?.split(' ').filter((id) => id !== '') ?? [];
