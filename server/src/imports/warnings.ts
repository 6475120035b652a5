/** Examples that a line names, and that are kept of each kind. */
const shown = 3;
const kept = 10;

/** What is kept of a kind of loss. */
export interface Loss {
  kind: string;
  count: number;
  examples: string[];
}

/** Collects what an import does not take over as it was, so that nothing is dropped in silence. */
export class Warnings {
  readonly #kinds = new Map<string, Loss>();

  /** Counts `count` more of a kind, which is said in a few words: `stickers left out`. */
  add(kind: string, count = 1, example?: string): void {
    if (count === 0) return;
    const known = this.#kinds.get(kind) ?? { kind, count: 0, examples: [] };
    known.count += count;
    if (example !== undefined && known.examples.length < kept) known.examples.push(shortened(example));
    this.#kinds.set(kind, known);
  }

  /** Takes over what another one has collected. */
  addAll(others: readonly Loss[]): void {
    for (const { kind, count, examples } of others) {
      this.add(kind, count);
      for (const example of examples) {
        const known = this.#kinds.get(kind);
        if (known && known.examples.length < kept) known.examples.push(example);
      }
    }
  }

  report(): Loss[] {
    return [...this.#kinds.values()];
  }

  lines(): string[] {
    return linesOf(this.report());
  }
}

/** `stickers left out: 4`, with some examples where there are any. */
export const linesOf = (report: readonly Loss[]): string[] =>
  report.map(({ kind, count, examples }) => {
    const named = examples.slice(0, shown).map((example) => `“${example}”`);
    const more = named.length > 0 && count > named.length ? ', …' : '';
    return `${kind}: ${count}${named.length > 0 ? ` (${named.join(', ')}${more})` : ''}`;
  });

const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 59)}…`.toWellFormed() : text;
