import { sql } from 'kysely';
import { pathOfPage } from '../../../contract/pages.ts';
import type { Writing } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import type { RunSlice } from '../boards/actions/create.ts';
import { setDescriptions } from '../data/cards/rows.ts';
import { setTexts } from '../data/comments/rows.ts';

/* Rewrites links between cards of an import. A card may link to a later one, so texts are revisited once all cards are written. */

/** Texts per slice. */
const lookedAt = 50;

/** Max characters of a description or a comment. */
const longest = 10_000;

interface Named {
  workspaceId: string;
  ids: string[];
}

interface Text {
  id: string;
  text: string;
}

const descriptions = query(
  'imports.descriptions',
  (_db, p: Named, fn) => sql<Text>`
  select id, description as text from cards
  where workspace_id = ${p.workspaceId} and ${fn.isIn('id', fn.each(p.ids))} and description is not null`,
);

const comments = query(
  'imports.comments',
  (_db, p: Named, fn) => sql<Text>`
  select x.id as id, x.comment as text
  ${fn.lookUp({ table: 'comments', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}`,
);

/** Records which texts link to cards, and the new addresses of these cards. */
export class Links {
  readonly #pattern: RegExp | null;
  readonly #cards = new Map<string, string>();
  readonly #descriptions: string[] = [];
  readonly #comments: string[] = [];

  constructor(pattern: RegExp | null) {
    this.#pattern = pattern;
  }

  card(key: string | null, id: string): void {
    if (key !== null) this.#cards.set(key, id);
  }

  cardOf(key: string): string | undefined {
    return this.#cards.get(key);
  }

  description(id: string, text: string | null): void {
    if (text !== null && this.#links(text)) this.#descriptions.push(id);
  }

  comment(id: string, text: string): void {
    if (this.#links(text)) this.#comments.push(id);
  }

  #links(text: string): boolean {
    return this.#pattern !== null && text.search(this.#pattern) !== -1;
  }

  /** Rewrites links in all recorded texts; returns the number of texts changed. */
  async follow(run: RunSlice, workspaceId: string, publicUrl: string): Promise<number> {
    let followed = 0;
    const turned = (texts: readonly Text[]): Text[] =>
      texts.flatMap(({ id, text }) => {
        const fresh = this.#turned(text, publicUrl);
        return fresh === text || fresh.length > longest ? [] : [{ id, text: fresh }];
      });
    const eachSlice = async (
      ids: readonly string[],
      turn: (tx: Writing, ids: string[]) => Promise<number>,
    ) => {
      for (let start = 0; start < ids.length; start += lookedAt) {
        followed += await run(({ tx }) => turn(tx, ids.slice(start, start + lookedAt)));
      }
    };
    await eachSlice(this.#descriptions, async (tx, ids) => {
      const rows = turned(await tx.all(descriptions, { workspaceId, ids }));
      await tx.run(setDescriptions, { workspaceId, rows });
      return rows.length;
    });
    await eachSlice(this.#comments, async (tx, ids) => {
      const rows = turned(await tx.all(comments, { workspaceId, ids }));
      await tx.run(setTexts, { workspaceId, rows });
      return rows.length;
    });
    return followed;
  }

  #turned(text: string, publicUrl: string): string {
    if (!this.#pattern) return text;
    return text.replace(this.#pattern, (link: string, key: string) => {
      const cardId = this.#cards.get(key);
      return cardId === undefined ? link : `${publicUrl}${pathOfPage({ workspaceId: '', cardId })}`;
    });
  }
}
