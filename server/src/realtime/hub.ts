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
 * All who follow one workspace on this node. The log is followed once for all of them, and what came together is read
 * once, asked for once, and sent. One thing is done after the other: whoever is behind is told what it missed between two
 * batches, a batch at a time, so that nothing comes twice or out of turn. Nobody is waited for: who is behind and takes
 * little is told more when it has taken that, while the others go on.
 */

export interface Hub {
  /** Begins to send: after the reader's position, or from now on where it has none. */
  join(reader: Reader, after: number | undefined): void;
  /** All of them, also those who are being told what they missed. */
  readers(): Reader[];
  /** Tells those who have been told the rest who looks at the boards now, as far as they do not know it. */
  tellViewers(present: readonly Present[]): Promise<void>;
}

/** Changes that are told together. */
const batchSize = 100;

/** Milliseconds after which a client comes again. */
const retry = 300;

interface Needs {
  db: Reading;
  changeLog: ChangeLog;
  failed: (error: unknown) => void;
}

/** Opens the hub of a workspace; it ends with its last reader, and `ended` is told. */
export function openHub({ db, changeLog, failed }: Needs, workspaceId: string, ended: () => void): Hub {
  const all = new Set<Reader>();
  /** Those who have been told all up to `position`. */
  const current = new Set<Reader>();
  /** Those who missed something and have room for it, in the order in which they are told. */
  const behind = new Set<Reader>();
  /** Newcomers, and after which position they asked to be told. */
  const joining = new Map<Reader, number | undefined>();
  const pending: LoggedChange[] = [];
  const viewers = new ViewersOfWorkspace(db, workspaceId);
  const tell = tellerOf(db, workspaceId, (reader) => viewers.forget(reader));
  let working: Promise<void> | undefined;
  let stop: (() => void) | undefined;
  let closed = false;
  /** Of the last change that all current readers were told. */
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

  /** Gives a reader its place by where it is. */
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

  /** Tells newcomers where they are, all of them together. */
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

  /** Tells the next of those who are behind a batch of what it missed, and with it all whom that concerns. */
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

  /** Tells the next of what comes to all who know the rest. */
  const goOn = async () => {
    const changes = pending.splice(0, batchSize);
    await tell(() => [...current], changes);
    position = changes.at(-1)?.position ?? position;
  };

  /** Does what there is to do, until there is nothing. */
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
        // The last reader may have left while it was waited for.
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
      // They come again, from where they were.
      for (const { stream } of all) stream.end();
      close();
    }
  };

  const hasWork = () => !closed && pending.length + joining.size + behind.size > 0;

  const awake = () => {
    working ??= work().finally(() => {
      working = undefined;
      // Someone may have come when it had looked for the last time.
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
