import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { makePublicId } from '../../contract/ids.ts';
import { routes } from '../../contract/routes.ts';
import { beforeSignOut, me, server, serverOf, sessionEnded } from '../app/session.ts';
import { t } from '../messages/t.ts';
import { alone } from '../sync/description.ts';
import type { OutboxListener } from '../sync/entry.ts';
import { Parts } from '../sync/finished-parts.ts';
import { Follower } from '../sync/follow.ts';
import type { Mutation } from '../sync/mutation.ts';
import { Outbox } from '../sync/outbox.ts';
import { Presence } from '../sync/presence.ts';
import { mayPass } from '../sync/server.ts';
import { sharedStream } from '../sync/shared-tab.ts';
import { boardKeeperOf, boardMadeOn, boardSeenWith, boardsToSend, keeperOf } from '../sync/storage.ts';
import { Store } from '../sync/store.ts';
import { type OwnStep, type Step, type Undone, UndoStack } from '../sync/undo.ts';
import { keysOf } from '../ui/keys.ts';
import { type Action, toast } from '../ui/toast.tsx';
import { noteIfUnseen } from './noted.ts';
import { prepareUndo, sayRefused, undoing } from './soon.ts';
import { View } from './view.ts';
import { alsoOfViews } from './view-address.ts';

/** A board that is shown: its contents, and the ways to change it. */
export interface OpenBoard {
  readonly id: string;
  readonly store: Store;
  /** Changes to things that only the page of a card shows. */
  readonly parts: Parts;
  readonly outbox: Outbox;
  readonly follower: Follower;
  /** Which of its lists and cards are in the DOM. */
  readonly view: View;
  /** Who else is viewing it. */
  readonly presence: Presence;
  /** The id of the last card that changed, by anyone; null for any card. The count distinguishes one change from the next. */
  readonly changed: ReadonlySignal<{ id: string | null; count: number }>;
  /**
   * Performs mutations as one step of the undo stack; `bulk()` of sync/bulk.ts makes them for many cards. What can be
   * undone follows from their effects, or is `own`. A toast with an undo button is shown if something disappears or changes
   * out of view; `text` is shown in any case, and with `isQuiet` nothing is.
   */
  do(
    mutations: Mutation | readonly Mutation[],
    note?: { text?: string; isQuiet?: boolean; own?: OwnStep },
  ): void;
  /** Performs an irreversible mutation: shown at once, but sent only when it can no longer be withdrawn. */
  doLater(mutation: Mutation, text: string): void;
  /** Undoes the last step, or reports that things were changed since; does nothing if there is none. */
  undo(): void;
  redo(): void;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Tries to reach the service at once. */
  readonly tryNow: () => void;
  close(): void;
}

/** The board whose page is open, possibly with a card over it. */
export const openBoard = signal<OpenBoard | undefined>(undefined);

export const newPublicId = (): string => makePublicId();

/** The id of the board that a card is on. */
export async function boardOfCard(id: string): Promise<string> {
  try {
    const { reply } = await server.ask(routes.cards.get, { params: { cardPublicId: id }, query: alone });
    return reply.list.board.publicId;
  } catch (error) {
    const userId = me.peek()?.id ?? '';
    const made = await boardMadeOn(userId, id);
    const known = made ?? (mayPass(error) ? await boardSeenWith(userId, id) : undefined);
    if (known === undefined) throw error;
    return known;
  }
}

/** Continues after a sign-in: unsent changes were stored, and the page is unchanged. */
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

/** The outboxes of open boards, and of boards that were left with unsent changes. */
const outboxes = new Map<string, Outbox>();

addEventListener('online', () => {
  for (const outbox of outboxes.values()) outbox.retry();
  openBoard.peek()?.follower.resume();
});

// Changes that are neither sent nor stored would be lost.
addEventListener('beforeunload', (event) => {
  if ([...outboxes.values()].some(({ unkept }) => unkept.peek())) event.preventDefault();
});

const sendAll = (): void => {
  for (const outbox of outboxes.values()) outbox.leave();
};

beforeSignOut(sendAll);
// Changes that do not arrive are sent on the next visit.
addEventListener('pagehide', sendAll);

/** Milliseconds in which a change can be withdrawn: a little longer than the toast is shown. */
const undoTime = 10_500;

function outboxOf(boardId: string, listener: OutboxListener): Outbox {
  outboxes.get(boardId)?.stop();
  const userId = me.peek()?.id ?? '';
  const channel = `changes of ${userId} on ${boardId}`;
  const outbox = new Outbox(serverOf(userId), keeperOf(userId, boardId), listener, channel);
  outboxes.set(boardId, outbox);
  return outbox;
}

/** Sends the rest of a board's changes after its page was closed. */
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

/** Sends changes left from an earlier visit, on boards that are not open. */
export async function sendWaiting(): Promise<void> {
  for (const boardId of await boardsToSend(me.peek()?.id ?? ''))
    if (!outboxes.has(boardId) && openBoard.peek()?.id !== boardId) finish(boardId);
}

/** Reports refused changes of a board, and retries them on request: on its page, or without it. */
const refusedOn =
  (boardId: string): OutboxListener['refused'] =>
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
      acts.takeBack([mutation, ...withIt]);
      refusedOn(id)(mutation, error, withIt);
    },
    settled: (mutation, position, reply) => {
      steps.settled(mutation, position, reply);
      parts.settled(mutation, position);
    },
    signedOut: sessionEnded,
  });
  const steps = new UndoStack(
    store,
    (mutation) => outbox.add(mutation),
    (...given) => undoing().turnBack(...given),
  );
  const acts = actsOn(store, steps);
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
      heard: alsoOfViews((event) => steps.heard(event, me.peek()?.id)),
      viewed: (viewing) => presence.hear(viewing),
      signedOut: sessionEnded,
      connected: () => {
        if (outbox.offline.peek()) outbox.retry();
      },
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
    ...acts,
    doLater(mutation, text) {
      outbox.add({ ...mutation, notBefore: Date.now() + undoTime });
      // By then another page may be open, with another outbox for the board.
      toast(text, { label: t.undo.undo, run: () => void outboxes.get(id)?.withdraw(mutation.id) });
    },
    tryNow() {
      outbox.retry();
      follower.resume();
    },
    close() {
      follower.stop();
      closeOutbox(id, outbox);
    },
  };
}

/** Closes the outbox of a board; another one without a page sends what is left. */
function closeOutbox(id: string, outbox: Outbox): void {
  const isSent = outbox.left.peek() === 0;
  outbox.stop();
  outboxes.delete(id);
  if (!isSent) finish(id);
}

type Acts = Pick<OpenBoard, 'do' | 'undo' | 'redo' | 'canUndo' | 'canRedo'> & {
  /** Dismisses the toast that says that these were done: they were refused. */
  takeBack(mutations: readonly Mutation[]): void;
};

/** Do, undo and redo, each with a toast; a new toast replaces the previous one. */
function actsOn(store: Store, steps: UndoStack): Acts {
  let noted: { mutations: ReadonlySet<string>; takeAway: () => void } | undefined;
  const note = (text: string, { mutations }: Step, action: Action) => {
    noted?.takeAway();
    noted = { mutations, takeAway: toast(text, action) };
  };
  const prepared = (turn: () => void) => void prepareUndo().then(turn, () => void toast(t.errors.title));
  const redo = () =>
    prepared(() =>
      report(steps.redo(), 'after', t.undo.redone, {
        label: t.undo.undo,
        keys: keysOf('Z'),
        run: () => undo(),
      }),
    );
  const undo = (step?: Step) =>
    prepared(() => report(steps.undo(step), 'before', t.undo.undone, { label: t.undo.redo, run: redo }));
  const report = (
    undone: Undone | undefined,
    to: 'before' | 'after',
    wording: (what: string) => string,
    action: Action,
  ) => {
    if (!undone) return;
    // What was said of the step no longer holds.
    noted?.takeAway();
    const { leftText, textOf } = undoing();
    const left = leftText(undone);
    if (left) toast(left);
    const { step } = undone;
    const text = textOf(store, step);
    if (undone.isDone) noteIfUnseen(step, to, () => note(wording(text), step, action));
  };
  return {
    do(mutations, { text, isQuiet = false, own } = {}) {
      const step = steps.do([mutations].flat(), own);
      if (!step || isQuiet) return;
      const action = { label: t.undo.undo, keys: keysOf('Z'), run: () => undo(step) };
      const say = () =>
        void prepareUndo().then(
          () => note(text ?? undoing().textOf(store, step), step, action),
          () => undefined,
        );
      if (text !== undefined) say();
      else noteIfUnseen(step, 'after', say);
    },
    undo: () => undo(),
    redo,
    takeBack(mutations) {
      if (mutations.some(({ id }) => noted?.mutations.has(id))) noted?.takeAway();
    },
    canUndo: computed(() => steps.done.value.length > 0),
    canRedo: computed(() => steps.undone.value.length > 0),
  };
}
