import type { HistoryType } from '../../contract/events.ts';
import { timeOfId } from '../../contract/ids.ts';
import { historyTexts } from '../messages/card.ts';
import type { Activity } from '../sync/card-reader.ts';
import type { Part } from '../sync/mutation.ts';

/* The history of a card in words: consecutive actions of one user within a short time are one entry. */

export interface Entry {
  id: string;
  user: Pick<Activity['user'], 'id' | 'name'>;
  /** Whether a bot did it. */
  isBot: boolean;
  /** By which API key it was done, or by mail; null for the page. */
  key: string | null;
  /** When the last of the actions was done. */
  at: string;
  /** A comment; null for actions. */
  comment:
    | (Pick<NonNullable<Activity['comment']>, 'publicId' | 'comment' | 'updatedAt'> & {
        replyTo: string | null;
        reactions: readonly Reaction[];
      })
    | null;
  activities: Activity[];
  /** Whether the comment is not stored yet. */
  isPending?: boolean;
}

export type Reaction = NonNullable<Activity['reactions']>[number];

/** Max milliseconds between two actions of one entry. */
const oneGo = 10 * 60_000;

/** A newer service may have types that this page does not know. */
const phrases: Readonly<Partial<Record<string, (typeof historyTexts.did)[HistoryType]>>> = historyTexts.did;

const isComment = ({ type, comment }: Activity): boolean =>
  type === 'card.updated.comment.added' && comment !== null && comment.deletedAt === null;

/** The entries of a feed, which is sorted from newest to oldest. */
export function entriesOf(feed: readonly Activity[]): Entry[] {
  const entries: Entry[] = [];
  for (const activity of feed) {
    const { publicId, type, user, createdAt, comment } = activity;
    if (phrases[type] === null || (type === 'card.updated.comment.added' && !isComment(activity))) continue;
    const key = activity.apiKey ? historyTexts.by(activity.apiKey) : null;
    const last = entries.at(-1);
    const belongs =
      last && !last.comment && !isComment(activity) && last.user.id === user.id && last.key === key;
    const oldest = last?.activities[0]?.createdAt ?? '';
    if (belongs && Date.parse(oldest) - Date.parse(createdAt) < oneGo) last.activities.unshift(activity);
    else
      entries.push({
        id: publicId,
        user,
        isBot: activity.apiKey?.isBot === true,
        key,
        at: createdAt,
        comment:
          comment && isComment(activity)
            ? { ...comment, replyTo: activity.replyTo ?? null, reactions: activity.reactions ?? [] }
            : null,
        activities: [activity],
      });
  }
  return entries.filter(({ comment, activities }) => comment || phrasesOf(activities).length > 0);
}

/** Pairs of activities of which the second undoes the first. */
const opposites: Record<string, string> = {
  'card.updated.label.added': 'card.updated.label.removed',
  'card.updated.label.removed': 'card.updated.label.added',
  'card.updated.member.added': 'card.updated.member.removed',
  'card.updated.member.removed': 'card.updated.member.added',
  'card.updated.checklist.item.completed': 'card.updated.checklist.item.uncompleted',
  'card.updated.checklist.item.uncompleted': 'card.updated.checklist.item.completed',
  'card.restored': 'card.archived',
};

/** What an activity is about, apart from its card. */
const about = ({ label, member, fromTitle, toTitle }: Activity): string =>
  label?.publicId ?? member?.publicId ?? toTitle ?? fromTitle ?? '';

/** The actions, oldest first, as phrases of one sentence; those undone within the same entry are left out. */
export function phrasesOf(activities: readonly Activity[]): string[] {
  const left: Activity[] = [];
  for (const activity of activities) {
    const back = left.findLastIndex(
      (each) => each.type === opposites[activity.type] && about(each) === about(activity),
    );
    if (back >= 0) left.splice(back, 1);
    else left.push(activity);
  }
  const kinds = Map.groupBy(left, ({ type }) => type);
  return [...kinds].flatMap(([type, all]) => {
    const say = phrases[type];
    return say ? [say(all)] : [];
  });
}

export const sentenceOf = ({ activities }: Entry): string => historyTexts.all(phrasesOf(activities));

/** The entries with pending changes applied, newest first. */
export const entriesWith = (
  entries: readonly Entry[],
  parts: readonly Part[],
  me: Entry['user'],
): readonly Entry[] => parts.reduce((before, part) => over(before, part, me), entries);

function over(entries: readonly Entry[], part: Part, user: Entry['user']): readonly Entry[] {
  if (part.kind !== 'comment' && part.kind !== 'reaction') return entries;
  const { id } = part;
  const isMeant = ({ comment }: Entry) => comment?.publicId === id;
  const change = (to: (comment: NonNullable<Entry['comment']>, entry: Entry) => Entry) =>
    entries.map((each) => (each.comment && isMeant(each) ? to(each.comment, each) : each));
  if (part.kind === 'reaction') {
    const { emoji } = part;
    return change((comment, entry) => ({
      ...entry,
      comment: { ...comment, reactions: turned(comment.reactions, emoji, part.fields.own) },
    }));
  }
  const { fields, isNew } = part;
  if (fields === null) return entries.filter((each) => !isMeant(each));
  if (!isNew || entries.some(isMeant))
    return change((comment, entry) =>
      comment.comment === fields.comment
        ? entry
        : { ...entry, comment: { ...comment, updatedAt: entry.at, ...fields }, isPending: true },
    );
  const at = new Date(timeOfId(id)).toISOString();
  const comment = { publicId: id, updatedAt: null, replyTo: null, reactions: [], ...fields };
  return [{ id, user, isBot: false, key: null, at, comment, activities: [], isPending: true }, ...entries];
}

/** The reactions with that of the user, or without it. */
function turned(reactions: readonly Reaction[], emoji: string, own: boolean): readonly Reaction[] {
  const found = reactions.find((each) => each.emoji === emoji);
  if (!found) return own ? [...reactions, { emoji, count: 1, own }] : reactions;
  if (found.own === own) return reactions;
  return reactions
    .map((each) => (each === found ? { emoji, count: each.count + (own ? 1 : -1), own } : each))
    .filter(({ count }) => count > 0);
}
