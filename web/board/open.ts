import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { ApiError } from '../../contract/client.ts';
import { makePublicId } from '../../contract/ids.ts';
import { routes } from '../../contract/routes.ts';
import { beforeSignOut, me, server, sessionEnded } from '../app/session.ts';
import { t } from '../messages/en.ts';
import { alone } from '../sync/description.ts';
import { Follower } from '../sync/follow.ts';
import type { Mutation } from '../sync/mutation.ts';
import { Outbox, type Told } from '../sync/outbox.ts';
import { Parts } from '../sync/parts.ts';
import { Presence } from '../sync/presence.ts';
import { sharedStream } from '../sync/shared-tab.ts';
import { boardKeeperOf, boardMadeOn, boardSeenWith, boardsToSend, keeperOf } from '../sync/storage.ts';
import { Store } from '../sync/store.ts';
import { type Step, type Undone, UndoStack } from '../sync/undo.ts';
import { toast } from '../ui/toast.tsx';
import { sayRefused } from './refused.ts';
import { leftText, textOf } from './said.ts';
import { View } from './view.ts';

/** A board that is shown: what is on it, and how it is changed. */
export interface OpenBoard {
  readonly id: string;
  readonly store: Store;
  /** What was changed of things that only the page of a card shows. */
  readonly parts: Parts;
  readonly outbox: Outbox;
  readonly follower: Follower;
  /** What of it stands on the page. */
  readonly view: View;
  /** Who else looks at it. */
  readonly presence: Presence;
  /** The card that was changed last, by anyone, or null where it may be any; the count tells one change from the next. */
  readonly changed: ReadonlySignal<{ id: string | null; count: number }>;
  /**
   * Does something. Several mutations are one step of undoing; `bulk()` of sync/bulk.ts makes them for many cards. What can
   * be undone is found in their effects: nothing has to be said about it. A note of what was done, and how to undo it, is
   * shown for all but what was added or renamed; `text` says it in other words, `isQuiet` leaves it out.
   */
  do(mutations: Mutation | readonly Mutation[], note?: { text?: string; isQuiet?: boolean }): void;
  /** Does what there is no way back from: it is shown at once, and done when it cannot be taken back any more. */
  doLater(mutation: Mutation, text: string): void;
  /** Undoes the last step, or says that it was changed since; does nothing where there is none. */
  undo(): void;
  redo(): void;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  close(): void;
}

/** The board whose page is open; cards are shown over it. */
export const openBoard = signal<OpenBoard | undefined>(undefined);

export const newPublicId = (): string => makePublicId();

/** The board that a card is on. */
export async function boardOfCard(id: string): Promise<string> {
  try {
    const { reply } = await server.ask(routes.cards.get, { params: { cardPublicId: id }, query: alone });
    return reply.list.board.publicId;
  } catch (error) {
    const userId = me.peek()?.id ?? '';
    const made = await boardMadeOn(userId, id);
    const known = made ?? (error instanceof ApiError ? undefined : await boardSeenWith(userId, id));
    if (known === undefined) throw error;
    return known;
  }
}

/** Goes on after a sign-in: what was not sent was kept, and the page is as it was. */
export function resume(): void {
  void sendWaiting();
  for (const outbox of outboxes.values()) outbox.retry();
  openBoard.peek()?.follower.resume();
}

export function close(): void {
  openBoard.peek()?.close();
  openBoard.value = undefined;
}

const stream = sharedStream(server);

/** Those of boards that are shown, and of boards that were left before all was sent. */
const outboxes = new Map<string, Outbox>();

addEventListener('online', () => {
  for (const outbox of outboxes.values()) outbox.retry();
});

const sendAll = (): void => {
  for (const outbox of outboxes.values()) outbox.leave();
};

beforeSignOut(sendAll);
// Where that does not get through any more, it is sent when one comes back.
addEventListener('pagehide', sendAll);

/** Milliseconds in which something can be taken back: a little longer than the note says so. */
const patience = 10_500;

function outboxOf(boardId: string, told: Told): Outbox {
  outboxes.get(boardId)?.stop();
  const outbox = new Outbox(server, keeperOf(me.peek()?.id ?? '', boardId), told);
  outboxes.set(boardId, outbox);
  return outbox;
}

/** Goes on until all is sent, although nobody looks at the board any more. */
function finish(boardId: string): Outbox {
  const outbox = outboxOf(boardId, {
    pending: () => undefined,
    refused: refusedOn(boardId),
    settled: () => undefined,
    signedOut: sessionEnded,
  });
  void outbox.open().then(() =>
    outbox.left.subscribe((count) => {
      if (count > 0) return;
      outbox.stop();
      if (outboxes.get(boardId) === outbox) outboxes.delete(boardId);
    }),
  );
  return outbox;
}

/** Sends what was not sent when the browser was closed, on boards that are not shown. */
export async function sendWaiting(): Promise<void> {
  for (const boardId of await boardsToSend(me.peek()?.id ?? ''))
    if (!outboxes.has(boardId) && openBoard.peek()?.id !== boardId) finish(boardId);
}

/** Says what was refused on a board, and tries it again where someone wants that: there, or without the board. */
const refusedOn =
  (boardId: string): Told['refused'] =>
  (mutation, error, withIt) =>
    sayRefused([mutation, ...withIt], error, (again) => {
      const board = openBoard.peek();
      if (board?.id === boardId) return board.do(again, { isQuiet: true });
      const outbox = outboxes.get(boardId) ?? finish(boardId);
      for (const each of again) outbox.add(each);
    });

export function open(id: string): OpenBoard {
  const store = new Store();
  const parts = new Parts();
  const outbox: Outbox = outboxOf(id, {
    pending: (mutations) => {
      store.setPending(mutations);
      parts.setPending(mutations);
    },
    refused: (mutation, error, withIt) => {
      steps.refused([mutation, ...withIt]);
      refusedOn(id)(mutation, error, withIt);
    },
    settled: (mutation, position, reply) => {
      steps.settled(mutation, position, reply);
      parts.settled(mutation, position);
    },
    signedOut: sessionEnded,
  });
  const steps = new UndoStack(store, (mutation) => outbox.add(mutation));
  const presence = new Presence(id, me.peek()?.id ?? '');
  const changed = signal<{ id: string | null; count: number }>({ id: '', count: 0 });
  const follower = new Follower(
    { server, stream, keeper: boardKeeperOf(me.peek()?.id ?? '', id) },
    id,
    store,
    {
      reached: (position) => outbox.reached(position),
      cardChanged: (cardId) => {
        changed.value = { id: cardId, count: changed.peek().count + 1 };
      },
      heard: (event) => steps.heard(event, me.peek()?.id),
      viewed: (viewing) => presence.hear(viewing),
      signedOut: sessionEnded,
    },
  );
  void outbox.open();
  return {
    id,
    store,
    parts,
    outbox,
    follower,
    view: new View(store),
    presence,
    changed,
    ...undoing(store, steps),
    doLater(mutation, text) {
      outbox.add({ ...mutation, notBefore: Date.now() + patience });
      // By then another page may be shown, and something else send it.
      toast(text, { label: t.undo.undo, run: () => void outboxes.get(id)?.withdraw(mutation.id) });
    },
    close() {
      follower.stop();
      const isSent = outbox.left.peek() === 0;
      outbox.stop();
      outboxes.delete(id);
      if (!isSent) finish(id);
    },
  };
}

/** Doing, undoing and doing again, with a note of what was done; there is one such note at a time. */
function undoing(
  store: Store,
  steps: UndoStack,
): Pick<OpenBoard, 'do' | 'undo' | 'redo' | 'canUndo' | 'canRedo'> {
  let takeAway: (() => void) | undefined;
  const note = (text: string, action: { label: string; run: () => void }) => {
    takeAway?.();
    takeAway = toast(text, action);
  };
  const redo = () => tell(steps.redo(), t.undo.redone, { label: t.undo.undo, run: () => undo() });
  const undo = (step?: Step) => tell(steps.undo(step), t.undo.undone, { label: t.undo.redo, run: redo });
  const tell = (
    undone: Undone | undefined,
    wording: (what: string) => string,
    action: { label: string; run: () => void },
  ) => {
    if (!undone) return;
    const left = leftText(undone);
    if (left) toast(left);
    if (undone.isDone) note(wording(textOf(store, undone.step).text), action);
  };
  return {
    do(mutations, { text, isQuiet = false } = {}) {
      const step = steps.do([mutations].flat());
      if (!step || isQuiet) return;
      const said = textOf(store, step);
      if (text !== undefined || said.isWorthANote)
        note(text ?? said.text, { label: t.undo.undo, run: () => undo(step) });
    },
    undo: () => undo(),
    redo,
    canUndo: computed(() => steps.done.value.length > 0),
    canRedo: computed(() => steps.undone.value.length > 0),
  };
}
