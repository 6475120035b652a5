/*
 * The order of texts in a language. Ten thousand of them take the browser's collation half a second, most of it for texts whose
 * order is plain: so they are put nearly in order by keys that are compared fast, and the collation only corrects that. What was
 * found is kept for the next time, when few of them are new.
 */
export class Words {
  readonly #compare: (one: string, other: string) => number;
  #ranks: ReadonlyMap<string, number> = new Map();

  constructor(locale: string) {
    this.#compare = new Intl.Collator(locale, { numeric: true }).compare;
  }

  /** The ranks of texts, and maybe of others; those that are the same to the language have the same. */
  ranksOf(texts: readonly string[]): ReadonlyMap<string, number> {
    const fresh = new Set(texts);
    const before = [...this.#ranks.keys()].filter((each) => fresh.delete(each));
    if (fresh.size > 0) this.#ranks = this.#ranked([...before, ...nearly([...fresh])].sort(this.#compare));
    return this.#ranks;
  }

  #ranked(sorted: readonly string[]): Map<string, number> {
    const ranks = new Map<string, number>();
    let [rank, last] = [0, sorted[0] ?? ''];
    for (const text of sorted) {
      if (this.#compare(last, text) !== 0) rank++;
      ranks.set(text, rank);
      last = text;
    }
    return ranks;
  }
}

/** Nearly in order: without regard to case and marks, and with numbers as long as each other. */
function nearly(texts: readonly string[]): string[] {
  const keys = texts.map((text) => ({
    text,
    key: text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/\d+/g, (digits) => digits.padStart(10, '0')),
  }));
  return keys
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ text }) => text);
}
