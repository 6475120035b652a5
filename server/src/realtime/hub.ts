import { setImmediate as turn } from 'node:timers/promises';
import type { ChangeLog, LoggedChange } from '../base/changes/log.ts';
import type { Reading } from '../base/db/database.ts';
import { positionEvent, resetEvent, retryAfter } from './messages.ts';
import type { Present } from './presences.ts';
import type { Reader } from './reader.ts';
import { standingsOf } from './standings.ts';
import { tellerOf, usersOf } from './telling.ts';
import { ViewersOfWorkspace } from './viewers.ts';

/*
 * All readers of one workspace on this node. The change log is followed once for all of them; content and rights are read once
 * per slice. Work is sequential: readers that are behind catch up between two batches, one batch at a time, so nothing is sent
 * twice or out of order. The hub never waits for a slow reader: it is sent more once its buffer has drained, while the others
 * continue.
 */

export interface Hub {
  /** Starts sending changes after the position `after`, or from now on if it is undefined. */
  join(reader: Reader, after: number | undefined): void;
  /** All readers, including those that are still catching up. */
  readers(): Reader[];
  /** Sends current readers the changes in who is viewing the boards. */
  tellViewers(present: readonly Present[]): Promise<void>;
}

/** Changes per batch. */
const batchSize = 100;

/** Milliseconds after which a client reconnects. */
const retry = 300;

/*
 * How changes reach readers. A reply has a position (`Change-Position`): a client that read at P and follows from P misses
 * nothing. For each batch of changes the hub
 * 1. splits them into the things that changed, each with the permission needed to read it (`parts.ts`);
 * 2. renders their current state in one statement, or in slices if texts may be long, the same for all readers (`things.ts`,
 *    `slices.ts`);
 * 3. then reads the permissions of all readers (`standings.ts`): last, so that nobody is sent anything newer than their
 *    right to see it;
 * 4. sends the same bytes to all who may see the same, followed by an event with the position as its id. So ids reveal
 *    nothing about hidden changes, and any reader can resume from its last one (`telling.ts`).
 *
 * After a change that may affect permissions, each reader's boards are compared with those that they saw before; a board
 * that is out of sight is sent as `gone`. If more has changed than an event can hold, it is sent as `reread`.
 */

interface Needs {
  db: Reading;
  changeLog: ChangeLog;
  failed: (error: unknown) => void;
}

/** Opens the hub of a workspace. It closes when its last reader leaves, or on an error, and then calls `ended`. */
export function openHub({ db, changeLog, failed }: Needs, workspaceId: string, ended: () => void): Hub {
  const all = new Set<Reader>();
  /** Readers that have been sent everything up to `position`. */
  const current = new Set<Reader>();
  /** Readers that missed something and have buffer space for it, in the order in which they catch up. */
  const behind = new Set<Reader>();
  /** New readers, with the position after which they asked to be sent changes. */
  const joining = new Map<Reader, number | undefined>();
  const pending: LoggedChange[] = [];
  const viewers = new ViewersOfWorkspace(db, workspaceId);
  const tell = tellerOf(db, workspaceId, (reader) => viewers.forget(reader));
  let working: Promise<void> | undefined;
  let stop: (() => void) | undefined;
  let closed = false;
  /** Position of the last change sent to all current readers. */
  let position = 0;

  const leave = (reader: Reader) => {
    for (const each of [all, current, behind, joining]) each.delete(reader);
    if (all.size === 0) close();
  };

  const close = () => {
    if (closed) return;
    closed = true;
    stop?.();
    ended();
  };

  /** Puts a reader among the current readers or those behind, by its position and buffer. */
  const place = (reader: Reader) => {
    behind.delete(reader);
    if (!all.has(reader) || reader.stream.isOver) return;
    if (reader.position >= position) current.add(reader);
    else if (!reader.stream.isFull) behind.add(reader);
    else
      reader.stream.onceDrained(() => {
        place(reader);
        awake();
      });
  };

  const reset = (reader: Reader) => {
    reader.position = position;
    reader.stream.send(resetEvent(position));
  };

  /** Sends all new readers their starting position. */
  const greet = async () => {
    const newcomers = [...joining];
    joining.clear();
    if (newcomers.length === 0) return;
    const asked = newcomers.flatMap(([, after]) => after ?? []);
    const { reached, changes } =
      asked.length > 0
        ? await changeLog.since(workspaceId, Math.min(...asked), 1)
        : { reached: position, changes: [] };
    const oldest = changes[0]?.position ?? reached + 1;
    const users = usersOf(newcomers.map(([reader]) => reader));
    const standings = await standingsOf(db, { workspaceId, users, boards: null });
    for (const [reader, after] of newcomers) {
      const standing = standings.get(reader.userId);
      if (!standing) {
        reader.stream.end();
        continue;
      }
      reader.learns(standing, position);
      reader.stream.send(retryAfter(retry));
      reader.position = after ?? position;
      if (after === undefined) reader.stream.send(positionEvent(position));
      else if (after <= reached && after + 1 >= oldest)
        reader.stream.send(positionEvent(after, reader.boardsIn(standing)));
      else reset(reader);
      place(reader);
    }
  };

  /** Sends the next reader that is behind one batch of what it missed, together with the others that missed part of it. */
  const catchUp = async () => {
    const [next] = behind;
    if (!next) return;
    const near = [...behind].filter((reader) => reader.position > next.position - batchSize);
    const from = Math.min(...near.map((reader) => reader.position));
    const { changes } = await changeLog.since(workspaceId, from, batchSize);
    const oldest = changes[0]?.position ?? position + 1;
    for (const reader of near) if (reader.position + 1 < oldest) reset(reader);
    const missed = changes.filter((each) => each.position <= position);
    await tell(() => near.filter(({ stream }) => !stream.isFull), missed);
    near.forEach(place);
  };

  /** Sends the next batch of new changes to all current readers. */
  const goOn = async () => {
    const changes = pending.splice(0, batchSize);
    await tell(() => [...current], changes);
    position = changes.at(-1)?.position ?? position;
  };

  /** Works until there is nothing left to do. */
  const work = async () => {
    try {
      if (!stop) {
        const following = await changeLog.follow(workspaceId, (changes) => {
          pending.push(...changes);
          awake();
        });
        if (!following) throw new Error('a workspace cannot be followed from where it is');
        stop = () => following.end();
        position = following.position;
        // The last reader may have left during the wait.
        if (closed) stop();
      }
      while (hasWork()) {
        await greet();
        await catchUp();
        await goOn();
        await turn();
      }
    } catch (error) {
      failed(error);
      // The clients reconnect and resume from their last position.
      for (const { stream } of all) stream.end();
      close();
    }
  };

  const hasWork = () => !closed && pending.length + joining.size + behind.size > 0;

  const awake = () => {
    working ??= work().finally(() => {
      working = undefined;
      // A reader may have joined after the last check.
      if (hasWork()) awake();
    });
  };

  return {
    readers: () => [...all],
    tellViewers: (present) => viewers.tell([...current], present),
    join(reader, after) {
      all.add(reader);
      joining.set(reader, after);
      reader.stream.onceClosed(() => leave(reader));
      awake();
    },
  };
}
