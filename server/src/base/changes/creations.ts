import type { Actor } from '../access/actor.ts';
import { isoMicros } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import type { ListThen } from './activity.ts';
import type { Deliveries } from './deliveries.ts';
import { insertHistory } from './history.ts';
import type { ChangedCard } from './record.ts';
import type { Telling } from './telling.ts';
import { watchersOfPlaces } from './watching.ts';

/** A card that one change creates together with others on its board. */
export interface Creation {
  card: ChangedCard;
  toList: ListThen;
  /** Who had proposed it, if somebody had. */
  proposed?: Proposed | undefined;
}

export interface Proposed {
  by: string;
  /** Microseconds. */
  at: number;
  /** JSON of the API key by which it was proposed. */
  apiKey: string | null;
}

interface Parts {
  tx: Writing;
  actor: Actor;
  now: number;
  deliveries: Deliveries;
  telling: Telling;
  /** Notes an entry of the change log. */
  log: (card: ChangedCard) => void;
  /** What receivers of webhooks are sent of a card, besides what happened. */
  about: (card: ChangedCard) => object;
}

/**
 * Records that cards of a board were created, as `activity` does of one, in a few statements however many there are, apart from
 * those that store deliveries.
 */
export async function recordCreations(
  { tx, actor, now, deliveries, telling, log, about }: Parts,
  { workspaceId, boardId }: { workspaceId: string; boardId: string },
  made: readonly Creation[],
): Promise<void> {
  const type = 'card.created';
  const past = made.map(({ card, toList }) => {
    return { type, cardId: card.id, by: actor.userId, at: now, toTitle: card.title, toList } as const;
  });
  const before = made.flatMap(({ card, proposed }) =>
    // The clock of another node may have been ahead.
    proposed
      ? [{ ...proposed, type: 'card.proposed' as const, cardId: card.id, at: Math.min(proposed.at, now - 1) }]
      : [],
  );
  const all = await insertHistory({ tx, now, actor }, workspaceId, [...before, ...past]);
  const stored = all.filter((activity) => activity.type === type);
  const listIds = [...new Set(made.map(({ card }) => card.listId))];
  const targets = [boardId, ...listIds];
  const watchers = await tx.all(watchersOfPlaces, { workspaceId, targets, actorId: actor.userId });
  const receivers = await deliveries.wanting({ workspaceId, boardId }, type);
  const activities = new Map(stored.map((activity) => [activity.cardId, activity]));
  for (const { card, toList } of made) {
    const watching = watchers.filter(({ targetId }) => targetId === boardId || targetId === card.listId);
    const userIds = new Set(watching.map(({ userId }) => userId));
    telling.addAll(
      [...userIds].map((userId) => ({ userId, kind: 'changed' as const })),
      card,
    );
    log(card);
    const { id: publicId = '', at = now } = activities.get(card.id) ?? {};
    const place = { workspaceId, boardId, cardId: card.id, listId: card.listId };
    await deliveries.deliver(receivers, place, type, at, () => ({
      ...about(card),
      activity: { publicId, createdAt: isoMicros(at), toTitle: card.title, toList },
    }));
  }
}
