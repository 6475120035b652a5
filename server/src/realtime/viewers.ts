import type { Static } from 'typebox';
import { holds } from '../../../contract/permissions.ts';
import type { BoardViewers } from '../../../contract/presence.ts';
import type { Reading } from '../base/db/database.ts';
import { heldPermissionsOf } from './held-permissions.ts';
import { presenceEvent } from './messages.ts';
import type { Present } from './presences.ts';
import type { Reader } from './reader.ts';

/*
 * Sends the readers of a workspace who is viewing its boards: everything to new readers, and to all others only the boards that
 * changed. A reader must be able to see a board to be sent its viewers, and its cards to be sent which of them are open.
 */

type OfBoard = Static<typeof BoardViewers>;
type Viewer = OfBoard['viewers'][number];

/** Max viewers listed per board, and max cards per viewer. */
const most = { viewers: 100, cards: 10 };

interface Viewers {
  readonly withCards: OfBoard;
  readonly withoutCards: OfBoard;
  /** Equal texts mean that nothing has changed. */
  readonly text: string;
}

export class ViewersOfWorkspace {
  readonly #db: Reading;
  readonly #workspaceId: string;
  /** What was last sent, by board. */
  #told = new Map<string, Viewers>();
  /** Readers that have been sent it. */
  #knowing = new WeakSet<Reader>();

  constructor(db: Reading, workspaceId: string) {
    this.#db = db;
    this.#workspaceId = workspaceId;
  }

  /** Makes the next `tell` send a reader everything, since it can see other boards now. */
  forget(reader: Reader): void {
    this.#knowing.delete(reader);
  }

  async send(readers: readonly Reader[], present: readonly Present[]): Promise<void> {
    if (readers.length === 0) return;
    const before = this.#told;
    const now = byBoard(present);
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
      (id) => before.get(id)?.text !== now.get(id)?.text,
    );
    const areAllInformed = readers.every((reader) => this.#knowing.has(reader));
    if (changed.length === 0 && areAllInformed) return;
    const boards = areAllInformed ? changed : [...new Set([...changed, ...now.keys()])];
    const users = [...new Set(readers.map(({ userId }) => userId))];
    const permissionsByUser = await heldPermissionsOf(this.#db, {
      workspaceId: this.#workspaceId,
      users,
      boards,
    });
    this.#told = now;
    const made = new Map<string, Buffer>();
    for (const reader of readers) {
      const permissions = permissionsByUser.get(reader.userId);
      if (!permissions) continue;
      const isComplete = !this.#knowing.has(reader);
      this.#knowing.add(reader);
      const visible = (isComplete ? [...now.keys()] : changed).flatMap((id) => {
        const held = reader.holdsOn(id, permissions);
        return holds(held, 'board:view') ? { id, withCards: holds(held, 'card:view') } : [];
      });
      if (visible.length === 0 && !isComplete) continue;
      const key = JSON.stringify([isComplete, visible]);
      const bytes =
        made.get(key) ??
        presenceEvent({
          isComplete,
          boards: visible.map(
            ({ id, withCards }) => now.get(id)?.[withCards ? 'withCards' : 'withoutCards'] ?? nobodyOn(id),
          ),
        });
      made.set(key, bytes);
      reader.stream.send(bytes);
    }
  }
}

const nobodyOn = (publicId: string): OfBoard => ({ publicId, viewers: [] });

/** The boards that have viewers. */
function byBoard(present: readonly Present[]): Map<string, Viewers> {
  const boards = Map.groupBy(present, ({ boardId }) => boardId);
  return new Map(
    [...boards].map(([publicId, tabs]) => {
      const withCards = { publicId, viewers: viewersIn(tabs) };
      const viewers = withCards.viewers.map(({ user }) => ({ user, cards: [] }));
      return [publicId, { withCards, withoutCards: { publicId, viewers }, text: JSON.stringify(withCards) }];
    }),
  );
}

/** Each user once, independent of the order of their tabs. If there are too many, those with an open card come first. */
function viewersIn(tabs: readonly Present[]): Viewer[] {
  const viewers = [...Map.groupBy(tabs, ({ userId }) => userId)].map(([id, own]): Viewer => {
    const cards = new Map<string, boolean>();
    for (const { cardId, editing } of own)
      if (cardId !== null) cards.set(cardId, editing === 1 || cards.get(cardId) === true);
    const open = [...cards].map(([publicId, isEditing]) => ({ publicId, isEditing }));
    return {
      user: { id, name: own[0]?.name ?? null, isBot: own[0]?.isBot === 1 },
      cards: open.sort((a, b) => (a.publicId < b.publicId ? -1 : 1)).slice(0, most.cards),
    };
  });
  const hasCards = ({ cards }: Viewer) => Number(cards.length > 0);
  return viewers
    .sort((a, b) => hasCards(b) - hasCards(a) || (a.user.id < b.user.id ? -1 : 1))
    .slice(0, most.viewers);
}
