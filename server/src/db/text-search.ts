import { type RawBuilder, sql } from 'kysely';

/*
 * How each engine finds the texts that may hold the words of a query. Whatever a workspace holds, the number of texts
 * that are looked at is bounded. The tables are those of `migrations/0003-search.ts`.
 */

/** What an index is asked for; `textSearch` makes it. */
export interface TextSearch {
  workspaceId: string;
  /** The word of the query that tells most. */
  word: string;
  /** The trigrams of all words, as SQLite's index is asked for them; null where no word is long enough for one. */
  trigrams: string | null;
  /** A pattern of `like` for the lines of the workspace with `word`, as PostgreSQL's index is asked for them. */
  pattern: string;
}

/** Texts that are found at the most, before it is known which of them the caller gets. */
const found = sql.lit(1000);

/** Texts that are looked through where no index helps, the newest of the workspace. */
const lookedThrough = sql.lit(20_000);

/** Texts that are looked through beside an index that does not give the newest first. */
const alsoLookedThrough = sql.lit(1000);

/** A search for the texts of a workspace that may hold all of some folded words; there is at least one. */
export function textSearch(workspaceId: string, words: readonly string[]): TextSearch {
  const word = words.reduce((best, each) => (runIn(each) > runIn(best) ? each : best));
  const pattern = `${workspaceId} %${word.replace(/[\\%_]/g, '\\$&')}%`;
  return { workspaceId, word, trigrams: trigramsOf(workspaceId, words), pattern };
}

/** The length of the longest run of letters or digits: PostgreSQL's trigrams are made of those. */
const runIn = (word: string): number =>
  Math.max(0, ...[...word.matchAll(/[\p{L}\p{N}]+/gu)].map(([run]) => run.length));

/** What is found by so many trigrams is looked at again, so the others need not be asked for. */
const enoughTrigrams = 50;

function trigramsOf(workspaceId: string, words: readonly string[]): string | null {
  const ofWords = [...new Set(words.flatMap(trigramsIn))].slice(0, enoughTrigrams);
  if (ofWords.length === 0) return null;
  // An id begins with the time: only its end tells workspaces apart.
  return [...ofWords, ...trigramsIn(workspaceId.slice(-5))]
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ');
}

function trigramsIn(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
}

/** Ids of the newest texts of the workspace that hold the word; `limit` texts are looked through. */
const newestWith = (p: TextSearch, limit: RawBuilder<unknown>, holds: RawBuilder<boolean>) => sql`
  select id from (
    select id from (
      select id, title, body from search_texts
      where workspace_id = ${p.workspaceId} and title is not null order by id desc limit ${limit}
    ) newest
    where ${holds} order by id desc limit ${found}
  ) newest`;

/** SQLite's index gives the newest first, so nothing else is looked through beside it. */
export const sqliteTextsWith = (p: TextSearch): RawBuilder<{ id: string }> => sql`
  select id from (
    select s.id as id from search_index i cross join search_texts s on s.number = i.rowid
    where i.search_index match coalesce(${p.trigrams}, '""') and s.workspace_id = ${p.workspaceId}
    order by i.rowid desc limit ${found}
  ) by_index
  union ${newestWith(
    p,
    sql`case when ${p.trigrams} is null then ${lookedThrough} else 0 end`,
    sql`instr(title || ' ' || body, ${p.word}) > 0`,
  )}`;

/**
 * PostgreSQL's index gives them in no order. It has trigrams of letters and digits only, and which those are is up to
 * the locale of the database. It is not there where the service may not add extensions.
 */
export const postgresTextsWith = (p: TextSearch): RawBuilder<{ id: string }> => {
  const indexHelps = sql`(to_regclass('search_texts_trigrams') is not null
    and cast(${p.word} as text) ~ '[[:alnum:]]{3}')`;
  // Materialized, so that the plan does not hope to come upon the few texts that are asked for without the index.
  return sql`
    select id from (
      with by_index as materialized (
        select id from search_texts
        where ${indexHelps} and title is not null and workspace_id || ' ' || title || ' ' || body like ${p.pattern}
      )
      select id from by_index limit ${found}
    ) by_index
    union ${newestWith(
      p,
      sql`case when ${indexHelps} then ${alsoLookedThrough} else ${lookedThrough} end`,
      sql`strpos(title || ' ' || body, ${p.word}) > 0`,
    )}`;
};
