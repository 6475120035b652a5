import { type RawBuilder, sql } from 'kysely';

/*
 * How each engine finds the texts that contain the words of a query, in bounded slices. The tables are those of
 * `migrations/0003-search.ts`.
 */

/** A search for texts of a workspace that contain all of some folded words; created by `textSearch`. */
export interface TextSearch {
  workspaceId: string;
  /** The most selective word, and a second one, or null. */
  word: string;
  second: string | null;
  /** The remaining words, or null. */
  others: { word: string }[] | null;
  /** A query of SQLite's index for trigrams of the words, in any workspace; null if no word is long enough. */
  trigrams: string | null;
  /** The same, limited to the texts of the workspace. */
  trigramsHere: string | null;
  /** A `like` pattern that finds `word` in texts of the workspace through PostgreSQL's index. */
  pattern: string;
  withCards: boolean;
  withComments: boolean;
}

/** A search for the texts of a workspace that contain all of some folded words; there must be at least one. */
export function textSearch(
  workspaceId: string,
  words: readonly string[],
): Omit<TextSearch, 'withCards' | 'withComments'> {
  const [word = '', second = null, ...others] = words.toSorted((a, b) => runIn(b) - runIn(a));
  const trigrams = trigramsOf(words);
  return {
    workspaceId,
    word,
    second,
    others: others.length === 0 ? null : others.map((each) => ({ word: each })),
    trigrams: trigrams && allOf(trigrams),
    trigramsHere: trigrams && allOf([...trigrams, ...sparse(endOf(workspaceId))]),
    pattern: `%${endOf(workspaceId)} %${word.replace(/[\\%_]/g, '\\$&')}%`,
  };
}

/** Ids begin with a timestamp, so only the end distinguishes workspaces, and every further trigram has a cost. */
const endOf = (workspaceId: string): string => workspaceId.slice(-5);

/** The length of the longest run of letters or digits, from which PostgreSQL makes its trigrams. */
const runIn = (word: string): number =>
  Math.max(0, ...[...word.matchAll(/[\p{L}\p{N}]+/gu)].map(([run]) => run.length));

/** Max trigrams in a query. Matches are verified anyway, so more are not needed. */
const maxTrigrams = 16;

function trigramsOf(words: readonly string[]): string[] | null {
  const ofWords = [...new Set(words.flatMap(sparse))].slice(0, maxTrigrams);
  return ofWords.length === 0 ? null : ofWords;
}

const allOf = (trigrams: string[]): string =>
  trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');

/** Adjacent trigrams that cover a word, and the last one. Every trigram costs the same. */
function sparse(word: string): string[] {
  const characters = Array.from(word);
  const last = characters.length - 3;
  const starts = characters.keys().filter((at) => at <= last && (at % 3 === 0 || at === last));
  return [...starts].map((at) => characters.slice(at, at + 3).join(''));
}

/** The values of a search that `rankOf` needs, as parameters or as columns. */
type SearchValues = {
  [name in 'workspaceId' | 'word' | 'second' | 'others' | 'withCards' | 'withComments']: unknown;
};

/** True if the caller may see text `s`; evaluated only for a text that matches. */
export type Visible = RawBuilder<boolean>;

/** SQL that tests whether a text or a title contains a word. */
type Contains = (text: string, word: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * How well text `s` matches: 1 if its title contains all words, 2 if title and body together do, 3 for a comment; null if
 * it does not match or the caller may not see it. Words contain no spaces, so none can span title and body.
 */
function rankOf(
  p: SearchValues,
  contains: Contains,
  visible: Visible = sql`1 = 1`,
): RawBuilder<number | null> {
  const all = (holds: (word: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(${holds(sql`${p.word}`)}
    and (cast(${p.second} as text) is null or ${holds(sql`cast(${p.second} as text)`)})
    and (${otherWords(p)} is null or not exists (
      select 1 from ${wordsIn(p, contains)} w where not ${holds(sql`w.word`)})))`;
  return sql`case
    when s.workspace_id <> ${p.workspaceId} or s.title is null then null
    when s.kind = 'card' and cast(${p.withCards} as bigint) = 0 then null
    when s.kind = 'comment' and cast(${p.withComments} as bigint) = 0 then null
    when s.kind <> 'comment' and ${all((word) => contains('s.title', word))}
      then case when ${visible} then 1 end
    when ${all((word) => sql`(${contains('s.title', word)} or ${contains('s.body', word)})`)}
      then case when ${visible} then case s.kind when 'comment' then 3 else 2 end end end`;
}

const otherWords = (p: SearchValues) => sql`cast(${p.others} as text)`;

const wordsIn = (p: SearchValues, contains: Contains) =>
  contains === sqliteContains
    ? sql`(select value ->> '$.word' as word from json_each(${otherWords(p)}))`
    : sql`(select value ->> 'word' as word from json_array_elements(${otherWords(p)}::json))`;

const sqliteContains: Contains = (text, word) => sql`instr(${sql.raw(text)}, ${word}) > 0`;
const postgresContains: Contains = (text, word) => sql`strpos(${sql.raw(text)}, ${word}) > 0`;

export const sqliteRank = (p: SearchValues, visible?: Visible): RawBuilder<number | null> =>
  rankOf(p, sqliteContains, visible);
export const postgresRank = (p: SearchValues, visible?: Visible): RawBuilder<number | null> =>
  rankOf(p, postgresContains, visible);

/** A candidate text; `rank` is null if it does not match. */
export interface Found {
  number: number;
  id: string;
  kind: 'board' | 'card' | 'comment';
  rank: number | null;
  /** 0 if the slice reached its byte limit before this text; the next slice then begins with it. */
  looked: 0 | 1;
}

/**
 * One slice of a search: on SQLite the newest `take` texts with the trigrams `asked`, older than number `below`, of which
 * about `bytes` are compared.
 */
export interface Slice extends TextSearch {
  asked: string | null;
  below: number;
  take: number;
  bytes: number;
}

/** Sizes first: SQLite can tell the length of a long text without reading it. */
export const sqliteTexts = (p: Slice, visible?: Visible): RawBuilder<Found> => sql`
  select s.number as number, s.id as id, s.kind as kind, c.looked as looked,
    case when c.looked then ${sqliteRank(p, visible)} end as rank
  from (
    select number, sum(size) over (order by number desc rows unbounded preceding) - size < ${p.bytes} as looked from (
      select t.number as number, coalesce(octet_length(t.title) + octet_length(t.body), 0) as size from (
        select i.rowid as number from search_index i
        where i.search_index match coalesce(${p.asked}, '""') and i.rowid < ${p.below} order by i.rowid desc limit ${p.take}
      ) n cross join search_texts t on t.number = n.number
    ) sized
  ) c cross join search_texts s on s.number = c.number
  order by c.number desc`;

/**
 * If `hits` of the newest `looked` texts match, scanning on is faster than any index. If `likely` match, the newest
 * `further` texts probably hold enough results, so PostgreSQL scans those first: its index is unordered, and must find
 * all matches before it can pick the newest.
 */
export const newest = { looked: 128, hits: 32, likely: 5, further: 6000 };

/** Max texts scanned: for common words, and for words that the index cannot find. */
export const maxLookedThrough = { common: 4096, unknown: 20_000 };

/**
 * PostgreSQL searches with one statement, which runs only the parts that it needs: it scans the newest texts, then
 * continues with older ones or uses the index. The index has trigrams of letters and digits only, as the locale of the
 * database defines them; it is missing if the service may not create extensions.
 *
 * The parameters are a row that is opaque to the planner, so it keeps its generic plan. Planning each search anew takes
 * longer than the search.
 */
export const postgresTexts = (p: Slice, visible?: Visible): RawBuilder<Found> => {
  const asked = {
    workspaceId: sql`a.workspace`,
    word: sql`a.word`,
    second: sql`a.second`,
    others: sql`a.others`,
    withCards: sql`a.cards`,
    withComments: sql`a.comments`,
  };
  const ranked = (most: RawBuilder<unknown>, rank: RawBuilder<unknown>) => sql`(
    select s.number, s.id, s.kind, ${rank} as rank from asked a cross join lateral (
      select * from search_texts where workspace_id = (select workspace from asked) order by id desc limit ${most}
    ) s)`;
  const seen = postgresRank(asked, visible);
  const mostLooked = sql`(select case when common then ${sql.lit(maxLookedThrough.common)} when indexed and likely then ${sql.lit(newest.further)}
    when indexed then 0 else ${sql.lit(maxLookedThrough.unknown)} end from way)`;
  // Materialized, so that the planner does not expect to find the few matches without the index.
  return sql`
    with asked as materialized (
      select cast(${p.workspaceId} as text) as workspace, cast(${p.word} as text) as word,
        cast(${p.second} as text) as second, cast(${p.others} as text) as others, cast(${p.pattern} as text) as pattern,
        cast(${p.withCards} as bigint) as cards, cast(${p.withComments} as bigint) as comments
    ),
    way as materialized (
      select count(rank) >= ${sql.lit(newest.hits)} as common, count(rank) >= ${sql.lit(newest.likely)} as likely,
        to_regclass('search_texts_trigrams') is not null
          and (select word from asked) ~ '[[:alnum:]]{3}' as indexed
      from ${ranked(sql.lit(newest.looked), postgresRank(asked))} looked
    ),
    looked as materialized (
      select number, id, kind, rank from ${ranked(mostLooked, seen)} looked where rank is not null limit ${p.take}
    ),
    enough as materialized (
      select common or not indexed or (select count(*) from looked) = ${p.take} as looked from way
    ),
    by_index as materialized (
      select s.number, s.id, s.kind, ${seen} as rank from asked a cross join search_texts s
      where not (select looked from enough) and s.title is not null
        and s.workspace_id || ' ' || s.title || ' ' || s.body like (select pattern from asked)
    )
    (select number, id, kind, rank, 1 as looked from by_index where rank is not null order by id desc limit ${p.take})
    union all
    (select number, id, kind, rank, 1 as looked from looked where (select looked from enough))`;
};
