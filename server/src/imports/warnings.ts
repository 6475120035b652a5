/** Examples that a line names, and that are kept of each kind. */
const shown = 3;
const kept = 10;

/** What is kept of a kind of loss. */
export interface Loss {
  kind: string;
  count: number;
  examples: string[];
  /** Whether somebody may want to do something about it. */
  needsAttention: boolean;
}

/** What nobody works by, and may miss without harm. */
const decoration = new Set([
  'board stars',
  'card colours',
  'card covers',
  'colours of tasks',
  'cover images',
  'favourite marks of tasks',
  'planning poker',
  'power-up data',
  'reactions',
  'stickers',
  'subscriptions',
  'template marks of cards',
  'votes',
]);

/** Collects what an import does not take over as it was, so that nothing is dropped in silence. */
export class Warnings {
  readonly #kinds = new Map<string, Loss>();

  /** Counts `count` more of a kind, which is said in a few words: `stickers left out`. */
  add(kind: string, count = 1, example?: string): void {
    this.#count({ kind, count, needsAttention: true }, example);
  }

  /** The same of what there is nothing to do about: it is kept in another form, or is history. */
  note(kind: string, count = 1, example?: string): void {
    this.#count({ kind, count, needsAttention: false }, example);
  }

  /** Counts things that have no place here, by what they are: `stickers`. */
  leftOut(what: string, count = 1, example?: string): void {
    this.#count({ kind: `${what} left out`, count, needsAttention: !decoration.has(what) }, example);
  }

  #count({ kind, count, needsAttention }: Omit<Loss, 'examples'>, example?: string): void {
    if (count === 0) return;
    const known = this.#kinds.get(kind) ?? { kind, count: 0, examples: [], needsAttention };
    known.count += count;
    if (example !== undefined && known.examples.length < kept) known.examples.push(shortened(example));
    this.#kinds.set(kind, known);
  }

  /** Takes over what another one has collected. */
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

/** `stickers left out: 4`, with some examples where there are any. */
export const linesOf = (report: readonly Loss[]): string[] =>
  report.map(({ kind, count, examples }) => {
    const named = examples.slice(0, shown).map((example) => `“${example}”`);
    const more = named.length > 0 && count > named.length ? ', …' : '';
    return `${kind}: ${count}${named.length > 0 ? ` (${named.join(', ')}${more})` : ''}`;
  });

const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 59)}…`.toWellFormed() : text;
