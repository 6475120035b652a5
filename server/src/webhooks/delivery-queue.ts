import type { Queue } from '../base/changes/deliveries.ts';
import type { Claimed } from '../base/changes/delivery-queue.ts';
import { second } from '../base/clock.ts';
import type { Service } from '../base/service.ts';
import { sendToChannel } from './channels/send.ts';
import { disableWebhook, giveUpWaiting } from './disable.ts';
import type { QueuedWebhook } from './queries.ts';
import { pauseOf } from './schedule.ts';
import { type Outcome, sendMessage } from './send.ts';
import { type Attempt, isClaimedLongEnough, roomOf, takeTurn } from './turn.ts';

export type Dependencies = Pick<
  Service,
  'db' | 'maintain' | 'clock' | 'outgoing' | 'secrets' | 'outbox' | 'publicUrl' | 'http'
>;

/** Shared by all lines of a node. */
export interface Shared {
  readonly dependencies: Dependencies;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Aborted when no new delivery may start. */
  readonly stopping: AbortSignal;
  /** Aborted when deliveries in flight must end. */
  readonly ending: AbortSignal;
  /** Called after each attempt. */
  readonly tried: (success: boolean) => void;
}

/**
 * Max deliveries held for a receiver that answers quickly: the next can be sent while the last results are being stored. For a
 * slower one, claims would only sit unused.
 */
const ahead = 16;

/** Below `atOnce` a receiver is quick, above `slow` it is slow; milliseconds. */
const pace = { atOnce: 250, slow: 1000 };

/** Turns after which a line yields its place to others. */
const shift = 50;

/** How long a channel is left alone after a message: what happens meanwhile becomes one; microseconds. */
const quiet = 3 * second;

/** What a line has learned about its webhook. */
export interface Found {
  /** Whether it fails, or is slow to answer. */
  readonly isSlow: boolean;
  /** Time until which it asked to be sent nothing; microseconds. */
  readonly pausedUntil: number;
}

/**
 * One node's queue of deliveries to one webhook. In each turn, one transaction, it stores the results of attempts and claims
 * further deliveries; between turns it sends, with no transaction open.
 */
export class DeliveryQueue {
  readonly #shared: Shared;
  readonly #queue: Queue;
  #webhook: QueuedWebhook | undefined;
  #ready: Claimed[] = [];
  #back: Claimed[] = [];
  #attempts: Attempt[] = [];
  readonly #sending = new Map<Claimed, Promise<void>>();
  /** Whether the last attempt failed. */
  #isFailing: boolean;
  /** Milliseconds that the last attempt took. */
  #pace: number;
  /** Time until which the receiver asked to be sent nothing. */
  #pausedUntil = 0;
  /** Whether more may be due than was claimed. */
  #isMore = true;
  #happened = () => {};

  constructor(shared: Shared, queue: Queue, known: { isFailing: boolean; isSlow: boolean }) {
    this.#shared = shared;
    this.#queue = queue;
    this.#isFailing = known.isFailing;
    this.#pace = known.isSlow ? Number.POSITIVE_INFINITY : pace.slow;
  }

  /** Whether its webhook fails, or is slow to answer. */
  get isSlow(): boolean {
    return this.#isFailing || this.#pace > pace.slow;
  }

  /** What to remember about its webhook. */
  get found(): Found {
    return { isSlow: this.isSlow, pausedUntil: this.#pausedUntil };
  }

  /** Whether to continue working. */
  get isMore(): boolean {
    return this.#isMore && this.#maySend();
  }

  /** Notifies the line that a delivery may be due. */
  ring(): void {
    this.#isMore = true;
    this.#happened();
  }

  /** Sends due deliveries until none is left, or until the line must yield its place. */
  async work(): Promise<void> {
    const wasSlow = this.isSlow;
    try {
      for (let turns = 0; ; turns++) {
        const mayContinue = turns < shift && this.isSlow === wasSlow && this.#maySend();
        if (!mayContinue) this.#giveBackReady();
        await this.#takeTurn(mayContinue);
        this.#sendReady();
        if (!(await this.#isGoing(mayContinue))) return;
      }
    } catch (err) {
      this.#shared.dependencies.http.log.error(
        { err, webhook: this.#queue.webhookId },
        'webhook deliveries failed',
      );
      // Claimed deliveries are due again when their claims expire.
      this.#ready = [];
      while (this.#sending.size > 0) await Promise.all(this.#sending.values());
      this.#isMore = false;
    }
  }

  #maySend(): boolean {
    return !this.#shared.stopping.aborted && this.#pausedUntil <= this.#shared.dependencies.clock.elapsed();
  }

  #giveBackReady(): void {
    this.#isMore ||= this.#ready.length > 0;
    this.#back.push(...this.#ready.splice(0));
  }

  /** Waits until there is something to do; false if there is nothing to wait for. */
  async #isGoing(mayContinue: boolean): Promise<boolean> {
    for (;;) {
      if (this.#attempts.length > 0 || this.#back.length > 0) return true;
      // Sending was stopped or paused: release the deliveries claimed but not sent.
      if (this.#ready.length > 0 && !this.#maySend()) return true;
      if (mayContinue && this.#isMore && this.#held().length < this.#most()) return true;
      if (this.#sending.size === 0) return false;
      await new Promise<void>((resolve) => {
        this.#happened = resolve;
      });
    }
  }

  async #takeTurn(mayContinue: boolean): Promise<void> {
    const [attempts, back] = [this.#attempts.splice(0), this.#back.splice(0)];
    const most = mayContinue ? this.#most() : 0;
    if (most + attempts.length + back.length === 0) return;
    if (mayContinue) this.#isMore = false;
    const { dependencies, random } = this.#shared;
    const request = { queue: this.#queue, attempts, back, held: this.#held(), ahead: most, random };
    const { webhook, claimed, isMore, isFailing, reason } = await takeTurn(dependencies, request);
    this.#webhook = webhook;
    this.#isFailing = isFailing;
    this.#ready.push(...claimed);
    this.#isMore ||= isMore;
    if (reason) await disableWebhook(dependencies, this.#queue, reason);
    if (!webhook || reason || webhook.active === 0) this.#back.push(...this.#ready.splice(0));
    if (webhook && (reason || webhook.active === 0)) await giveUpWaiting(dependencies, this.#queue);
  }

  #held(): Claimed[] {
    return [...this.#sending.keys(), ...this.#ready];
  }

  #most(): number {
    // Of a channel, the turn itself decides.
    if (this.#isChannel) return this.#held().length > 0 ? 0 : 1;
    return this.#pace < pace.atOnce && !this.#isFailing ? ahead : roomOf(this.#isFailing);
  }

  get #isChannel(): boolean {
    return this.#webhook !== undefined && this.#webhook.kind !== null;
  }

  #sendReady(): void {
    if (this.#isChannel) return this.#sendTogether();
    while (this.#sending.size < roomOf(this.#isFailing) && this.#webhook && this.#maySend()) {
      const claimed = this.#ready.shift();
      if (!claimed) return;
      if (this.#isLongEnough(claimed)) this.#begin(this.#webhook, [claimed]);
      else this.#back.push(claimed);
    }
  }

  /** One message to a channel, with all that was claimed. */
  #sendTogether(): void {
    if (this.#sending.size > 0 || this.#ready.length === 0 || !this.#webhook || !this.#maySend()) return;
    const claimed = this.#ready.splice(0);
    if (claimed.every((each) => this.#isLongEnough(each))) this.#begin(this.#webhook, claimed);
    else this.#back.push(...claimed);
  }

  #isLongEnough(claimed: Claimed): boolean {
    return isClaimedLongEnough(claimed, this.#shared.dependencies.clock.now());
  }

  #begin(webhook: QueuedWebhook, claimed: readonly Claimed[]): void {
    const sending = this.#send(webhook, claimed).then(() => {
      for (const each of claimed) this.#sending.delete(each);
      this.#sendReady();
      this.#happened();
    });
    for (const each of claimed) this.#sending.set(each, sending);
  }

  async #send(webhook: QueuedWebhook, claimed: readonly Claimed[]): Promise<void> {
    const { dependencies, ending, tried } = this.#shared;
    const began = dependencies.clock.elapsed();
    const outcome = await this.#exchange(webhook, claimed, ending).catch((err: unknown): Outcome => {
      dependencies.http.log.error({ err, webhook: webhook.id }, 'a webhook delivery could not be made');
      return { success: false, error: 'internal error' };
    });
    if (!outcome.success && ending.aborted) {
      this.#back.push(...claimed);
      return;
    }
    tried(outcome.success);
    this.#pace = Math.round((dependencies.clock.elapsed() - began) / 1000);
    if (!outcome.success) this.#isFailing = true;
    const until = began + pauseOf(outcome.retryAfter, dependencies.clock.machine());
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (webhook.kind !== null) this.#pausedUntil = Math.max(this.#pausedUntil, began + quiet);
    for (const each of claimed) {
      this.#attempts.push({ claimed: each, outcome, durationMs: this.#pace });
    }
  }

  /** Sends what was claimed: one delivery to a webhook, or one message to a channel. */
  #exchange(webhook: QueuedWebhook, claimed: readonly Claimed[], ending: AbortSignal): Promise<Outcome> {
    const { dependencies } = this.#shared;
    const { kind } = webhook;
    if (kind !== null) {
      return sendToChannel(dependencies, { ...webhook, kind }, this.#queue.workspaceId, claimed, ending);
    }
    const [{ id, body } = { id: '', body: '' }] = claimed;
    return sendMessage(dependencies, webhook, { id, body }, ending);
  }
}
