/** Max examples in a line of text, and max examples kept per kind. */
const shown = 3;
const kept = 10;

/** Max kinds, some of which name parts of the file; what is of further ones is counted together. */
const mostKinds = 200;
const further = 'further things left out';

/** One kind of loss. */
export interface Loss {
  kind: string;
  count: number;
  examples: string[];
  /** Whether a user may want to act on it. */
  needsAttention: boolean;
}

/** Decoration, whose loss needs no attention. */
const decoration = new Set([
  'board stars',
  'card covers',
  'colours of tasks',
  'favourite marks of tasks',
  'planning poker',
  'power-up data',
  'reactions',
  'stickers',
  'subscriptions',
  'votes',
]);

/** Collects what an import leaves out or changes, so that nothing is dropped silently. */
export class Warnings {
  readonly #kinds = new Map<string, Loss>();

  /** Adds `count` to a kind, named in a few words: `stickers left out`. */
  add(kind: string, count = 1, example?: string): void {
    this.#count({ kind, count, needsAttention: true }, example);
  }

  /** Like `add`, for losses that need no attention: the data is kept in another form, or is history. */
  note(kind: string, count = 1, example?: string): void {
    this.#count({ kind, count, needsAttention: false }, example);
  }

  /** Counts things without an equivalent here, by their name: `stickers`. */
  leftOut(what: string, count = 1, example?: string): void {
    this.#count({ kind: `${what} left out`, count, needsAttention: !decoration.has(what) }, example);
  }

  #count({ kind: given, count, needsAttention }: Omit<Loss, 'examples'>, example?: string): void {
    if (count === 0) return;
    const kind = this.#kinds.has(given) || this.#kinds.size < mostKinds ? given : further;
    const known = this.#kinds.get(kind) ?? { kind, count: 0, examples: [], needsAttention };
    known.needsAttention ||= needsAttention;
    known.count += count;
    if (example !== undefined && known.examples.length < kept) known.examples.push(shortened(example));
    this.#kinds.set(kind, known);
  }

  /** Adds the losses that another instance has collected. */
  addAll(others: readonly Loss[]): void {
    for (const { examples, ...loss } of others) {
      this.#count(loss);
      for (const example of examples) {
        const known = this.#kinds.get(loss.kind);
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

/** `stickers left out: 4`, with some examples if there are any. */
export const linesOf = (report: readonly Loss[]): string[] =>
  report.map(({ kind, count, examples }) => {
    const named = examples.slice(0, shown).map((example) => `“${example}”`);
    const more = named.length > 0 && count > named.length ? ', …' : '';
    return `${kind}: ${count}${named.length > 0 ? ` (${named.join(', ')}${more})` : ''}`;
  });

const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 59)}…`.toWellFormed() : text;
