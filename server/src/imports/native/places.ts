/** Elements in order, with their indexes by id. */
export class Places<T> {
  readonly all: T[] = [];
  readonly #places = new Map<string, number>();

  add(id: string, thing: T): string | undefined {
    if (this.#places.has(id)) return 'its id is there twice';
    this.#places.set(id, this.all.push(thing) - 1);
    return undefined;
  }

  get ids(): string[] {
    return [...this.#places.keys()];
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }
}
