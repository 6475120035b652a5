/* Reactions to a comment, as they are stored with it and as they are shown. */

/** In the order in which the emoji were first used. */
export interface Reaction {
  emoji: string;
  /** Ids of users, in the order in which they reacted. */
  users: readonly string[];
}

/** Max different emoji on a comment, and reactions of all people together: a page of comments reads them all. */
export const mostEmoji = 20;
export const mostReactions = 200;

export const reactionsIn = (stored: string | null): Reaction[] =>
  stored === null ? [] : (JSON.parse(stored) as Reaction[]);

export const storedReactions = (reactions: readonly Reaction[]): string | null =>
  reactions.length === 0 ? null : JSON.stringify(reactions);

export interface ShownReaction {
  emoji: string;
  count: number;
  own: boolean;
}

export const shownTo = (userId: string, stored: string | null): ShownReaction[] =>
  reactionsIn(stored).map(({ emoji, users }) => ({
    emoji,
    count: users.length,
    own: users.includes(userId),
  }));

/** Without those of a user. */
export const withoutUser = (reactions: readonly Reaction[], userId: string, only?: string): Reaction[] =>
  reactions
    .map(({ emoji, users }) => ({
      emoji,
      users: only === undefined || only === emoji ? users.filter((each) => each !== userId) : users,
    }))
    .filter(({ users }) => users.length > 0);

export const withUser = (reactions: readonly Reaction[], userId: string, emoji: string): Reaction[] =>
  reactions.some((each) => each.emoji === emoji)
    ? reactions.map((each) => (each.emoji === emoji ? { emoji, users: [...each.users, userId] } : each))
    : [...reactions, { emoji, users: [userId] }];
