/**
 * Things in an order. What is away (in the archive or the trash) may come back to where it was: on the same side of
 * everything that has stayed where it is since.
 */
export class Order<T extends object> {
  readonly here: T[] = [];
  readonly #away = new Map<T, { before: Set<T>; after: Set<T> }>();

  /** Puts a thing at a place, the end unless one is given; it may have been at another before. */
  put(thing: T, index: number = this.here.length): void {
    this.remove(thing);
    this.here.splice(index, 0, thing);
  }

  /** Takes a thing out for good. What is away remembers no more where it stood. */
  remove(thing: T): void {
    const place = this.here.indexOf(thing);
    if (place !== -1) this.here.splice(place, 1);
    this.#away.delete(thing);
    this.#forget(thing);
  }

  /** Puts a thing away from a place at which it is not. */
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

  /** Whether something that is away may come back to a place. */
  fits(thing: T, index: number): boolean {
    const away = this.#away.get(thing);
    if (!away) return false;
    const [before, after] = [this.here.slice(0, index), this.here.slice(index)];
    return !before.some((each) => away.after.has(each)) && !after.some((each) => away.before.has(each));
  }

  /** It may have been given another place near the old one, so others that are away forget where it stood. */
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
