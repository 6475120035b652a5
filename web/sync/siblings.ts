import { pause } from '../../contract/subscribe.ts';
import { jitter } from './jitter.ts';
import { type Mutation, newKey } from './mutation.ts';

/*
 * The tabs of a browser that have the same board open show each other's unsent changes. Each change is sent by one of
 * them: the one that it was made in or, once that one is gone, another one. Should two of them send it after all, its
 * idempotency key makes it take effect once.
 */

type Said =
  /** The tab sends these changes. */
  | { type: 'has'; tab: string; mutations: readonly Mutation[] }
  /** A change was carried out, refused or withdrawn. */
  | { type: 'over'; id: string; position: number | undefined }
  /** A tab asks which changes the others send: all of them, or whether they are still there. */
  | { type: 'ask'; isNew: boolean }
  | { type: 'alive'; ids: readonly string[] }
  /** The tab no longer sends these changes. */
  | { type: 'leaves'; ids: readonly string[] };

/** The outbox of this tab. */
interface Own {
  /** The changes that this tab sends. */
  sending(): readonly Mutation[];
  /** Another tab sends these changes. */
  show(mutations: readonly Mutation[]): void;
  over(id: string, position: number | undefined): void;
  /** Nobody else sends these changes any longer; returns those that this tab sends from now on. */
  adopt(ids: readonly string[]): readonly Mutation[];
}

/** Milliseconds between two questions to tabs on whose changes this one waits, and the number of them that may stay unanswered. */
const beat = 5000;
const patience = 3;

/** Milliseconds for other tabs to claim changes that were stored here, and for requests of a closed tab to end. */
const toClaim = 100;
const toEnd = 1000;

export class Siblings {
  readonly #channel: InstanceType<typeof BroadcastChannel>;
  readonly #own: Own;
  readonly #tab = newKey();
  /** The number of unanswered questions about each change of another tab. */
  readonly #asked = new Map<string, number>();
  #asking: ReturnType<typeof setInterval> | undefined;
  readonly #end = new AbortController();

  /** The name is that of the channel which connects the tabs. */
  constructor(name: string, own: Own) {
    this.#own = own;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = (event) => this.#hear((event as unknown as { data: Said }).data);
    this.#say({ type: 'ask', isNew: true });
  }

  has(mutations: readonly Mutation[]): void {
    this.#say({ type: 'has', tab: this.#tab, mutations });
  }

  over(id: string, position?: number): void {
    this.#asked.delete(id);
    this.#say({ type: 'over', id, position });
  }

  /** Sends changes that were stored earlier, unless other tabs do. */
  async claim(ids: readonly string[], after = toClaim): Promise<void> {
    if (ids.length > 0) await pause(after * (1 + jitter()), this.#end.signal);
    if (!this.#end.signal.aborted) this.#adopt(ids.filter((id) => !this.#asked.has(id)));
  }

  /** The page is closing. */
  leave(): void {
    const ids = this.#own.sending().map(({ id }) => id);
    if (ids.length > 0) this.#say({ type: 'leaves', ids });
  }

  close(): void {
    clearInterval(this.#asking);
    this.#end.abort();
    this.#channel.close();
  }

  #say(said: Said): void {
    if (!this.#end.signal.aborted) this.#channel.postMessage(said);
  }

  #hear(said: Said): void {
    if (said.type === 'ask') this.#answer(said.isNew);
    else if (said.type === 'over') {
      this.#asked.delete(said.id);
      this.#own.over(said.id, said.position);
    } else if (said.type === 'alive') {
      for (const id of said.ids) if (this.#asked.has(id)) this.#asked.set(id, 0);
    } else if (said.type === 'leaves') {
      for (const id of said.ids) this.#asked.delete(id);
      void this.claim(said.ids, toEnd);
    } else this.#give(said.tab, said.mutations);
  }

  #answer(isNew: boolean): void {
    const mutations = this.#own.sending();
    if (mutations.length === 0) return;
    if (isNew) this.has(mutations);
    else this.#say({ type: 'alive', ids: mutations.map(({ id }) => id) });
  }

  /** If two tabs have claimed a change, one of them keeps it. */
  #give(tab: string, mutations: readonly Mutation[]): void {
    const own = new Set(this.#own.sending().map(({ id }) => id));
    const theirs = mutations.filter(({ id }) => tab < this.#tab || !own.has(id));
    for (const { id } of theirs) this.#asked.set(id, 0);
    this.#own.show(theirs);
    this.#asking ??= setInterval(() => this.#ask(), beat);
  }

  /** Takes over the changes of tabs that are gone, or that the browser has frozen. */
  #ask(): void {
    const silent: string[] = [];
    for (const [id, count] of this.#asked) {
      if (count >= patience) silent.push(id);
      else this.#asked.set(id, count + 1);
    }
    for (const id of silent) this.#asked.delete(id);
    if (silent.length > 0) this.#adopt(silent);
    if (this.#asked.size > 0) return this.#say({ type: 'ask', isNew: false });
    clearInterval(this.#asking);
    this.#asking = undefined;
  }

  #adopt(ids: readonly string[]): void {
    const adopted = this.#own.adopt(ids);
    if (adopted.length > 0) this.has(adopted);
  }
}
