import { setImmediate as turn } from 'node:timers/promises';
import type { ChangeLog, LoggedChange } from '../base/changes/log.ts';
import type { Clock } from '../base/clock.ts';
import type { Sources } from '../reading/slices.ts';
import { senderOf, usersOf } from './broadcast.ts';
import { EventStream } from './event-stream.ts';
import { heldPermissionsOf } from './held-permissions.ts';
import { positionEvent, resetEvent, retryAfter } from './messages.ts';
import type { Present } from './presences.ts';
import type { Reader } from './reader.ts';
import { ViewersOfWorkspace } from './viewers.ts';

/*
 * All readers of one workspace on this node. The change log is followed once for all of them; content and rights are read once
 * per slice. Work is sequential: readers that are behind catch up between two batches, one batch at a time, so nothing is sent
 * twice or out of order. The hub never waits for a slow reader: it is sent more once its buffer has drained, while the others
 * continue.
 */

/** Changes per batch. */
const batchSize = 100;

/** Milliseconds after which a client reconnects. */
const retry = 300;

/*
 * How changes reach readers. A reply has a position (`Change-Position`): a client that read at P and follows from P misses
 * nothing. For each batch of changes the hub
 * 1. splits them into the things that changed, each with the permission needed to read it (`parts.ts`);
 * 2. renders their current state in one statement, or in slices if texts may be long, the same for all readers (`entities.ts`,
 *    `slices.ts`);
 * 3. then reads the permissions of all readers (`held-permissions.ts`): last, so that nobody is sent anything newer than their
 *    right to see it;
 * 4. sends the same bytes to all who may see the same, followed by an event with the position as its id. So ids reveal
 *    nothing about hidden changes, and any reader can resume from its last one (`broadcast.ts`).
 *
 * After a change that may affect permissions, each reader's boards are compared with those that they saw before; a board
 * that is out of sight is sent as `gone`. If more has changed than an event can hold, it is sent as `reread`.
 */

interface Dependencies extends Sources {
  clock: Clock;
  changeLog: Pick<ChangeLog, 'follow' | 'since'>;
  failed: (error: unknown) => void;
}

/** The hub of a workspace. It closes when its last reader leaves, or on an error, and then calls `ended`. */
export class Hub {
  readonly #needs: Dependencies;
  readonly #workspaceId: string;
  readonly #ended: () => void;
  readonly #all = new Set<Reader>();
  /** Readers that have been sent everything up to `#position`. */
  readonly #current = new Set<Reader>();
  /** Readers that missed something and have buffer space for it, in the order in which they catch up. */
  readonly #behind = new Set<Reader>();
  /** New readers, with the position after which they asked to be sent changes. */
  readonly #joining = new Map<Reader, number | undefined>();
  readonly #pending: LoggedChange[] = [];
  readonly #viewers: ViewersOfWorkspace;
  readonly #tell: ReturnType<typeof senderOf>;
  #isWorking = false;
  #stop: (() => void) | undefined;
  #closed = false;
  /** Position of the last change sent to all current readers. */
  #position = 0;
  /** Position of the last change that is known to be in the log. */
  #reached = 0;

  constructor(dependencies: Dependencies, workspaceId: string, ended: () => void) {
    this.#needs = dependencies;
    this.#workspaceId = workspaceId;
    this.#ended = ended;
    this.#viewers = new ViewersOfWorkspace(dependencies.db, workspaceId);
    this.#tell = senderOf(dependencies, workspaceId, (reader) => this.#viewers.forget(reader));
  }

  /** All readers, including those that are still catching up. */
  readers(): Reader[] {
    return [...this.#all];
  }

  /** Sends current readers the changes in who is viewing the boards. */
  tellViewers(present: readonly Present[]): Promise<void> {
    // A reply that waits says nothing of them.
    const streams = [...this.#current].filter(({ stream }) => stream instanceof EventStream);
    return this.#viewers.send(streams, present);
  }

  /** Starts sending changes after the position `after`, or from now on if it is undefined. */
  join(reader: Reader, after: number | undefined): void {
    this.#all.add(reader);
    this.#joining.set(reader, after);
    reader.stream.onceClosed(() => this.#leave(reader));
    this.#awake();
  }

  #leave(reader: Reader): void {
    for (const each of [this.#all, this.#current, this.#behind, this.#joining]) each.delete(reader);
    if (this.#all.size === 0) this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop?.();
    this.#ended();
  }

  #awake(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    void this.#work().finally(() => {
      this.#isWorking = false;
      // A reader may have joined after the last check.
      if (this.#hasWork()) this.#awake();
    });
  }

  #hasWork(): boolean {
    return !this.#closed && this.#pending.length + this.#joining.size + this.#behind.size > 0;
  }

  /** Works until there is nothing left to do. */
  async #work(): Promise<void> {
    try {
      if (!this.#stop) await this.#follow();
      while (this.#hasWork()) {
        await this.#greet();
        await this.#catchUp();
        await this.#goOn();
        await turn();
      }
    } catch (error) {
      this.#needs.failed(error);
      // The clients reconnect and resume from their last position.
      for (const { stream } of this.#all) stream.end();
      this.#close();
    }
  }

  async #follow(): Promise<void> {
    const following = await this.#needs.changeLog.follow(this.#workspaceId, (changes) => {
      this.#pending.push(...changes);
      this.#awake();
    });
    if (!following) throw new Error('a workspace cannot be followed from where it is');
    this.#stop = () => following.end();
    this.#position = following.position;
    // The last reader may have left during the wait.
    if (this.#closed) this.#stop();
  }

  /** Sends all new readers their starting position. */
  async #greet(): Promise<void> {
    const newcomers = [...this.#joining];
    this.#joining.clear();
    if (newcomers.length === 0) return;
    const positions = newcomers.flatMap(([, after]) => after ?? []);
    const { reached, changes } =
      positions.length > 0
        ? await this.#since(Math.min(...positions), 1)
        : { reached: this.#position, changes: [] };
    this.#reached = Math.max(this.#reached, reached);
    const oldest = changes[0]?.position ?? reached + 1;
    const users = usersOf(newcomers.map(([reader]) => reader));
    const permissionsByUser = await heldPermissionsOf(this.#needs.db, {
      workspaceId: this.#workspaceId,
      users,
      boards: null,
    });
    for (const [reader, after] of newcomers) {
      const permissions = permissionsByUser.get(reader.userId);
      if (!permissions) {
        reader.stream.end();
        continue;
      }
      reader.learns(permissions, this.#position);
      reader.stream.send(retryAfter(retry));
      reader.position = after ?? this.#position;
      if (after === undefined) reader.stream.send(positionEvent(this.#position));
      else if (after <= reached && after + 1 >= oldest)
        reader.stream.send(positionEvent(after, reader.resumesWith(permissions)));
      else this.#reset(reader);
      this.#place(reader);
    }
  }

  /** Sends the next reader that is behind one batch of what it missed, together with the others that missed part of it. */
  async #catchUp(): Promise<void> {
    const [next] = this.#behind;
    if (!next) return;
    const near = [...this.#behind].filter((reader) => reader.position > next.position - batchSize);
    const { changes } = await this.#since(Math.min(...near.map((reader) => reader.position)), batchSize);
    const oldest = changes[0]?.position ?? this.#position + 1;
    for (const reader of near) if (reader.position + 1 < oldest) this.#reset(reader);
    const missed = changes.filter((each) => each.position <= this.#position);
    await this.#tell(() => near.filter(({ stream }) => !stream.isFull), missed);
    for (const reader of near) this.#place(reader);
  }

  /** Sends the next batch of new changes to all current readers. */
  async #goOn(): Promise<void> {
    const changes = this.#pending.splice(0, batchSize);
    await this.#tell(() => [...this.#current], changes);
    this.#position = changes.at(-1)?.position ?? this.#position;
    if (changes.length > 0) for (const { stream } of this.#current) stream.rest(this.#isAll());
  }

  /** Whether current readers have been sent everything. */
  #isAll(): boolean {
    return this.#pending.length === 0 && this.#position >= this.#reached;
  }

  #since(position: number, limit: number): ReturnType<ChangeLog['since']> {
    return this.#needs.changeLog.since(this.#workspaceId, position, limit);
  }

  /** Puts a reader among the current readers or those behind, by its position and buffer. */
  #place(reader: Reader): void {
    this.#behind.delete(reader);
    const isCurrent = reader.position >= this.#position;
    reader.stream.rest(isCurrent && this.#isAll());
    if (!this.#all.has(reader) || reader.stream.isOver) return;
    if (isCurrent) this.#current.add(reader);
    else if (!reader.stream.isFull) this.#behind.add(reader);
    else
      reader.stream.onceDrained(() => {
        this.#place(reader);
        this.#awake();
      });
  }

  #reset(reader: Reader): void {
    reader.position = this.#position;
    reader.stream.send(resetEvent(this.#position));
  }
}
