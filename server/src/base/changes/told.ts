/** Called with the users for whom something about their notifications has changed. */
type Listener = (userIds: readonly string[]) => void;

/** Passes on, within this node and after the commit, who has been told something or has marked something. */
export class Told {
  readonly #listeners = new Set<Listener>();

  now(userIds: readonly string[]): void {
    for (const listener of this.#listeners) listener(userIds);
  }

  /** Returns what ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
