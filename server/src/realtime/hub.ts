import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeLog, LoggedChange } from '../base/changes/log.ts';
import type { Reading } from '../base/db/database.ts';
import { batchLength } from './batches.ts';
import { eventOf, type Message, messageOf, positionEvent, resetEvent, retryAfter } from './messages.ts';
import { concernsRights, partsOf } from './parts.ts';
import type { Present } from './presences.ts';
import type { Reader } from './reader.ts';
import { type Standing, standingsOf } from './standings.ts';
import { thingsOf } from './things.ts';
import { ViewersOfWorkspace } from './viewers.ts';

/*
 * All who follow one workspace on this node. The log is followed once for all of them, and what came together is read
 * once, asked for once, and sent. One thing is done after the other: whoever joins is told what it missed between two
 * batches, so that nothing comes twice or out of turn.
 */

export interface Hub {
  /** Begins to send: after the reader's position, or from now on where it has none. */
  join(reader: Reader, after: number | undefined): void;
  /** All of them, also those who are being told what they missed. */
  readers(): Reader[];
  /** Tells those who have been told the rest who looks at the boards now, as far as they do not know it. */
  tellViewers(present: readonly Present[]): Promise<void>;
}

interface Joining {
  reader: Reader;
  after: number | undefined;
}

/** Milliseconds after which a client comes again. */
const retry = 300;

interface Needs {
  db: Reading;
  changeLog: ChangeLog;
  failed: (error: unknown) => void;
}

/** Opens the hub of a workspace; it ends with its last reader, and `ended` is told. */
export function openHub({ db, changeLog, failed }: Needs, workspaceId: string, ended: () => void): Hub {
  const readers = new Set<Reader>();
  const viewers = new ViewersOfWorkspace(db, workspaceId);
  let joining: Joining[] = [];
  /** Those of them who are being told what they missed. */
  let newcomers: Joining[] = [];
  const pending: LoggedChange[] = [];
  let working: Promise<void> | undefined;
  let stop: (() => void) | undefined;
  let closed = false;
  /** Of the last change that all readers were told. */
  let position = 0;

  const usersOf = (some: Iterable<Reader>) => [...new Set([...some].map(({ userId }) => userId))];

  /** Sends messages to readers as far as each may read them; those who may read the same are sent the same bytes. */
  const send = (
    some: Iterable<Reader>,
    messages: readonly Message[],
    last: Buffer,
    standingOf: (reader: Reader) => Standing | undefined,
  ) => {
    const made = new Map<string, Buffer>();
    for (const reader of some) {
      const standing = standingOf(reader);
      if (!standing) continue;
      const read = messages.map((message) => reader.mayRead(message, standing));
      const key = read.map(Number).join('');
      const bytes =
        made.get(key) ??
        Buffer.concat([...messages.filter((_, n) => read[n]).map((each) => each.bytes), last]);
      made.set(key, bytes);
      reader.stream.send(bytes);
    }
  };

  const messagesOf = async (changes: readonly LoggedChange[]): Promise<Message[]> => {
    const parts = changes.flatMap(partsOf);
    const things = await thingsOf(db, workspaceId, parts);
    return parts.map((part) => messageOf(part, things));
  };

  const leave = (reader: Reader) => {
    readers.delete(reader);
    joining = joining.filter((each) => each.reader !== reader);
    if (readers.size + joining.length + newcomers.length === 0) close();
  };

  const close = () => {
    if (closed) return;
    closed = true;
    stop?.();
    ended();
  };

  /** Tells everyone some changes. What they may see is asked after it was read, so that nothing newer gets to them. */
  const tell = async (changes: readonly LoggedChange[]) => {
    const last = changes.at(-1)?.position ?? position;
    const messages = await messagesOf(changes);
    const anewFrom = changes.find(concernsRights)?.position;
    const boards =
      anewFrom !== undefined ? null : [...new Set(messages.flatMap(({ boardId }) => boardId ?? []))];
    const standings = await standingsOf(db, { workspaceId, users: usersOf(readers), boards });
    for (const { stream, userId } of readers) if (!standings.has(userId)) stream.end();
    const standingOf = ({ userId }: Reader) => standings.get(userId);
    if (anewFrom !== undefined) {
      // What was before it comes before it, so that positions rise.
      const earlier = messages.filter((message) => message.position < anewFrom);
      send(readers, earlier, Buffer.alloc(0), standingOf);
      await tellRights(standings, anewFrom);
    }
    const following = messages.filter((message) => message.position >= (anewFrom ?? 0));
    send(readers, following, positionEvent(last), standingOf);
    position = last;
  };

  /** Tells each reader which boards came into sight, and went out of it. */
  const tellRights = async (standings: ReadonlyMap<string, Standing>, at: number) => {
    const shownTo = new Map<Reader, string[]>();
    for (const reader of readers) {
      const standing = standings.get(reader.userId);
      if (!standing) continue;
      const { told, shown } = reader.learns(standing, at);
      for (const each of told) reader.stream.send(each);
      if (shown.length === 0) continue;
      shownTo.set(reader, shown);
      viewers.forget(reader);
    }
    const ids = [...new Set([...shownTo.values()].flat())];
    if (ids.length === 0) return;
    const events = await boardEvents(ids, at);
    for (const [reader, shown] of shownTo)
      for (const id of shown) {
        const event = events.get(id);
        if (event) reader.stream.send(event);
      }
  };

  const boardEvents = async (ids: readonly string[], at: number): Promise<Map<string, Buffer>> => {
    const change = {
      workspaceId,
      position: at,
      type: 'board.updated',
      cardId: null,
      subjectId: null,
      userId: '',
      apiKey: null,
      createdAt: 0,
    } as const;
    const parts = ids.flatMap((boardId) => partsOf({ ...change, boardId }));
    const things = await thingsOf(db, workspaceId, parts);
    const events = ids.map((id): [string, Buffer] => {
      const board = things.of('board', id);
      const data = { position: at, type: 'board.shown', user: null, boardPublicId: id };
      return [id, eventOf({ ...data, ...(board ? { board: JSON.parse(board.json) } : { reread: true }) })];
    });
    return new Map(events);
  };

  /** Tells newcomers what they missed, all of them together, and lets them in. */
  const admit = async () => {
    const asked = newcomers.flatMap(({ after }) => after ?? []);
    const { reached, changes } =
      asked.length > 0
        ? await changeLog.since(workspaceId, Math.min(...asked))
        : { reached: position, changes: [] };
    const missed = changes.filter((each) => each.position <= position);
    const oldest = changes[0]?.position ?? reached + 1;
    const standings = await standingsOf(db, {
      workspaceId,
      users: usersOf(newcomers.map(({ reader }) => reader)),
      boards: null,
    });
    const resumed: Reader[] = [];
    for (const { reader, after } of newcomers) {
      const standing = standings.get(reader.userId);
      if (!standing) {
        reader.stream.end();
        continue;
      }
      reader.learns(standing, position);
      reader.stream.send(retryAfter(retry));
      reader.position = after ?? position;
      if (after === undefined) reader.stream.send(positionEvent(position));
      else if (after <= reached && after + 1 >= oldest) {
        reader.stream.send(positionEvent(after, reader.boardsIn(standing)));
        resumed.push(reader);
      } else {
        reader.position = position;
        reader.stream.send(resetEvent(position));
      }
    }
    while (missed.length > 0 && resumed.some(({ stream }) => !stream.isOver)) {
      const batch = missed.splice(0, batchLength(missed));
      // On the embedded database nothing else would happen between two batches.
      await nextTurn();
      const messages = await messagesOf(batch);
      const boards = [...new Set(messages.flatMap(({ boardId }) => boardId ?? []))];
      const now = await standingsOf(db, { workspaceId, users: usersOf(resumed), boards });
      const last = batch.at(-1)?.position ?? position;
      const behind = resumed.filter((reader) => reader.position < last);
      send(behind, messages, positionEvent(last), ({ userId }) => now.get(userId));
    }
    for (const { reader } of newcomers) {
      if (!reader.stream.isOver) readers.add(reader);
    }
    newcomers = [];
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
      while (!closed && pending.length + joining.length > 0) {
        newcomers = joining.splice(0);
        if (newcomers.length > 0) await admit();
        const changes = pending.splice(0, batchLength(pending));
        await nextTurn();
        if (changes.length > 0) await tell(changes);
        if (readers.size + joining.length === 0) close();
      }
    } catch (error) {
      failed(error);
      // They come again, from where they were.
      for (const reader of readers) reader.stream.end();
      for (const { reader } of [...newcomers, ...joining]) reader.stream.end();
      close();
    }
  };

  const awake = () => {
    working ??= work().finally(() => {
      working = undefined;
      // Someone may have come when it had looked for the last time.
      if (!closed && pending.length + joining.length > 0) awake();
    });
  };

  return {
    readers: () => [...readers, ...[...newcomers, ...joining].map(({ reader }) => reader)],
    tellViewers: (present) => viewers.tell([...readers], present),
    join(reader, after) {
      joining.push({ reader, after });
      reader.stream.onceClosed(() => leave(reader));
      awake();
    },
  };
}
