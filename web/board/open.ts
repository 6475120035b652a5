import { type ReadonlySignal, signal } from '@preact/signals';
import { makePublicId } from '../../contract/ids.ts';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { problemOf } from '../pages/form.tsx';
import { ended, server } from '../pages/session.ts';
import { Follower } from '../sync/follow.ts';
import type { Mutation } from '../sync/mutation.ts';
import { Outbox } from '../sync/outbox.ts';
import { keeperOf } from '../sync/storage.ts';
import { Store } from '../sync/store.ts';
import { toast } from '../ui/toast.tsx';

/** A board that is shown: what is on it, and how it is changed. */
export interface OpenBoard {
  readonly id: string;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly follower: Follower;
  /** The card that was changed last, by anyone; the count tells one change from the next. */
  readonly changed: ReadonlySignal<{ id: string; count: number }>;
  /** Does something, and offers to undo it where `undo` is given. */
  do(mutation: Mutation, undo?: { text: string; by: () => Mutation | undefined }): void;
  undo(): void;
  close(): void;
}

/** The board whose page is open; cards are shown over it. */
export const openBoard = signal<OpenBoard | undefined>(undefined);

export const newPublicId = (): string => makePublicId();

/** The board that a card is on. */
export async function boardOfCard(id: string): Promise<string> {
  const { reply } = await server.ask(routes.cards.get, { params: { cardPublicId: id } });
  return reply.list.board.publicId;
}

/** The page stays as it is, below a sign-in. */
const signedOut = (): void => {
  ended.value = true;
};

/** Goes on after a sign-in: what was not sent was kept. */
export function reopen(): void {
  const board = openBoard.peek();
  if (!board) return;
  board.close();
  const again = open(board.id);
  openBoard.value = again;
  again.follower.ready.catch((error: unknown) => toast(problemOf(error)));
}

export function close(): void {
  openBoard.peek()?.close();
  openBoard.value = undefined;
}

export function open(id: string): OpenBoard {
  const store = new Store();
  const undos: (() => Mutation | undefined)[] = [];
  const outbox: Outbox = new Outbox(server, keeperOf(id), {
    pending: (mutations) => store.setPending(mutations),
    refused: (mutation, error) => toast(`${mutation.title}: ${problemOf(error)}`),
    signedOut,
  });
  const changed = signal({ id: '', count: 0 });
  const follower = new Follower(server, id, store, {
    reached: (position) => outbox.reached(position),
    cardChanged: (cardId) => {
      changed.value = { id: cardId, count: changed.peek().count + 1 };
    },
    signedOut,
  });
  void outbox.open();
  const perform = (mutation: Mutation): void => outbox.add(mutation);
  const board: OpenBoard = {
    id,
    store,
    outbox,
    follower,
    changed,
    do(mutation, undo) {
      perform(mutation);
      if (!undo) return;
      undos.push(undo.by);
      toast(undo.text, { label: t.board.undo, run: () => board.undo() });
    },
    undo() {
      const back = undos.pop()?.();
      if (back) perform(back);
    },
    close() {
      follower.stop();
      outbox.stop();
    },
  };
  return board;
}
