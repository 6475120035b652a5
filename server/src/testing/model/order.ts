/**
 * An ordered collection. Archived or trashed things may come back to their old place: on the same side of everything that
 * has not moved since.
 */
export class Order<T extends object> {
  readonly here: T[] = [];
  readonly #away = new Map<T, { before: Set<T>; after: Set<T> }>();

  /** Puts a thing at an index, by default the end, removing it from its previous place. */
  put(thing: T, index: number = this.here.length): void {
    this.remove(thing);
    this.here.splice(index, 0, thing);
  }

  /** Removes a thing for good. Absent things forget their place relative to it. */
  remove(thing: T): void {
    const place = this.here.indexOf(thing);
    if (place !== -1) this.here.splice(place, 1);
    this.#away.delete(thing);
    this.#forget(thing);
  }

  /** Makes a thing absent, remembering the index as its place. */
  putAway(thing: T, index: number = this.here.length): void {
    this.remove(thing);
    this.#away.set(thing, {
      before: new Set(this.here.slice(0, index)),
      after: new Set(this.here.slice(index)),
    });
  }

  leave(thing: T): void {
    const place = this.here.indexOf(thing);
    this.here.splice(place, 1);
    this.#away.set(thing, {
      before: new Set(this.here.slice(0, place)),
      after: new Set(this.here.slice(place)),
    });
  }

  /** Whether an absent thing may come back to an index. */
  fits(thing: T, index: number): boolean {
    const away = this.#away.get(thing);
    if (!away) return false;
    const [before, after] = [this.here.slice(0, index), this.here.slice(index)];
    return !before.some((each) => away.after.has(each)) && !after.some((each) => away.before.has(each));
  }

  /** It may return to a slightly different place, so other absent things forget their place relative to it. */
  comeBack(thing: T, index: number): void {
    this.put(thing, index);
  }

  #forget(thing: T): void {
    for (const { before, after } of this.#away.values()) {
      before.delete(thing);
      after.delete(thing);
    }
  }
}
