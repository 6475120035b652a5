/** Examples that a warning names. */
const examples = 3;

/** Collects what an import does not take over as it was, so that nothing is dropped in silence: a line per kind. */
export class Warnings {
  readonly #kinds = new Map<string, { count: number; examples: string[] }>();

  /** Counts `count` more of a kind, which is said in a few words: `stickers left out`. */
  add(kind: string, count = 1, example?: string): void {
    if (count === 0) return;
    const known = this.#kinds.get(kind) ?? { count: 0, examples: [] };
    known.count += count;
    if (example !== undefined && known.examples.length < examples) known.examples.push(shortened(example));
    this.#kinds.set(kind, known);
  }

  /** `stickers left out: 4`, with some examples where there are any. */
  lines(): string[] {
    return [...this.#kinds].map(([kind, { count, examples }]) => {
      const named = examples.map((example) => `“${example}”`).join(', ');
      return `${kind}: ${count}${named && ` (${named}${count > examples.length ? ', …' : ''})`}`;
    });
  }
}

const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 59)}…`.toWellFormed() : text;
