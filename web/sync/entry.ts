import type { ApiError } from '../../contract/client.ts';
import { entitiesOf, type Mutation } from './mutation.ts';

/** A change in the outbox. */
export interface Entry {
  mutation: Mutation;
  readonly entities: ReadonlySet<string>;
  /** `elsewhere`: another tab sends it. */
  state: 'waiting' | 'sent' | 'done' | 'elsewhere';
  /** Whether it was made on another page, which may have withdrawn it. */
  readonly isOfOther: boolean;
  /** Whether it can no longer be withdrawn, although its time has not come. */
  isDue: boolean;
  /** Whether it is known to be stored beyond the lifetime of this page. */
  isKept: boolean;
  /** When this page learned of it. */
  readonly since: number;
  /** The position of the change in the log, once it is done. */
  position?: number;
}

export const entryOf = (mutation: Mutation, state: 'waiting' | 'elsewhere'): Entry => ({
  mutation,
  entities: entitiesOf(mutation),
  state,
  isOfOther: state === 'elsewhere',
  isDue: false,
  isKept: state === 'elsewhere',
  since: Date.now(),
});

/** Until when a change can be withdrawn, and is not sent. */
export const heldUntil = ({ mutation, isDue }: Entry): number => (isDue ? 0 : (mutation.notBefore ?? 0));

/** Whether this tab sends the change. */
export const isHere = ({ state }: Entry): boolean => state === 'waiting' || state === 'sent';

/** Stores unsent changes beyond the lifetime of the page. */
export interface Keeper {
  load(): Promise<readonly Mutation[]>;
  /** Stores a change, replacing its earlier version; returns whether that was possible. */
  keep(mutation: Mutation): Promise<boolean>;
  isKept(id: string): Promise<boolean>;
  drop(id: string): Promise<void>;
}

export interface OutboxListener {
  /** The changes that are shown on top of the server's state have changed; these remain. */
  pending(mutations: readonly Mutation[]): void;
  /** The server refused a change. Those that depend on it are dropped with it, and none of them is shown any longer. */
  refused(mutation: Mutation, error: ApiError, withIt: readonly Mutation[]): void;
  /** The server has carried out a change, at this position in the log and with this reply. */
  settled(mutation: Mutation, position: number, reply: unknown): void;
  /** The session has ended: nothing is sent until the user signs in. */
  signedOut(): void;
}
