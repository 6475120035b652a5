import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RelationType } from '../../../contract/relation-types.ts';
import { query } from '../base/db/query.ts';
import type { RunSlice } from '../boards/actions/create.ts';
import { possible } from '../data/relations/possible.ts';
import { type StoredRelation, storedAs } from '../data/relations/stored.ts';
import { relateHidden } from '../relations/actions/relate.ts';
import { writeRelations } from '../relations/actions/write.ts';

import type { ImportedCard } from './imported-board.ts';
import type { Warnings } from './warnings.ts';

/* Relations of the cards of an import. A card may be related to a later one, so they are written once all cards are. */

/** Max relations of an import, and max cards whose new ids are kept for imports of other boards. */
const most = { relations: 200_000, known: 500 };

/** Relations per slice, and those looked at before others get a turn. */
const atOnce = 200;
const perTurn = 2000;

interface Found {
  cardId: string;
  type: RelationType;
  key: string;
}

/** New ids of cards by those that they had where they were exported. */
type KnownCards = ReadonlyMap<string, string>;

/** What imports of the last weeks kept for those of other boards, newest first. */
const keptCards = query(
  'imports.knownCards',
  (_db, p: { workspaceId: string }) => sql<{ json: string }>`
  select x.known_cards as json from imports x
  where x.workspace_id = ${p.workspaceId} and x.state = 'completed' and x.known_cards is not null
  order by x.id desc limit 50`,
);

/** Which of some cards there are, whether or not the caller may view them. */
const present = query(
  'imports.relatedCards',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{ id: string }>`
  select x.id as id
  ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.deleted_at is null`,
);

export class Relations {
  readonly #warnings: Warnings;
  readonly #here: Found[] = [];
  readonly #elsewhere: Found[] = [];
  readonly #known = new Map<string, string>();

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  card({ key: own, title, relations = [] }: ImportedCard, cardId: string): void {
    for (const { type, key, isElsewhere = false } of relations) {
      if (this.#here.length + this.#elsewhere.length === most.relations) {
        this.#warnings.add(`relations beyond ${most.relations} left out`, 1, title);
        continue;
      }
      (isElsewhere ? this.#elsewhere : this.#here).push({ cardId, type, key });
      if (isElsewhere && own !== null && this.#known.size < most.known) this.#known.set(own, cardId);
    }
  }

  /** JSON: the cards that imports of other boards may be related to; null if there are none. */
  get kept(): string | null {
    return this.#known.size === 0 ? null : JSON.stringify(Object.fromEntries(this.#known));
  }

  /** Writes all relations, between hidden cards and to others that the caller may view. */
  async write(
    run: RunSlice,
    workspaceId: string,
    cardOf: (key: string) => string | undefined,
  ): Promise<void> {
    const stored: StoredRelation[] = [];
    const names = new Set<string>();
    for (const [index, { cardId, type, key }] of this.#here.entries()) {
      if (index % perTurn === perTurn - 1) await turn();
      const other = cardOf(key);
      if (other === undefined) continue;
      const relation = storedAs(cardId, type, other);
      stored.push(relation);
      names.add(nameOf(relation));
    }
    const missing = this.#here.length - stored.length;
    this.#warnings.add('relations to cards that are not in the file left out', missing);
    const kept = await possible(stored);
    const refused = names.size - kept.length;
    this.#warnings.add('relations that are not possible here left out', refused);
    for (let start = 0; start < kept.length; start += atOnce)
      await run((slice) => writeRelations(slice, workspaceId, kept.slice(start, start + atOnce)));
    if (this.#elsewhere.length > 0) await this.#writeElsewhere(run, workspaceId);
  }

  async #writeElsewhere(run: RunSlice, workspaceId: string): Promise<void> {
    const known = await run(async ({ tx }) => knownFrom(await tx.all(keptCards, { workspaceId })));
    let lost = 0;
    for (let start = 0; start < this.#elsewhere.length; start += atOnce) {
      const some = this.#elsewhere.slice(start, start + atOnce);
      const ids = [...new Set(some.flatMap(({ key }) => [key, known.get(key) ?? key]))];
      // Most of them may be nowhere, and each of those here takes a transaction of its own.
      const there = new Set(
        await run(async ({ tx }) => (await tx.all(present, { workspaceId, ids })).map(({ id }) => id)),
      );
      const relate = async (found: Found, other = '') =>
        there.has(other) && run((slice) => relateHidden(slice, workspaceId, { ...found, other }));
      for (const found of some)
        if (!((await relate(found, known.get(found.key))) || (await relate(found, found.key)))) lost++;
    }
    this.#warnings.add('relations to cards of other boards that are not here: they come with those', lost);
  }
}

const knownFrom = (rows: readonly { json: string }[]): KnownCards =>
  new Map(
    rows.toReversed().flatMap(({ json }) => Object.entries(JSON.parse(json) as Record<string, string>)),
  );

const nameOf = ({ type, cardId, otherId }: StoredRelation): string => `${type} ${cardId} ${otherId}`;
