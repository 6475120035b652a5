/** Called with the users for whom something about their notifications has changed. */
type Listener = (userIds: readonly string[]) => void;

/** Passes on, within this node and after the commit, who has been told something or has marked something. */
export class Told {
  readonly #listeners: Listener[] = [];

  now(userIds: readonly string[]): void {
    for (const listener of this.#listeners) listener(userIds);
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }
}
